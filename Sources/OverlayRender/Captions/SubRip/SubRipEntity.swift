/// A character that is written by its name or number: `&amp;`, `&#39;`. Some players show it, others the name; files that
/// were made from web pages have it.
struct SubRipEntity {
  let scalar: Unicode.Scalar
  /// The place behind it.
  let end: Int

  private static let names: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "lrm": "\u{200E}",
    "rlm": "\u{200F}",
  ]
  private static let longest = 10

  /// Reads what begins with `&` at a place; `nil` where that is text.
  init?(_ text: [UInt8], at place: Int, before lineEnd: Int) {
    let content = text[(place + 1)..<min(lineEnd, place + 1 + SubRipEntity.longest)].prefix { $0 != UInt8(ascii: ";") }
    let end = content.endIndex
    guard end < lineEnd, text[end] == UInt8(ascii: ";"),
      let scalar = SubRipEntity.scalar(String(decoding: content, as: UTF8.self))
    else { return nil }
    self.scalar = scalar
    self.end = end + 1
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return names[name] }
    let digits = name.dropFirst()
    let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init)
  }
}
