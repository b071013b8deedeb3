import CCairo
import Synchronization

/// Finds color glyphs that are damaged, and leaves them out: Cairo 1.16 may need minutes to draw one.
///
/// A glyph is damaged if FreeType cannot load it, or if its picture is much larger than the text for which it is made,
/// so that it would be scaled to thousands of pixels.
package enum DamagedGlyphs {
  /// A glyph at a size.
  private struct Key: Hashable {
    let file: String
    let faceIndex: Int32
    let pixelsPerEm: UInt16
    let glyph: PangoGlyph
  }

  private struct State: ~Copyable {
    /// Whether glyphs are damaged.
    var isDamaged = RecentCache<Key, Bool>(capacity: 8192)
    var reportedFiles: Set<String> = []
    var handler: (@Sendable (String) -> Void)?
  }

  private static let state = Mutex(State())

  /// The greatest size of a picture, relative to the size of its text. The one of Noto Color Emoji is 1.25.
  private static let maximumScale: UInt32 = 4

  /// Sets the function that is called with the path of each font with damaged color glyphs, once and on any thread.
  package static func setHandler(_ handler: @escaping @Sendable (String) -> Void) {
    let files = state.withLock { state in
      state.handler = handler
      return state.reportedFiles
    }
    files.sorted().forEach(handler)
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
    guard let scaledFont = pango_cairo_font_get_scaled_font(overlay_pango_cairo_font(font)),
      let face = cairo_ft_scaled_font_lock_face(scaledFont)
    else { return false }
    defer { cairo_ft_scaled_font_unlock_face(scaledFont) }
    let pattern = pango_fc_font_get_pattern(overlay_pango_fc_font(font))
    let file = pattern.flatMap { FontMap.strings(FC_FILE, of: $0).first } ?? ""
    var isChanged = false
    for index in 0..<Int(string.num_glyphs) {
      let glyph = string.glyphs[index].glyph
      // Flags mark what has no glyph, such as a character that no font has.
      guard glyph != PangoGlyph(PANGO_GLYPH_EMPTY), glyph & PangoGlyph(PANGO_GLYPH_UNKNOWN_FLAG) == 0 else { continue }
      let key = Key(
        file: file, faceIndex: Int32(truncatingIfNeeded: face.pointee.face_index),
        pixelsPerEm: face.pointee.size.pointee.metrics.y_ppem, glyph: glyph)
      guard isDamaged(key, face) else { continue }
      string.glyphs[index].glyph = PangoGlyph(PANGO_GLYPH_EMPTY)
      isChanged = true
      report(file)
    }
    return isChanged
  }

  private static func isDamaged(_ key: Key, _ face: FT_Face) -> Bool {
    if let known = state.withLock({ $0.isDamaged[key] }) { return known }
    let isDamaged = !canDraw(key.glyph, face)
    state.withLock { $0.isDamaged.insert(isDamaged, for: key, cost: 1) }
    return isDamaged
  }

  /// Loads a glyph as Cairo does.
  private static func canDraw(_ glyph: PangoGlyph, _ face: FT_Face) -> Bool {
    guard FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_COLOR)) == 0, let slot = face.pointee.glyph?.pointee else {
      return false
    }
    guard slot.format == FT_GLYPH_FORMAT_BITMAP else { return true }
    let metrics = face.pointee.size.pointee.metrics
    let limit = maximumScale * UInt32(min(metrics.x_ppem, metrics.y_ppem))
    return max(slot.bitmap.width, slot.bitmap.rows) <= limit
  }

  private static func report(_ file: String) {
    let handler = state.withLock { $0.reportedFiles.insert(file).inserted ? $0.handler : nil }
    handler?(file)
  }

  private static func hasColor(_ font: UnsafeMutablePointer<PangoFont>) -> Bool {
    guard let pattern = pango_fc_font_get_pattern(overlay_pango_fc_font(font)) else { return false }
    var hasColor: FcBool = 0
    return FcPatternGetBool(pattern, FC_COLOR, 0, &hasColor) == FcResultMatch && hasColor != 0
  }
}
