/// The content of braces: overrides of ASS such as `{\an8}` and `{\i1\c&H0000FF&}`, some of which are supported, or
/// codes of MicroDVD such as `{y:i}`, which are ignored. Neither is text.
struct SubRipOverrides {
  private(set) var alignment: SubRipAlignment?
  /// The changes of the style, in order.
  private(set) var changes: [SubRipStyle.Change] = []
  /// Whether the text that follows is a drawing.
  private(set) var isDrawing: Bool?
  /// Whether some of the overrides are not supported.
  private(set) var areIncomplete = false

  /// Returns whether overrides or codes start at a brace. `{words}` is text.
  static func begin(in text: [UInt8], at index: Int, before lineEnd: Int) -> Bool {
    guard index + 2 < lineEnd else { return false }
    return text[index + 1] == UInt8(ascii: "\\")
      || ("CcFfoPSsYy".utf8.contains(text[index + 1]) && text[index + 2] == UInt8(ascii: ":"))
  }

  /// Reads the content of braces.
  init(_ content: ArraySlice<UInt8>) {
    guard content.first == UInt8(ascii: "\\") else { return }
    for override in content.split(separator: UInt8(ascii: "\\")) { read(override) }
  }

  /// Reads an override without the backslash: a name, and a value in digits, in parentheses or in letters.
  private mutating func read(_ override: ArraySlice<UInt8>) {
    // The primary color also has a number: `1c`.
    let name = override.starts(with: "1c".utf8) ? override.dropFirst() : override
    let letters = name.prefix { $0.isLetter }
    let rest = name[letters.endIndex...]
    let number = rest.prefix { $0.digit != nil }.prefix(4).reduce(0) { $0 * 10 + ($1.digit ?? 0) }
    switch String(decoding: letters, as: UTF8.self) {
    case "an": alignment = alignment ?? SubRipAlignment(number)
    case "a": alignment = alignment ?? SubRipAlignment(legacy: number)
    case "b", "i", "u", "s": changes.append(.letter(letters[letters.startIndex], isOn: number > 0))
    case "c": changes.append(.color(Color(overridden: rest)))
    case "fs":
      // With a sign, which is rare, it is a change of the size.
      guard rest.first.map({ $0.digit != nil }) ?? true else { return areIncomplete = true }
      changes.append(.scale(number > 0 ? Double(number) / SubRipFont.standardSize : nil))
    case "p": isDrawing = number > 0
    case let face where face.hasPrefix("fn"):
      let face = String(decoding: override.dropFirst(2), as: UTF8.self).filter { !$0.isControl }
      changes.append(.face(face.isEmpty ? nil : face))
    // The name of a style may follow.
    case let reset where reset.hasPrefix("r"): changes.append(.reset)
    default: areIncomplete = true
    }
  }
}

extension Color {
  /// Reads the value of a color override, `&H0000FF&`: blue, green and red in hexadecimal digits, of which leading
  /// zeros may be missing. Returns `nil` for the color of other text.
  fileprivate init?(overridden value: ArraySlice<UInt8>) {
    let digits = String(decoding: value, as: UTF8.self).uppercased().filter { !"&H ".contains($0) }
    // Eight digits begin with an alpha, which has no meaning here.
    guard !digits.isEmpty, digits.count <= 8, let number = UInt32(digits, radix: 16) else { return nil }
    func component(_ shift: UInt32) -> Double { Double(number >> shift & 0xFF) / 255 }
    self.init(red: component(0), green: component(8), blue: component(16))
  }
}
