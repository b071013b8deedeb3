extension Color {
  /// Returns the color at a fraction of the way to another one in premultiplied sRGB, as CSS has it: what fades from `clear`
  /// shows no trace of its black. A fraction may lie outside 0...1; components are clamped to 0...1.
  func mixed(with other: Color, by fraction: Double) -> Color {
    if fraction == 0 || fraction.isNaN || self == other { return self }
    if fraction == 1 { return other }
    let (own, others) = (alpha * (1 - fraction), other.alpha * fraction)
    guard own + others > 0 else { return .clear }
    func component(_ path: KeyPath<Color, Double>) -> Double {
      (self[keyPath: path] * own + other[keyPath: path] * others) / (own + others)
    }
    return Color(red: component(\.red), green: component(\.green), blue: component(\.blue), alpha: own + others)
  }

  /// The color less conspicuous, as opaque as before: nearer to black, or to white where it is dark itself.
  var dimmed: Color {
    // Luma as BT.709 weighs the components.
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    let end = luma < 0.3 ? Color.white : .black
    return mixed(with: end.opacity(alpha), by: 0.35)
  }
}
