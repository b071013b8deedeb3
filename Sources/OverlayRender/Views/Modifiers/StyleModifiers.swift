extension View {
  /// Sets the font of text. The weight of a ``fontWeight(_:)`` or ``bold(_:)`` and the slant of an ``italic(_:)``
  /// around the view still apply, as in SwiftUI.
  public func font(_ font: Font) -> EnvironmentView<Self> {
    environment { $0.plainFont = font }
  }

  /// Changes parts of the inherited font: the family, the size in pixels, the weight, and whether it is italic.
  public func font(
    family: String? = nil, size: Double? = nil, weight: Font.Weight? = nil, isItalic: Bool? = nil
  ) -> EnvironmentView<Self> {
    environment {
      $0.plainFont = Font(
        family: family ?? $0.plainFont.family, size: size ?? $0.plainFont.size, weight: weight ?? $0.plainFont.weight,
        isItalic: isItalic ?? $0.plainFont.isItalic)
      if weight != nil { $0.fontWeight = nil }
      if isItalic != nil { $0.isItalic = nil }
    }
  }

  /// Sets the color of text, and of shapes without a fill.
  public func foregroundColor(_ color: Color) -> EnvironmentView<Self> {
    environment { $0.foregroundColor = color }
  }

  /// Sets an outline of text, drawn beneath the glyphs. `width` is in pixels, 0...64; 0 removes the outline.
  public func outline(_ color: Color = .black, width: Double) -> EnvironmentView<Self> {
    outlines([Outline(width: width, color: color)])
  }

  /// Sets several outlines of text, drawn beneath the glyphs. The first one is deepest, so give the widest one first.
  /// Outlines of width 0 are ignored.
  public func outlines(_ outlines: [Outline]) -> EnvironmentView<Self> {
    environment { $0.outlines = outlines.filter { $0.width > 0 } }
  }

  /// Gives all digits the same width.
  public func monospacedDigit() -> EnvironmentView<Self> {
    environment { $0.hasEqualDigits = true }
  }

  /// Sets the weight of text, whatever its font.
  public func fontWeight(_ weight: Font.Weight) -> EnvironmentView<Self> {
    environment { $0.fontWeight = weight }
  }

  /// Sets whether text is bold or regular.
  public func bold(_ isActive: Bool = true) -> EnvironmentView<Self> {
    fontWeight(isActive ? .bold : .regular)
  }

  /// Sets whether text is italic or upright.
  public func italic(_ isActive: Bool = true) -> EnvironmentView<Self> {
    environment { $0.isItalic = isActive }
  }

  /// Sets the color of text and shapes, as ``foregroundColor(_:)`` does. `.secondary` and the other
  /// ``HierarchicalShapeStyle``s make the inherited color weaker.
  ///
  /// SwiftUI accepts any style here. In this library, text has one color. To draw a gradient through text, use the text
  /// as the ``mask(alignment:_:)`` of the gradient.
  public func foregroundStyle(_ color: Color) -> EnvironmentView<Self> {
    foregroundColor(color)
  }
}

extension Text {
  /// Sets the weight of the text.
  public func fontWeight(_ weight: Font.Weight) -> Text {
    font(weight: weight)
  }

  /// Sets the color of the text, as ``foregroundColor(_:)`` does.
  public func foregroundStyle(_ color: Color) -> Text {
    foregroundColor(color)
  }
}
