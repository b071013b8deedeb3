/// The parts of a text in which lines are not broken, although Pango would: words of Korean, and phrases of Chinese and
/// Japanese.
///
/// In these scripts a line may end after nearly every character (UAX #14). Readers of Korean expect whole words
/// (`word-break: keep-all` in CSS), and captions in Chinese and Japanese end lines after punctuation if they can.
struct UnbrokenText {
  /// The width of the whole space in pixels. A word that is longer may be broken.
  ///
  /// A search for a narrower width keeps the same words whole. Otherwise it would find one at which they are broken.
  let width: Double
  /// Whether lines of Chinese and Japanese end only after punctuation.
  var includesPhrases = false

  /// The greatest number of parts of a text. For each of them, Pango walks along the text for each of its lines.
  private static let maximumCount = 256

  init(width: Double) {
    self.width = width
  }

  /// Returns the parts of a text, as byte ranges; none if there are too many.
  func ranges(of shape: TextShape) -> [Range<Int>] {
    let ranges =
      UnbrokenText.koreanWords(of: shape.string, fontSize: shape.font.size, width: width)
      + (includesPhrases ? UnbrokenText.phrases(of: shape.string) : [])
    return ranges.count <= UnbrokenText.maximumCount ? ranges : []
  }

  /// Returns the words of a text that contain Hangul and are shorter than `width`, as byte ranges.
  static func koreanWords(of text: String, fontSize: Double, width: Double) -> [Range<Int>] {
    guard mayContain(0xEA...0xED, text) else { return [] }
    return parts(of: text, endingAfter: \.properties.isWhitespace) { $0.isHangul }.filter { range, count in
      // No character is wider than it is high, except for some emoji.
      Double(count) * fontSize < width
    }.map(\.range)
  }

  /// Returns the phrases of a text that contain Chinese characters or kana, with the punctuation after them, as byte
  /// ranges.
  static func phrases(of text: String) -> [Range<Int>] {
    guard mayContain(0xE3...0xE9, text) else { return [] }
    return parts(of: text, endingAfter: { $0.properties.isWhitespace || $0.endsPhrase }) { $0.isHanOrKana }.map(\.range)
  }

  /// Returns whether any byte of the UTF-8 is in a range, as the first byte of each character of a script is.
  private static func mayContain(_ bytes: ClosedRange<UInt8>, _ text: String) -> Bool {
    text.utf8.contains(where: bytes.contains)
  }

  /// Returns the parts of a text of at least two characters, one of which is of a script, with their numbers of
  /// characters. A part ends after the last of consecutive characters that end one, which are not counted.
  private static func parts(
    of text: String, endingAfter isEnd: (Unicode.Scalar) -> Bool, containing isOfScript: (Unicode.Scalar) -> Bool
  ) -> [(range: Range<Int>, count: Int)] {
    var parts: [(range: Range<Int>, count: Int)] = []
    var (start, offset, count) = (0, 0, 0)
    var (isInScript, hasEnded) = (false, false)
    func end() {
      if isInScript, count > 1 { parts.append((start..<offset, count)) }
      (start, count, isInScript, hasEnded) = (offset, 0, false, false)
    }
    for scalar in text.unicodeScalars {
      let ends = isEnd(scalar)
      if hasEnded, !ends { end() }
      hasEnded = ends
      isInScript = isInScript || isOfScript(scalar)
      offset += UTF8.width(scalar)
      if !ends { count += 1 }
    }
    end()
    return parts
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a syllable or a letter of Korean.
  fileprivate var isHangul: Bool {
    switch value {
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true
    default: false
    }
  }

  fileprivate var isHanOrKana: Bool {
    switch value {
    case 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  /// Whether a phrase ends after the scalar: punctuation, and closing brackets and quotation marks after it.
  fileprivate var endsPhrase: Bool {
    switch self {
    case "、", "。", "，", "．", "！", "？", "；", "：", "…", "‥", "」", "』", "）", "】", "》", "〉", "〕", "”", "’",
      "!", "?", ",", ".", ";", ":", "♪", "〜", "～":
      true
    default: false
    }
  }
}
