// Changes of the colors of everything that a view draws. The formulas are in `ColorFilter`.

extension View {
  /// Changes the saturation of the view: gray at 0, unchanged at 1, stronger colors above 1.
  public func saturation(_ amount: Double) -> WrappedView<Self> {
    recolored(by: .saturation(amount))
  }

  /// Makes the view gray: unchanged at 0, without any color at 1.
  public func grayscale(_ amount: Double) -> WrappedView<Self> {
    saturation(1 - amount.limited(to: 0...1))
  }

  /// Adds white to the colors of the view: unchanged at 0, white at 1, and black at -1. Transparent parts stay as they
  /// are.
  public func brightness(_ amount: Double) -> WrappedView<Self> {
    recolored(by: .brightness(amount))
  }

  /// Changes the contrast of the view: gray at 0, unchanged at 1, higher contrast above 1. Negative amounts invert it.
  public func contrast(_ amount: Double) -> WrappedView<Self> {
    recolored(by: .contrast(amount))
  }

  /// Rotates the hues of the view. The luminance stays.
  public func hueRotation(_ angle: Angle) -> WrappedView<Self> {
    recolored(by: .hueRotation(angle))
  }

  /// Inverts the colors of the view.
  public func colorInvert() -> WrappedView<Self> {
    recolored(by: .inversion)
  }

  /// Multiplies the colors of the view by a color: white becomes that color, and black stays. The alpha of the color is
  /// the opacity of the result.
  public func colorMultiply(_ color: Color) -> WrappedView<WrappedView<Self>> {
    recolored(by: .multiplication(by: color)).opacity(color.alpha)
  }

  private func recolored(by filter: ColorFilter) -> WrappedView<Self> {
    wrapped(in: .effect(.colors(filter)))
  }
}
