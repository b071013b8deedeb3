// SwiftUI's modifiers of the font and color of all texts in a view. What a text sets itself stays as it is.

extension View {
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
