/// What stands between braces: overrides of ASS such as `{\an8}` and `{\i1\b0}`, of which a few are heard, or codes of
/// MicroDVD such as `{y:i}`, of which none is. Neither is text.
struct SubRipOverrides {
  private(set) var alignment: SubRipAlignment?
  /// Letters of styles, in order, that are begun or ended.
  private(set) var letters: [(letter: UInt8, isOn: Bool)] = []
  /// Whether text is the course of a line from here on.
  private(set) var isDrawing: Bool?

  /// Whether a brace begins any; `{words}` are text.
  static func begin(in text: [UInt8], at place: Int, before lineEnd: Int) -> Bool {
    guard place + 2 < lineEnd else { return false }
    return text[place + 1] == UInt8(ascii: "\\")
      || ("CcFfoPSsYy".utf8.contains(text[place + 1]) && text[place + 2] == UInt8(ascii: ":"))
  }

  /// Reads what is between the braces.
  init(_ content: ArraySlice<UInt8>) {
    guard content.first == UInt8(ascii: "\\") else { return }
    for override in content.split(separator: UInt8(ascii: "\\")) {
      let name = override.prefix { $0.isLetter }
      let value = override[name.endIndex...].prefix { $0.digit != nil }.prefix(4)
        .reduce(0) { $0 * 10 + ($1.digit ?? 0) }
      switch String(decoding: name.prefix(3), as: UTF8.self) {
      case "an": alignment = alignment ?? SubRipAlignment(value)
      case "a": alignment = alignment ?? SubRipAlignment(legacy: value)
      case "b", "i", "u", "s": letters.append((name[name.startIndex], value > 0))
      case "p": isDrawing = value > 0
      default: break
      }
    }
  }
}
