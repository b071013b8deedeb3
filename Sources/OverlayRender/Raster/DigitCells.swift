import CCairo

/// Gives all digits of a text the same width if the digits of the font differ in width.
///
/// With OpenType `tnum`, most fonts need no change. In other fonts, each digit is centered in a cell with the width of
/// the widest digit of its script. So the value of a clock never moves anything.
final class DigitCells {
  private struct Key: Hashable {
    let font: UnsafeMutablePointer<PangoFont>
    let zero: UInt32
  }

  /// The width of each font's digits, in Pango units. The fonts are kept alive, so that an address identifies one font.
  private var widths: [Key: Int32] = [:]

  deinit {
    ShapedText.shaping.withLock { removeAll() }
  }

  private func removeAll() {
    for key in widths.keys { g_object_unref(key.font) }
    widths.removeAll()
  }

  /// Widens the digits of a layout with its text, style and width.
  func equalize(_ layout: OpaquePointer) {
    guard let text = pango_layout_get_text(layout) else { return }
    // Do not use the read-only lines: the glyphs are changed below, which Pango permits.
    for line in pango_layout_get_lines(layout).elements(of: PangoLayoutLine.self) {
      for run in line.pointee.runs.elements(of: PangoGlyphItem.self) { equalize(run.pointee, of: text) }
    }
  }

  /// Widens the digits of a run without letter spacing.
  func equalize(_ run: PangoGlyphItem, of text: UnsafePointer<CChar>) {
    guard let item = run.item, let glyphs = run.glyphs, let clusters = glyphs.pointee.log_clusters else { return }
    let count = Int(glyphs.pointee.num_glyphs)
    for index in 0..<count {
      let start = Int(item.pointee.offset) + Int(clusters[index])
      guard let zero = zeroOfDigit(at: text + start) else { continue }
      let sharesCluster =
        (index > 0 && clusters[index - 1] == clusters[index])
        || (index + 1 < count && clusters[index + 1] == clusters[index])
      if sharesCluster { continue }
      let cell = width(of: zero, in: item)
      let glyph = glyphs.pointee.glyphs + index
      let own = glyph.pointee.geometry.width
      glyph.pointee.geometry.x_offset += (cell - own) / 2
      glyph.pointee.geometry.width = cell
    }
  }

  /// Returns the zero of the script if the character at `text` is a decimal digit.
  private func zeroOfDigit(at text: UnsafePointer<CChar>) -> UInt32? {
    let character = g_utf8_get_char(text)
    guard character < 0x80 else {
      guard g_unichar_isdigit(character) != 0 else { return nil }
      return character - UInt32(g_unichar_digit_value(character))
    }
    return (0x30...0x39).contains(character) ? 0x30 : nil
  }

  /// Returns the width of the widest of the ten digits from `zero` on, shaped like `item`.
  private func width(of zero: UInt32, in item: UnsafeMutablePointer<PangoItem>) -> Int32 {
    guard let font = item.pointee.analysis.font else { return 0 }
    let key = Key(font: font, zero: zero)
    if let known = widths[key] { return known }
    let glyphs = pango_glyph_string_new()
    defer { pango_glyph_string_free(glyphs) }
    var widest: Int32 = 0
    for value in 0..<10 as Range<UInt32> {
      guard let digit = Unicode.Scalar(zero + value).map({ String($0) }) else { continue }
      pango_shape(digit, Int32(digit.utf8.count), &item.pointee.analysis, glyphs)
      widest = max(widest, pango_glyph_string_get_width(glyphs))
    }
    // Animated text sizes use many fonts. The limit bounds memory.
    if widths.count >= 512 { removeAll() }
    g_object_ref(font)
    widths[key] = widest
    return widest
  }
}
