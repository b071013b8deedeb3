import CCairo

/// The hyphens that Pango adds where it breaks a word that is too long for a line. The text does not have them, so they are taken
/// out of a layout.
///
/// Pango has an attribute for this, but with it version 1.50 breaks the same narrow text at different places, depending on what
/// was shaped before.
enum AddedHyphens {
  /// `PANGO_ANALYSIS_FLAG_NEED_HYPHEN`, a macro that Swift does not import.
  private static let flag: UInt8 = 1 << 2

  /// Makes the hyphens empty that were added to a layout. Where a word is broken at a soft hyphen, which the text has, the
  /// hyphen stays.
  static func remove(from layout: OpaquePointer) {
    guard mayHave(layout), let text = pango_layout_get_text(layout) else { return }
    // Not the read-only lines: their glyphs are about to be changed, which Pango allows.
    for line in pango_layout_get_lines(layout).elements(of: PangoLayoutLine.self) {
      for run in line.pointee.runs.elements(of: PangoGlyphItem.self) {
        guard let item = run.pointee.item?.pointee, let glyphs = run.pointee.glyphs?.pointee,
          item.analysis.flags & flag != 0, glyphs.num_glyphs > 1
        else { continue }
        let end = text + Int(item.offset + item.length)
        guard g_utf8_get_char(g_utf8_prev_char(end)) != 0xAD else { continue }
        // It follows the last character: in a run from right to left that is the first glyph.
        let place = item.analysis.level % 2 == 0 ? Int(glyphs.num_glyphs) - 1 : 0
        glyphs.glyphs[place].glyph = PangoGlyph(PANGO_GLYPH_EMPTY)
        glyphs.glyphs[place].geometry = PangoGlyphGeometry()
      }
    }
  }

  /// Whether lines may be broken within words: not where a text is in one line for each paragraph.
  private static func mayHave(_ layout: OpaquePointer) -> Bool {
    pango_layout_is_wrapped(layout) != 0
  }
}
