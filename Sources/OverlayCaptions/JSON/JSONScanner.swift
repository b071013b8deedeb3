/// Reads JSON (RFC 8259) from front to back without storing it. The caller requests the values it expects.
///
/// The scanner knows the line and the path at every position, for messages and for the lines on which cues start. It
/// returns numbers as text, because a `Double` cannot represent every nanosecond.
struct JSONScanner {
  /// The maximum nesting depth of objects and arrays.
  static let maximumDepth = 512

  /// The type of a value, according to its first character.
  enum Kind: Sendable, Hashable {
    case object, array, string, number, boolean, null
  }

  /// An object or array that is open.
  private enum Level {
    case object(member: String?)
    case array(count: Int)
  }

  private let text: [UInt8]
  private var position = 0
  private var levels: [Level] = []
  /// The line of the file, from 1.
  private(set) var line = 1

  init(_ text: [UInt8]) {
    self.text = text
  }

  /// The path of the current value in the document, such as `cues[3].start`; empty for the document itself.
  var path: String {
    levels.reduce(into: "") { path, level in
      switch level {
      case .object(nil): break
      case .object(let member?): path += path.isEmpty ? member : ".\(member)"
      case .array(let count): path += "[\(max(0, count - 1))]"
      }
    }
  }

  /// Returns an error at the current position.
  func error(_ reason: CaptionJSONError.Reason) -> CaptionJSONError {
    CaptionJSONError(line: line, path: path, reason: reason)
  }
}

extension JSONScanner {
  /// Returns the type of the next value.
  mutating func kind() throws(CaptionJSONError) -> Kind {
    guard let first = skipBlanks() else { throw error(.malformed("a value is missing")) }
    return switch first {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    case UInt8(ascii: "n"): .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
    default: throw error(.malformed("a value is missing"))
    }
  }

  /// Enters an object.
  mutating func openObject() throws(CaptionJSONError) {
    try expect(.object, "an object in { }")
    try open(.object(member: nil))
  }

  /// Enters an array.
  mutating func openArray() throws(CaptionJSONError) {
    try expect(.array, "a list in [ ]")
    try open(.array(count: 0))
  }

  /// Moves to the value of the next member of the innermost open object and returns the member's name. At the end of
  /// the object, closes it and returns `nil`.
  mutating func nextMember() throws(CaptionJSONError) -> String? {
    guard case .object(let before) = levels.last else { return nil }
    if try closes(with: UInt8(ascii: "}"), isFirst: before == nil) { return nil }
    guard skipBlanks() == UInt8(ascii: "\"") else { throw error(.malformed("a member's name in \" is missing")) }
    let name = try string()
    levels[levels.count - 1] = .object(member: name)
    guard skipBlanks() == UInt8(ascii: ":") else { throw error(.malformed("a : is missing")) }
    position += 1
    return name
  }

  /// Moves to the next element of the innermost open array. At the end of the array, closes it and returns `false`.
  mutating func nextElement() throws(CaptionJSONError) -> Bool {
    guard case .array(let count) = levels.last else { return false }
    if try closes(with: UInt8(ascii: "]"), isFirst: count == 0) { return false }
    levels[levels.count - 1] = .array(count: count + 1)
    return true
  }

  /// Checks that nothing follows the document.
  mutating func finish() throws(CaptionJSONError) {
    if skipBlanks() != nil { throw error(.malformed("there is text after its end")) }
  }

  private mutating func open(_ level: Level) throws(CaptionJSONError) {
    guard levels.count < JSONScanner.maximumDepth else { throw error(.tooDeep) }
    levels.append(level)
    position += 1
  }

  /// Skips the mark that closes a level, or the comma between two elements. Returns whether the level was closed.
  private mutating func closes(with mark: UInt8, isFirst: Bool) throws(CaptionJSONError) -> Bool {
    let next = skipBlanks()
    if next == mark {
      position += 1
      levels.removeLast()
      return true
    }
    guard !isFirst else { return false }
    guard next == UInt8(ascii: ",") else {
      throw error(.malformed("a , or \(Character(Unicode.Scalar(mark))) is missing"))
    }
    position += 1
    return false
  }
}

