/// A color in sRGB with straight (not premultiplied) alpha.
public struct Color: Sendable, Hashable {
  /// The red component, 0...1.
  public let red: Double
  /// The green component, 0...1.
  public let green: Double
  /// The blue component, 0...1.
  public let blue: Double
  /// The opacity, from 0 (transparent) to 1 (opaque).
  public let alpha: Double

  /// Creates a color from components. They are limited to 0...1, and `NaN` becomes 0.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red.limited(to: 0...1)
    self.green = green.limited(to: 0...1)
    self.blue = blue.limited(to: 0...1)
    self.alpha = alpha.limited(to: 0...1)
  }

  /// Creates a gray, from black at 0 to white at 1.
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Creates an opaque color from 0xRRGGBB. Higher bits are ignored.
  public init(rgb: UInt32) {
    self.init(
      red: Double(rgb >> 16 & 0xFF) / 255, green: Double(rgb >> 8 & 0xFF) / 255, blue: Double(rgb & 0xFF) / 255)
  }

  /// Creates an opaque color from 0xRRGGBB, as ``init(rgb:)`` does. Higher bits, such as an alpha, are ignored.
  public init(hex: UInt32) {
    self.init(rgb: hex)
  }

  /// Creates a color from a literal of hexadecimal digits: `"#rgb"`, `"#rgba"`, `"#rrggbb"` or `"#rrggbbaa"`. The `#`
  /// may be missing.
  ///
  /// Any other literal is a programming error and traps. For a text in a variable, use ``init(css:)``.
  public init(hex digits: StaticString) {
    let digits = digits.description
    do throws(ColorError) {
      try self.init(css: digits.hasPrefix("#") ? digits : "#" + digits)
    } catch { preconditionFailure("\(error)") }
  }

  /// Returns the color with its alpha multiplied by an opacity, limited to 0...1.
  public func opacity(_ opacity: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha * opacity.limited(to: 0...1))
  }
}

extension Color {
  /// Returns the color at a fraction of the way to another one, in premultiplied sRGB as in CSS. A color that fades
  /// from `clear` does not become darker. The fraction may be outside of 0...1; components are limited to 0...1.
  package func mixed(with other: Color, by fraction: Double) -> Color {
    if fraction == 0 || fraction.isNaN || self == other { return self }
    if fraction == 1 { return other }
    let (own, others) = (alpha * (1 - fraction), other.alpha * fraction)
    guard own + others > 0 else { return Color(white: 0, alpha: 0) }
    func component(_ path: KeyPath<Color, Double>) -> Double {
      (self[keyPath: path] * own + other[keyPath: path] * others) / (own + others)
    }
    return Color(red: component(\.red), green: component(\.green), blue: component(\.blue), alpha: own + others)
  }

  /// The color with less contrast and the same opacity: nearer to black, or to white if the color is dark.
  package var dimmed: Color {
    // The weights of BT.709.
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    let end = Color(white: luma < 0.3 ? 1 : 0)
    return mixed(with: end.opacity(alpha), by: 0.35)
  }
}

// Written out for the reason in `TextStyle`.

extension Color {
  /// Whether two colors have the same components.
  @inlinable
  public static func == (first: Color, second: Color) -> Bool {
    first.red == second.red && first.green == second.green && first.blue == second.blue && first.alpha == second.alpha
  }

  /// Hashes the components of the color.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(red)
    hasher.combine(green)
    hasher.combine(blue)
    hasher.combine(alpha)
  }
}
