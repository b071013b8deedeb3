import Foundation

extension Color {
  /// Reads a CSS colour: a name, `transparent`, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()` or
  /// `hsla()`, the last four with commas or with blanks and a slash (CSS Color Module Level 4).
  ///
  /// Upper and lower case are the same. Components out of range are clamped, as CSS does.
  public init(css text: String) throws(ColorError) {
    let folded = text.lowercased().trimmingCharacters(in: .whitespaces)
    do throws(ColorError.Reason) {
      if folded.hasPrefix("#") {
        self = try Self.hexadecimal(folded.dropFirst())
      } else if let parenthesis = folded.firstIndex(of: "(") {
        self = try Self.function(folded[..<parenthesis], body: folded[folded.index(after: parenthesis)...])
      } else if let rgb = Self.cssNames[folded] {
        self.init(rgb: rgb)
      } else if folded == "transparent" {
        self = .clear
      } else {
        let names = NearNames(candidates: Self.cssNames.keys + ["transparent"])
        throw .unknownName(near: names.near(folded))
      }
    } catch {
      throw ColorError(error, in: text)
    }
  }

  private static func hexadecimal(_ text: Substring) throws(ColorError.Reason) -> Color {
    let digits = text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count == text.count else { throw .malformedHexadecimal }
    let bytes: [Int]
    switch digits.count {
    case 3, 4: bytes = digits.map { $0 * 17 }
    case 6, 8: bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: throw .malformedHexadecimal
    }
    let components = bytes.map { Double($0) / 255 }
    return Color(
      red: components[0], green: components[1], blue: components[2], alpha: components.count == 4 ? components[3] : 1)
  }

  private static func function(_ name: Substring, body: Substring) throws(ColorError.Reason) -> Color {
    guard body.hasSuffix(")") else { throw .malformedFunction }
    let arguments = try arguments(of: body.dropLast())
    let alpha = try arguments.count == 4 ? number(arguments[3], percentOf: 1) : 1
    switch name {
    case "rgb", "rgba":
      return Color(
        red: try number(arguments[0], percentOf: 255) / 255, green: try number(arguments[1], percentOf: 255) / 255,
        blue: try number(arguments[2], percentOf: 255) / 255, alpha: alpha)
    case "hsl", "hsla":
      return Color(
        hueDegrees: try degrees(arguments[0]), saturation: try number(arguments[1], percentOf: 100) / 100,
        lightness: try number(arguments[2], percentOf: 100) / 100, alpha: alpha)
    default:
      throw .unknownFunction(String(name))
    }
  }

  /// Three or four arguments: all apart by commas, or three by blanks and the fourth behind a slash.
  private static func arguments(of body: Substring) throws(ColorError.Reason) -> [Substring] {
    var arguments: [Substring]
    if body.contains(",") {
      arguments = body.split(separator: ",", omittingEmptySubsequences: false)
    } else {
      let halves = body.split(separator: "/", omittingEmptySubsequences: false)
      arguments = (halves.first ?? "").split(whereSeparator: \.isWhitespace)
      guard arguments.count == 3, halves.count <= 2 else { throw .malformedFunction }
      arguments += halves.dropFirst()
    }
    guard arguments.count == 3 || arguments.count == 4 else { throw .malformedFunction }
    return arguments.map { argument in
      let start = argument.drop(while: \.isWhitespace)
      return start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)]
    }
  }

  /// A number, or a percentage of `whole`; always finite.
  private static func number(_ text: Substring, percentOf whole: Double) throws(ColorError.Reason) -> Double {
    if text.hasSuffix("%") { return try decimal(text.dropLast()) / 100 * whole }
    return try decimal(text)
  }

  /// An angle: degrees without a unit, or with `deg`, `grad`, `rad` or `turn`.
  private static func degrees(_ text: Substring) throws(ColorError.Reason) -> Double {
    let units: [(name: String, degrees: Double)] = [
      ("deg", 1), ("grad", 0.9), ("rad", 180 / .pi), ("turn", 360),
    ]
    for unit in units where text.hasSuffix(unit.name) {
      return try decimal(text.dropLast(unit.name.count)) * unit.degrees
    }
    return try decimal(text)
  }

  /// A CSS number; `Double` alone would take `nan`, `inf` and `0x1p3` as well.
  private static func decimal(_ text: Substring) throws(ColorError.Reason) -> Double {
    guard text.allSatisfy({ "0123456789+-.e".contains($0) }), let value = Double(text), value.isFinite else {
      throw .malformedFunction
    }
    return value
  }

  /// CSS Color Module Level 4, section 7.1.
  private init(hueDegrees: Double, saturation: Double, lightness: Double, alpha: Double) {
    let saturation = min(max(saturation, 0), 1)
    let lightness = min(max(lightness, 0), 1)
    let turn = hueDegrees.truncatingRemainder(dividingBy: 360)
    let hue = turn.isFinite ? (turn < 0 ? turn + 360 : turn) : 0
    let chroma = saturation * min(lightness, 1 - lightness)
    func component(_ n: Double) -> Double {
      let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
      return lightness - chroma * max(-1, min(k - 3, 9 - k, 1))
    }
    self.init(red: component(0), green: component(8), blue: component(4), alpha: alpha)
  }
}

/// Why a text is no colour.
public typealias ColorError = InvalidText<ColorCause>

/// What is wrong with a colour.
public enum ColorCause: InvalidTextCause {
  /// No colour has this name; known names near to it, the nearest first.
  case unknownName(near: [String])
  /// Not 3, 4, 6 or 8 hexadecimal digits behind `#`.
  case malformedHexadecimal
  /// A function other than `rgb`, `rgba`, `hsl` and `hsla`.
  case unknownFunction(String)
  /// Arguments that are no numbers, too few or too many, or a missing parenthesis.
  case malformedFunction

  /// What is wrong, where, and how to mend it, in one line.
  public func message(quoting text: String) -> String {
    switch self {
    case .unknownName(let near) where near.isEmpty:
      "\(text): unknown color; give a CSS name such as white, #rrggbb, #rrggbbaa or rgb(255 0 0 / 50%)"
    case .unknownName(let near):
      "\(text): unknown color; near: \(near.joined(separator: ", "))"
    case .malformedHexadecimal:
      "\(text) is not a color; # is followed by 3, 4, 6 or 8 hexadecimal digits, as in #ff8800"
    case .unknownFunction(let name):
      "\(text) has the unknown function \(name.quoted); use rgb(), rgba(), hsl() or hsla()"
    case .malformedFunction:
      "\(text) is not a color; write it as rgb(255, 0, 0), rgb(255 0 0 / 50%) or hsl(120 100% 50%)"
    }
  }
}