extension JSONScanner {
  /// Reads the value of a string. A lone surrogate becomes U+FFFD.
  mutating func string() throws(CaptionJSONError) -> String {
    try expect(.string, "a text in \" \"")
    position += 1
    var bytes: [UInt8] = []
    while true {
      let plain = text[position...].prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 >= 0x20 }
      position = plain.endIndex
      guard position < text.count else { throw error(.malformed("a text has no \" at its end")) }
      let mark = text[position]
      position += 1
      if mark == UInt8(ascii: "\"") {
        return String(decoding: bytes.isEmpty ? plain : bytes + plain, as: UTF8.self)
      }
      guard mark == UInt8(ascii: "\\") else {
        throw error(.malformed("a control character or a line end is in a text: write \\n, \\t or \\u0000"))
      }
      bytes += plain
      bytes += String(try escaped()).utf8
    }
  }

  /// Reads a number as text.
  mutating func number(_ expected: String = "a number") throws(CaptionJSONError) -> String {
    try expect(.number, expected)
    let token = text[position...].prefix(while: \.isOfNumber)
    // Swift also accepts numbers that JSON forbids (a leading zero, a point at the end), which does no harm.
    let number = String(decoding: token, as: UTF8.self)
    guard Double(number)?.isFinite == true else { throw error(.badValue(number, expected: expected)) }
    position = token.endIndex
    return number
  }

  /// Reads `true` or `false`.
  mutating func boolean() throws(CaptionJSONError) -> Bool {
    try expect(.boolean, "true or false")
    if skipWord("true") { return true }
    if skipWord("false") { return false }
    throw error(.malformed("a value is missing"))
  }

  /// Skips `null` if it is next. Returns whether it was.
  mutating func skipNull() throws(CaptionJSONError) -> Bool {
    guard try kind() == .null else { return false }
    guard skipWord("null") else { throw error(.malformed("a value is missing")) }
    return true
  }

  /// Skips a value with everything in it.
  mutating func skipValue() throws(CaptionJSONError) {
    let depth = levels.count
    try skipToken()
    while levels.count > depth {
      let hasNext: Bool
      if case .object = levels.last { hasNext = try nextMember() != nil } else { hasNext = try nextElement() }
      if hasNext { try skipToken() }
    }
  }

  /// Skips a scalar value, or enters an object or array.
  private mutating func skipToken() throws(CaptionJSONError) {
    switch try kind() {
    case .object: try openObject()
    case .array: try openArray()
    case .string: _ = try string()
    case .number: _ = try number()
    case .boolean: _ = try boolean()
    case .null: _ = try skipNull()
    }
  }

  private mutating func expect(_ kind: Kind, _ expected: String) throws(CaptionJSONError) {
    guard try self.kind() == kind else { throw error(.wrongKind(expected: expected)) }
  }

  private mutating func skipWord(_ word: String) -> Bool {
    guard text[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  /// Returns the character of an escape sequence; the position is after its `\`.
  private mutating func escaped() throws(CaptionJSONError) -> Unicode.Scalar {
    let mark = position < text.count ? text[position] : 0
    position += 1
    switch mark {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(mark)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = codeUnit() else { break }
      guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
      let unitEnd = position
      if skipWord("\\u"), let trail = codeUnit(), UTF16.isTrailSurrogate(trail) {
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
      }
      position = unitEnd
      return "\u{FFFD}"
    default: break
    }
    throw error(.malformed("\\ must be followed by one of \" \\ / b f n r t, or by u and four hexadecimal digits"))
  }

  private mutating func codeUnit() -> UInt16? {
    let digits = text[min(position, text.count)...].prefix(4)
    guard digits.count == 4, digits.allSatisfy(\.isHexadecimalDigit) else { return nil }
    position += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// Skips whitespace and returns the next byte; `nil` at the end.
  @discardableResult
  private mutating func skipBlanks() -> UInt8? {
    while position < text.count {
      let byte = text[position]
      switch byte {
      case UInt8(ascii: "\n"): line += 1
      // A line end may be CR alone.
      case UInt8(ascii: "\r"):
        if position + 1 == text.count || text[position + 1] != UInt8(ascii: "\n") { line += 1 }
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      default: return byte
      }
      position += 1
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isOfNumber: Bool {
    switch self {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
    default: isDigit
    }
  }

  fileprivate var isHexadecimalDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}
