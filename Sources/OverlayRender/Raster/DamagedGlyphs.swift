import CCairo
import Synchronization

/// Finds color glyphs whose tables are damaged, and leaves them out: drawing one may take minutes.
package enum DamagedGlyphs {
  /// A table of a font that is damaged.
  package struct Finding: Sendable, Hashable {
    /// The path of the font.
    package let file: String
    /// The name of the table.
    package let table: String
  }

  private struct State {
    var findings: Set<Finding> = []
    var handler: (@Sendable (Finding) -> Void)?
  }

  private static let state = Mutex(State())

  /// Sets the function that is called for each damaged table once, from now on, on any thread.
  package static func setHandler(_ handler: (@Sendable (Finding) -> Void)?) {
    state.withLock { $0.handler = handler }
  }

  /// Makes the damaged color glyphs of a layout empty. They keep their space.
  static func remove(from layout: OpaquePointer) {
    var isChanged = false
    for line in pango_layout_get_lines_readonly(layout).elements(of: PangoLayoutLine.self) {
      for run in line.pointee.runs.elements(of: PangoGlyphItem.self) {
        guard let font = run.pointee.item?.pointee.analysis.font, hasColor(font) else { continue }
        if let glyphs = run.pointee.glyphs?.pointee, remove(from: glyphs, of: font) { isChanged = true }
      }
    }
    // Pango computes the extents of lines again that may have been changed.
    if isChanged { _ = pango_layout_get_lines(layout) }
  }

  /// Returns whether a glyph was damaged.
  private static func remove(from string: PangoGlyphString, of font: UnsafeMutablePointer<PangoFont>) -> Bool {
    guard let face = hb_font_get_face(pango_font_get_hb_font(font)) else { return false }
    let tables = ColorFontTables(face)
    var isChanged = false
    for index in 0..<Int(string.num_glyphs) {
      guard let table = tables.damagedTable(ofGlyph: string.glyphs[index].glyph) else { continue }
      string.glyphs[index].glyph = PangoGlyph(PANGO_GLYPH_EMPTY)
      isChanged = true
      report(table, of: font)
    }
    return isChanged
  }

  private static func report(_ table: String, of font: UnsafeMutablePointer<PangoFont>) {
    let pattern = pango_fc_font_get_pattern(overlay_pango_fc_font(font))
    let file = pattern.flatMap { FontMap.strings(FC_FILE, of: $0).first } ?? ""
    let finding = Finding(file: file, table: table)
    let handler = state.withLock { $0.findings.insert(finding).inserted ? $0.handler : nil }
    handler?(finding)
  }

  private static func hasColor(_ font: UnsafeMutablePointer<PangoFont>) -> Bool {
    guard let pattern = pango_fc_font_get_pattern(overlay_pango_fc_font(font)) else { return false }
    var hasColor: FcBool = 0
    return FcPatternGetBool(pattern, FC_COLOR, 0, &hasColor) == FcResultMatch && hasColor != 0
  }
}
