/// Pieces of JSON as text.
package enum JSONText {
  package static func string(_ text: String) -> String {
    if text.utf8.allSatisfy(\.isUnescaped) { return "\"\(text)\"" }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      // Control characters must be escaped in JSON. The line separators end a line in other languages.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let code = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Returns a finite number with the fewest digits that represent it exactly.
  package static func number(_ number: Double) -> String {
    Int64(exactly: number).map { String($0) } ?? String(number)
  }

  /// Returns members in the given order on one line, without spaces if it is compact.
  package static func object(_ members: [(name: String, value: String)], isCompact: Bool = false) -> String {
    let (colon, comma) = isCompact ? (":", ",") : (": ", ", ")
    return "{" + members.map { string($0.name) + colon + $0.value }.joined(separator: comma) + "}"
  }

  /// Returns elements on one line.
  package static func list(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ", ") + "]"
  }
}

extension UInt8 {
  /// Whether a byte of UTF-8 never needs to be escaped. C1 controls and the line separators start with C2 and E2.
  fileprivate var isUnescaped: Bool {
    switch self {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xE2: false
    default: true
    }
  }
}
