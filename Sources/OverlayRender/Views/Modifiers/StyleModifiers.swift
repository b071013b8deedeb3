extension View {
  /// Sets text in a font.
  public func font(_ font: Font) -> EnvironmentView<Self> {
    environment { $0.font = font }
  }

  /// Changes what is given of the font around: the family, the size in pixels, the weight, the slant.
  public func font(
    family: String? = nil, size: Double? = nil, weight: Font.Weight? = nil, isItalic: Bool? = nil
  ) -> EnvironmentView<Self> {
    environment {
      $0.font = Font(
        family: family ?? $0.font.family, size: size ?? $0.font.size, weight: weight ?? $0.font.weight,
        isItalic: isItalic ?? $0.font.isItalic)
    }
  }

  /// Draws text and shapes in a colour.
  public func foregroundColor(_ color: Color) -> EnvironmentView<Self> {
    environment { $0.foregroundColor = color }
  }

  /// Draws a line of `width` pixels (0 to 64) around the glyphs, beneath them; a width of 0 takes it away.
  public func outline(_ color: Color = .black, width: Double) -> EnvironmentView<Self> {
    outlines([Outline(width: width, color: color)])
  }

  /// Draws several lines around the glyphs, beneath them: the first is the deepest, so the widest comes first. Those of
  /// width 0 are left out.
  public func outlines(_ outlines: [Outline]) -> EnvironmentView<Self> {
    environment { $0.outlines = outlines.filter { $0.width > 0 } }
  }

  /// Gives every digit a cell of the same width.
  public func monospacedDigit() -> EnvironmentView<Self> {
    environment { $0.hasEqualDigits = true }
  }

  /// Sets text in a weight, in the font around.
  public func fontWeight(_ weight: Font.Weight) -> EnvironmentView<Self> {
    font(weight: weight)
  }

  /// Sets text in bold strokes, or in regular ones.
  public func bold(_ isActive: Bool = true) -> EnvironmentView<Self> {
    font(weight: isActive ? .bold : .regular)
  }

  /// Sets text in the italic or oblique face, or upright.
  public func italic(_ isActive: Bool = true) -> EnvironmentView<Self> {
    font(isItalic: isActive)
  }

  /// Draws text and shapes in a color: the same as ``foregroundColor(_:)``.
  ///
  /// SwiftUI takes any style here. In this library text has one color, so gradients do not compile; to draw a gradient
  /// through a text, give the gradient the text as its ``mask(alignment:_:)``.
  public func foregroundStyle(_ color: Color) -> EnvironmentView<Self> {
    foregroundColor(color)
  }
}

extension Text {
  /// Sets the text in a weight.
  public func fontWeight(_ weight: Font.Weight) -> Text {
    font(weight: weight)
  }

  /// Draws the text in a color: the same as ``foregroundColor(_:)``.
  public func foregroundStyle(_ color: Color) -> Text {
    foregroundColor(color)
  }
}
