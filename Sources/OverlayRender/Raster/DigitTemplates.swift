import CCairo

/// Makes the texts of clocks and timers from texts that are already shaped, by replacing digits.
///
/// In a text whose digits have equal widths, another digit changes one glyph and nothing else. So a clock is shaped
/// when it starts and when its length changes, but not every second. This needs a font that has one glyph for each
/// digit, whatever is next to it; all pairs of digits are shaped once to check that. A digit next to a letter is never
/// replaced, because the two may be one glyph, as in "1st".
final class DigitTemplates {
  /// The glyphs of a style's ten digits, whose `x` is relative to the `x` of their cells.
  fileprivate struct Digits {
    let glyphs: [GlyphRecording.Glyph]
    /// The text that keeps their font alive.
    let source: ShapedText
  }

  /// A shaped text, in which the digits can be replaced.
  fileprivate struct Template {
    let string: String
    let text: ShapedText
  }

  /// By the text with only zeros as digits.
  private var templates: RecentCache<TextShape, Template>
  /// By the style, which is a text without characters. The value is `nil` if the font has no such glyphs.
  private var styles: RecentCache<TextShape, Digits?>

  /// Creates an empty cache for about `capacity` bytes of texts, some hundred clocks, and for `styleCapacity` styles.
  init(capacity: Int = 1 << 20, styleCapacity: Int = 256) {
    templates = RecentCache(capacity: capacity)
    styles = RecentCache(capacity: styleCapacity)
  }

  /// Returns a text without a width, made from one that was shaped before, or shaped now.
  func text(_ shape: TextShape, shapedBy shaped: (TextShape) -> ShapedText) -> ShapedText {
    guard let zeros = shape.withZerosForDigits else { return shaped(shape) }
    guard let template = templates[zeros] else {
      let text = shaped(shape)
      templates.insert(Template(string: shape.string, text: text), for: zeros, cost: TextEngine.bytes(of: shape))
      return text
    }
    guard let digits = digits(of: zeros, shapedBy: shaped),
      let glyphs = template.glyphs(for: shape.string, digits.glyphs)
    else { return shaped(shape) }
    return ShapedText(replacingGlyphsOf: template.text, by: glyphs)
  }

  private func digits(of shape: TextShape, shapedBy shaped: (TextShape) -> ShapedText) -> Digits? {
    var style = shape
    style.string = ""
    if let known = styles[style] { return known }
    let digits = Digits(style, shapedBy: shaped)
    styles.insert(digits, for: style, cost: 1)
    return digits
  }
}

extension DigitTemplates.Digits {
  /// Shapes all pairs of digits in a style. Returns `nil` if the glyph of a digit depends on the digits next to it.
  fileprivate init?(_ style: TextShape, shapedBy shaped: (TextShape) -> ShapedText) {
    let values = (0..<10).flatMap { first in (0..<10).flatMap { [first, $0] } }
    var pairs = style
    pairs.string = String(decoding: values.map { UInt8(ascii: "0") + UInt8($0) }, as: UTF8.self)
    source = shaped(pairs)
    let all = source.recording.glyphs
    guard source.isPlain, all.count == values.count else { return nil }
    // The first two digits are both zeros.
    let (start, cell) = (all[0].x, all[1].x - all[0].x)
    var digits: [Int: GlyphRecording.Glyph] = [:]
    for (index, value) in values.enumerated() {
      var digit = all[index]
      digit.x -= start + index * cell
      guard digit.font == all[0].font, digits[value] ?? digit == digit else { return nil }
      digits[value] = digit
    }
    glyphs = digits.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension DigitTemplates.Template {
  /// Returns the glyphs of a text that differs from this one only in digits. Returns `nil` if this one has other glyphs
  /// for its digits, or not one glyph for each character.
  fileprivate func glyphs(for other: String, _ digits: [GlyphRecording.Glyph]) -> [GlyphRecording.Glyph]? {
    var glyphs = text.recording.glyphs
    guard text.isPlain, glyphs.count == string.utf8.count, glyphs.count == other.utf8.count else { return nil }
    for (index, (old, new)) in zip(string.utf8, other.utf8).enumerated() {
      guard let oldValue = old.digitValue, let newValue = new.digitValue else { continue }
      let (glyph, digit) = (glyphs[index], digits[oldValue])
      guard glyph.font == digit.font, glyph.index == digit.index, glyph.yOffset == digit.yOffset else { return nil }
      glyphs[index].index = digits[newValue].index
      glyphs[index].extents = digits[newValue].extents
      glyphs[index].x += digits[newValue].x - digit.x
      guard digits[newValue].yOffset == digit.yOffset else { return nil }
    }
    return glyphs
  }
}

extension TextShape {
  /// The text with zeros for all digits, or `nil` if more than the glyphs of the digits may depend on them: for texts
  /// that are not in one style or not of one line, and where a digit is next to a letter.
  fileprivate var withZerosForDigits: TextShape? {
    guard hasEqualDigits, letterSpacing == 0, runs.isEmpty, annotations.isEmpty, !isVertical else { return nil }
    var (hasDigits, before) = (false, UInt8(ascii: " "))
    for byte in string.utf8 {
      guard (0x20..<0x7F).contains(byte) else { return nil }
      let isDigit = byte.digitValue != nil
      if isDigit ? before.isLetter : byte.isLetter && before.digitValue != nil { return nil }
      hasDigits = hasDigits || isDigit
      before = byte
    }
    guard hasDigits else { return nil }
    var shape = self
    // A short string in UTF-8 needs no memory of its own.
    shape.string = String(unsafeUninitializedCapacity: string.utf8.count) { bytes in
      for (index, byte) in string.utf8.enumerated() {
        bytes[index] = byte.digitValue == nil ? byte : UInt8(ascii: "0")
      }
      return string.utf8.count
    }
    return shape
  }
}

extension UInt8 {
  /// The value of an ASCII digit.
  fileprivate var digitValue: Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) ? Int(self - UInt8(ascii: "0")) : nil
  }
}
