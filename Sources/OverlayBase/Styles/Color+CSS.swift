extension Color {
  /// Creates a color from CSS: a name, `transparent`, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`,
  /// `hsl()` or `hsla()`. Functions take commas, or spaces and a slash (CSS Color Module Level 4).
  ///
  /// Case does not matter. Components out of range are clamped, as in CSS.
  ///
  /// - Throws: `ColorError` if the text is not a color in one of these forms.
  public init(css text: String) throws(ColorError) {
    let folded = text.lowercased().withoutOuterSpaces
    do throws(ColorError.Reason) {
      if folded.hasPrefix("#") {
        self = try Self.hexadecimal(folded.dropFirst())
      } else if let parenthesis = folded.firstIndex(of: "(") {
        self = try Self.function(folded[..<parenthesis], body: folded[folded.index(after: parenthesis)...])
      } else if let rgb = Self.cssNames[folded] {
        self.init(rgb: rgb)
      } else if folded == "transparent" {
        self = Color(white: 0, alpha: 0)
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

  /// Returns three or four arguments: separated by commas, or three separated by spaces and the fourth after a slash.
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

  /// Returns a number, or a percentage of `whole`. The result is finite.
  private static func number(_ text: Substring, percentOf whole: Double) throws(ColorError.Reason) -> Double {
    if text.hasSuffix("%") { return try decimal(text.dropLast()) / 100 * whole }
    return try decimal(text)
  }

  /// Returns an angle in degrees. Without a unit it is in degrees; the units are `deg`, `grad`, `rad` and `turn`.
  private static func degrees(_ text: Substring) throws(ColorError.Reason) -> Double {
    let units: [(name: String, degrees: Double)] = [
      ("deg", 1), ("grad", 0.9), ("rad", 180 / .pi), ("turn", 360),
    ]
    for unit in units where text.hasSuffix(unit.name) {
      return try decimal(text.dropLast(unit.name.count)) * unit.degrees
    }
    return try decimal(text)
  }

  /// Returns a CSS number. `Double` alone would also accept `nan`, `inf` and `0x1p3`.
  private static func decimal(_ text: Substring) throws(ColorError.Reason) -> Double {
    guard text.allSatisfy({ "0123456789+-.e".contains($0) }), let value = Double(text), value.isFinite else {
      throw .malformedFunction
    }
    return value
  }

  /// Creates a color from hue, saturation and lightness (CSS Color Module Level 4, section 7.1).
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

/// An error in the text of a color.
public typealias ColorError = InvalidText<ColorCause>

/// The cause of an error in the text of a color.
public enum ColorCause: InvalidTextCause {
  /// The name is not known. The associated value contains similar names, the most similar first.
  case unknownName(near: [String])
  /// There are not 3, 4, 6 or 8 hexadecimal digits after `#`.
  case malformedHexadecimal
  /// The function is not `rgb`, `rgba`, `hsl` or `hsla`.
  case unknownFunction(String)
  /// An argument is not a number, there are too few or too many, or a parenthesis is missing.
  case malformedFunction

  /// Returns one line with the error, its position, and how to correct it.
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

extension String {
  /// The string without spaces and tabs at both ends.
  fileprivate var withoutOuterSpaces: String {
    func isText(_ character: Character) -> Bool { !character.isWhitespace || character.isNewline }
    guard let first = firstIndex(where: isText), let last = lastIndex(where: isText) else { return "" }
    return String(self[first...last])
  }
}

extension Color {
  /// The named colors of CSS Color Module Level 4, as 0xRRGGBB.
  package static let cssNames: [String: UInt32] = [
    "aliceblue": 0xF0F8FF, "antiquewhite": 0xFAEBD7, "aqua": 0x00FFFF, "aquamarine": 0x7FFFD4, "azure": 0xF0FFFF,
    "beige": 0xF5F5DC, "bisque": 0xFFE4C4, "black": 0x000000, "blanchedalmond": 0xFFEBCD, "blue": 0x0000FF,
    "blueviolet": 0x8A2BE2, "brown": 0xA52A2A, "burlywood": 0xDEB887, "cadetblue": 0x5F9EA0, "chartreuse": 0x7FFF00,
    "chocolate": 0xD2691E, "coral": 0xFF7F50, "cornflowerblue": 0x6495ED, "cornsilk": 0xFFF8DC, "crimson": 0xDC143C,
    "cyan": 0x00FFFF, "darkblue": 0x00008B, "darkcyan": 0x008B8B, "darkgoldenrod": 0xB8860B, "darkgray": 0xA9A9A9,
    "darkgreen": 0x006400, "darkgrey": 0xA9A9A9, "darkkhaki": 0xBDB76B, "darkmagenta": 0x8B008B,
    "darkolivegreen": 0x556B2F, "darkorange": 0xFF8C00, "darkorchid": 0x9932CC, "darkred": 0x8B0000,
    "darksalmon": 0xE9967A, "darkseagreen": 0x8FBC8F, "darkslateblue": 0x483D8B, "darkslategray": 0x2F4F4F,
    "darkslategrey": 0x2F4F4F, "darkturquoise": 0x00CED1, "darkviolet": 0x9400D3, "deeppink": 0xFF1493,
    "deepskyblue": 0x00BFFF, "dimgray": 0x696969, "dimgrey": 0x696969, "dodgerblue": 0x1E90FF, "firebrick": 0xB22222,
    "floralwhite": 0xFFFAF0, "forestgreen": 0x228B22, "fuchsia": 0xFF00FF, "gainsboro": 0xDCDCDC,
    "ghostwhite": 0xF8F8FF, "gold": 0xFFD700, "goldenrod": 0xDAA520, "gray": 0x808080, "green": 0x008000,
    "greenyellow": 0xADFF2F, "grey": 0x808080, "honeydew": 0xF0FFF0, "hotpink": 0xFF69B4, "indianred": 0xCD5C5C,
    "indigo": 0x4B0082, "ivory": 0xFFFFF0, "khaki": 0xF0E68C, "lavender": 0xE6E6FA, "lavenderblush": 0xFFF0F5,
    "lawngreen": 0x7CFC00, "lemonchiffon": 0xFFFACD, "lightblue": 0xADD8E6, "lightcoral": 0xF08080,
    "lightcyan": 0xE0FFFF, "lightgoldenrodyellow": 0xFAFAD2, "lightgray": 0xD3D3D3, "lightgreen": 0x90EE90,
    "lightgrey": 0xD3D3D3, "lightpink": 0xFFB6C1, "lightsalmon": 0xFFA07A, "lightseagreen": 0x20B2AA,
    "lightskyblue": 0x87CEFA, "lightslategray": 0x778899, "lightslategrey": 0x778899, "lightsteelblue": 0xB0C4DE,
    "lightyellow": 0xFFFFE0, "lime": 0x00FF00, "limegreen": 0x32CD32, "linen": 0xFAF0E6, "magenta": 0xFF00FF,
    "maroon": 0x800000, "mediumaquamarine": 0x66CDAA, "mediumblue": 0x0000CD, "mediumorchid": 0xBA55D3,
    "mediumpurple": 0x9370DB, "mediumseagreen": 0x3CB371, "mediumslateblue": 0x7B68EE, "mediumspringgreen": 0x00FA9A,
    "mediumturquoise": 0x48D1CC, "mediumvioletred": 0xC71585, "midnightblue": 0x191970, "mintcream": 0xF5FFFA,
    "mistyrose": 0xFFE4E1, "moccasin": 0xFFE4B5, "navajowhite": 0xFFDEAD, "navy": 0x000080, "oldlace": 0xFDF5E6,
    "olive": 0x808000, "olivedrab": 0x6B8E23, "orange": 0xFFA500, "orangered": 0xFF4500, "orchid": 0xDA70D6,
    "palegoldenrod": 0xEEE8AA, "palegreen": 0x98FB98, "paleturquoise": 0xAFEEEE, "palevioletred": 0xDB7093,
    "papayawhip": 0xFFEFD5, "peachpuff": 0xFFDAB9, "peru": 0xCD853F, "pink": 0xFFC0CB, "plum": 0xDDA0DD,
    "powderblue": 0xB0E0E6, "purple": 0x800080, "rebeccapurple": 0x663399, "red": 0xFF0000, "rosybrown": 0xBC8F8F,
    "royalblue": 0x4169E1, "saddlebrown": 0x8B4513, "salmon": 0xFA8072, "sandybrown": 0xF4A460, "seagreen": 0x2E8B57,
    "seashell": 0xFFF5EE, "sienna": 0xA0522D, "silver": 0xC0C0C0, "skyblue": 0x87CEEB, "slateblue": 0x6A5ACD,
    "slategray": 0x708090, "slategrey": 0x708090, "snow": 0xFFFAFA, "springgreen": 0x00FF7F, "steelblue": 0x4682B4,
    "tan": 0xD2B48C, "teal": 0x008080, "thistle": 0xD8BFD8, "tomato": 0xFF6347, "turquoise": 0x40E0D0,
    "violet": 0xEE82EE, "wheat": 0xF5DEB3, "white": 0xFFFFFF, "whitesmoke": 0xF5F5F5, "yellow": 0xFFFF00,
    "yellowgreen": 0x9ACD32,
  ]
}
