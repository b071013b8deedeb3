import Glibc

/// A change of colors: each component of the result is a weighted sum of the components, plus a constant. Components
/// are in sRGB with straight alpha, 0...1, which stays. Results are limited to 0...1.
struct ColorFilter: Sendable, Hashable {
  /// The weights of red, green and blue, and the constant.
  struct Row: Sendable, Hashable {
    var red: Double
    var green: Double
    var blue: Double
    var constant = 0.0
  }

  var red: Row
  var green: Row
  var blue: Row

  /// The limit of weights and constants.
  static let limits = -64.0...64

  /// The filter that changes nothing.
  static let identity = ColorFilter(scale: 1)

  private init(red: Row, green: Row, blue: Row) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a filter that multiplies all components and adds a constant.
  private init(scale: Double, constant: Double = 0) {
    red = Row(red: scale, green: 0, blue: 0, constant: constant)
    green = Row(red: 0, green: scale, blue: 0, constant: constant)
    blue = Row(red: 0, green: 0, blue: scale, constant: constant)
  }

  /// Creates a filter that moves each color to or away from the gray with the same luminance (W3C Filter Effects Module
  /// Level 1, section 9.4, `feColorMatrix` of the type `saturate`): gray at 0, unchanged at 1.
  static func saturation(_ amount: Double) -> ColorFilter {
    let amount = amount.limited(to: limits)
    func row(_ red: Double, _ green: Double, _ blue: Double) -> Row {
      // The weights of the luminance, and the rest for the component itself.
      Row(
        red: 0.213 * (1 - amount) + amount * red, green: 0.715 * (1 - amount) + amount * green,
        blue: 0.072 * (1 - amount) + amount * blue)
    }
    return ColorFilter(red: row(1, 0, 0), green: row(0, 1, 0), blue: row(0, 0, 1))
  }

  /// Creates a filter that adds white, or black if the amount is negative: unchanged at 0, white at 1.
  static func brightness(_ amount: Double) -> ColorFilter {
    ColorFilter(scale: 1, constant: amount.limited(to: limits))
  }

  /// Creates a filter that moves each component away from the middle: gray at 0, unchanged at 1 (the function
  /// `contrast()` of the same module, section 6.1).
  static func contrast(_ amount: Double) -> ColorFilter {
    let amount = amount.limited(to: limits)
    return ColorFilter(scale: amount, constant: 0.5 - 0.5 * amount)
  }

  /// Creates a filter that rotates the hue and keeps the luminance (`feColorMatrix` of the type `hueRotate`).
  static func hueRotation(_ angle: Angle) -> ColorFilter {
    let radians = angle.radians.truncatingRemainder(dividingBy: 2 * .pi)
    guard radians.isFinite, radians != 0 else { return .identity }
    let (cosine, sine) = (cos(radians), sin(radians))
    return ColorFilter(
      red: Row(
        red: 0.213 + cosine * 0.787 - sine * 0.213, green: 0.715 - cosine * 0.715 - sine * 0.715,
        blue: 0.072 - cosine * 0.072 + sine * 0.928),
      green: Row(
        red: 0.213 - cosine * 0.213 + sine * 0.143, green: 0.715 + cosine * 0.285 + sine * 0.140,
        blue: 0.072 - cosine * 0.072 - sine * 0.283),
      blue: Row(
        red: 0.213 - cosine * 0.213 - sine * 0.787, green: 0.715 - cosine * 0.715 + sine * 0.715,
        blue: 0.072 + cosine * 0.928 + sine * 0.072))
  }

  /// The filter that inverts each component.
  static let inversion = ColorFilter(scale: -1, constant: 1)

  /// Creates a filter that multiplies each component by the same component of a color, without its alpha.
  static func multiplication(by color: Color) -> ColorFilter {
    ColorFilter(
      red: Row(red: color.red, green: 0, blue: 0), green: Row(red: 0, green: color.green, blue: 0),
      blue: Row(red: 0, green: 0, blue: color.blue))
  }
}
