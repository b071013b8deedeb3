extension CaptionFormat {
  /// How many lines with text are looked at to find what a file is.
  private static let lineLimit = 100

  /// Tells the format of a text by its content.
  init(of text: [UInt8], takesPlainLines: Bool) throws(CaptionError.Kind) {
    var firstLine: Range<Int>?
    var lines = ByteLines(text)
    var count = 0
    while count < CaptionFormat.lineLimit, let line = lines.next() {
      let line = text.trimmed(line)
      guard !line.isEmpty else { continue }
      count += 1
      if firstLine == nil {
        firstLine = line
        if CaptionFormat.isWebVTT(text) {
          self = .webVTT
          return
        }
        if CaptionFormat.beginsAsJSON(text[line.lowerBound...]) {
          self = .json
          return
        }
        if let foreign = ForeignFormat(text, firstLine: line) { throw .foreign(foreign) }
      }
      if SubRipTiming.Line(text, line).isTiming {
        self = .subRip
        return
      }
      if CaptionFormat.isLyrics(text[line]) {
        self = .lyrics
        return
      }
    }
    guard takesPlainLines else {
      throw firstLine.map { .unknownFormat(beginning: text[$0].excerpt) } ?? .empty
    }
    self = .lines
  }

  /// Whether a file has the signature of WebVTT (W3C WebVTT, section 4.1).
  static func isWebVTT(_ bytes: [UInt8]) -> Bool {
    let rest = bytes.dropFirst(bytes.starts(with: [UInt8].byteOrderMark) ? 3 : 0)
    guard rest.starts(with: "WEBVTT".utf8) else { return false }
    guard let next = rest.dropFirst(6).first else { return true }
    return next.isBlank || next == .lineFeed || next == .carriageReturn
  }

  /// An object, or an array of objects. An array of anything else would be the stamp of a lyrics file.
  private static func beginsAsJSON(_ text: ArraySlice<UInt8>) -> Bool {
    let next = text.dropFirst().first { !$0.isBlank && $0 != .lineFeed && $0 != .carriageReturn }
    switch text.first {
    case UInt8(ascii: "{"): return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
    case UInt8(ascii: "["): return next == UInt8(ascii: "{") || next == UInt8(ascii: "]")
    default: return false
    }
  }

  /// Whether a line is one of lyrics: it begins with a stamp such as `[01:02` or with a tag such as `[ti:`.
  private static func isLyrics(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "[") else { return false }
    let rest = line.dropFirst()
    let name = rest.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "]") }
    guard let colon = rest.dropFirst(name.count).first, colon == UInt8(ascii: ":"), !name.isEmpty else { return false }
    if name.allSatisfy({ $0.digit != nil }) { return rest.dropFirst(name.count + 1).first?.digit != nil }
    return lyricsTags.contains(String(decoding: name.prefix(8), as: UTF8.self).lowercased())
  }

  private static let lyricsTags: Set = ["ti", "ar", "al", "au", "lr", "by", "offset", "length", "re", "ve", "la", "id"]
}
