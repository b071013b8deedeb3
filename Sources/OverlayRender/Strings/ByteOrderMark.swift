/// The mark that a text may begin with, which names its encoding (The Unicode Standard, section 23.8).
struct ByteOrderMark {
  let encoding: String

  /// The mark that bytes begin with; `nil` for none.
  init?(of bytes: [UInt8]) {
    // The mark of UTF-32 in little-endian order begins as that of UTF-16 does; no text begins with a zero character.
    let marks: [(bytes: [UInt8], encoding: String)] = [
      (.byteOrderMark, "UTF-8"), ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"),
      ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"),
    ]
    guard let mark = marks.first(where: { bytes.starts(with: $0.bytes) }) else { return nil }
    encoding = mark.encoding
  }
}
