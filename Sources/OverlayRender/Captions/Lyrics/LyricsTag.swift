/// A tag in brackets as LRC writes it: `[ti:A title]`.
struct LyricsTag {
  /// How long a name may be; what is longer is text.
  private static let longestName = 32

  /// What it says.
  let tag: CaptionTag
  /// The place behind it.
  let end: Int

  /// Reads the tag that opens at a place of a line; `nil` where there is none.
  ///
  /// A value may hold brackets of its own (`[ti:Title [Live]]`), so it lasts until one that nothing follows but another tag,
  /// or a stamp.
  init?(in line: ArraySlice<UInt8>, at place: Int) {
    guard let valueStart = LyricsTag.valueStart(in: line, at: place) else { return nil }
    let closing = line.indices[valueStart...].first { index in
      guard line[index] == UInt8(ascii: "]") else { return false }
      let next = line[(index + 1)...].drop(while: \.isBlank)
      return next.isEmpty || LyricsTag.valueStart(in: line, at: next.startIndex) != nil
        || LyricsStamp.opens(in: line, at: next.startIndex, behindJoiners: false)
    }
    guard let closing else { return nil }
    let name = LyricsStamp.trimmed(line[(place + 1)..<(valueStart - 1)])
    tag = CaptionTag(
      name: String(decoding: name, as: UTF8.self),
      value: String(decoding: LyricsStamp.trimmed(line[valueStart..<closing]), as: UTF8.self))
    end = closing + 1
  }

  /// The tag as a line of a file; `nil` for one that would not be read as it is.
  static func line(_ tag: CaptionTag) -> String? {
    let line = "[\(tag.name):\(tag.value)]"
    let bytes = Array(line.utf8)
    guard CaptionText.cleaned(bytes[...]).elementsEqual(bytes), let read = LyricsTag(in: bytes[...], at: 0) else {
      return nil
    }
    return read.tag == tag && read.end == bytes.count ? line : nil
  }

  /// Where the value begins of a tag that opens at a place: behind a bracket, a name and a colon.
  private static func valueStart(in line: ArraySlice<UInt8>, at place: Int) -> Int? {
    guard line[place] == UInt8(ascii: "[") else { return nil }
    let name = line[(place + 1)...].prefix(longestName + 1).prefix(while: \.isOfTagName)
    guard let first = name.first, !first.isDigit, name.count <= longestName else { return nil }
    let rest = line[name.endIndex...].prefix(longestName).drop(while: \.isBlank)
    return rest.first == UInt8(ascii: ":") ? rest.startIndex + 1 : nil
  }
}

extension UInt8 {
  /// Letters, digits, `_`, `-`, and `#` of comments.
  fileprivate var isOfTagName: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
      || self == UInt8(ascii: "-") || self == UInt8(ascii: "#")
  }
}
