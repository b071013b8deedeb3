/// File names with a number in them, written as for printf: exactly one `%d` or `%05d`, and `%%` for a percent sign.
struct NumberedName {
  private let prefix: String
  private let suffix: String
  private let digits: Int?

  /// A pattern without a number is one name.
  var hasNumber: Bool { digits != nil }

  /// - Throws: `SinkError.badPattern` for a second number or any other `%`.
  init(_ pattern: String) throws(SinkError) {
    var parts = [""]
    var digits: Int?
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts[parts.count - 1].append(character)
        continue
      }
      let position = pattern.distance(from: pattern.startIndex, to: rest.startIndex)
      if rest.first == "%" {
        parts[parts.count - 1].append("%")
      } else if digits == nil, let width = Self.takeWidth(from: &rest), rest.first == "d" {
        digits = width
        parts.append("")
      } else {
        throw .badPattern(pattern: pattern, position: position)
      }
      rest.removeFirst()
    }
    prefix = parts[0]
    suffix = parts.count > 1 ? parts[1] : ""
    self.digits = digits
  }

  /// The name of file `number` (from 1), with zeros in front up to the width asked for.
  func name(_ number: Int) -> String {
    guard let digits else { return prefix }
    let text = String(number)
    return prefix + String(repeating: "0", count: max(0, digits - text.count)) + text + suffix
  }

  /// Takes `05` of `%05d`, or nothing of `%d`; nil when it is neither.
  private static func takeWidth(from text: inout Substring) -> Int? {
    let width = text.prefix { $0.isASCII && $0.isNumber }
    text.removeFirst(width.count)
    if width.isEmpty { return 0 }
    return width.first == "0" && (2...3).contains(width.count) ? Int(width) : nil
  }
}
