import CCairo

/// Splits long words into pieces that Pango shapes separately.
///
/// Each time Pango 1.50 breaks a line within a word, it shapes the rest of the item again, which takes time in
/// proportion to the square of the word's length. The pieces of a long word are separate items, so only the rest of a
/// piece is shaped again.
enum LongWords {
  /// The length in bytes from which a word is split at a character that is not shaped with its neighbors.
  private static let pieceLength = 512
  /// The length in bytes from which a word is split anywhere. Phrases in scripts without spaces are shorter.
  private static let maximumPieceLength = 4096

  /// The scripts whose letters do not depend on their neighbors. Common characters include U+200B, ideographic
  /// punctuation and emoji.
  private static let plainScripts: Set<UInt32> = Set(
    [
      G_UNICODE_SCRIPT_COMMON, G_UNICODE_SCRIPT_LATIN, G_UNICODE_SCRIPT_GREEK, G_UNICODE_SCRIPT_CYRILLIC,
      G_UNICODE_SCRIPT_ARMENIAN, G_UNICODE_SCRIPT_GEORGIAN, G_UNICODE_SCRIPT_HEBREW, G_UNICODE_SCRIPT_HAN,
      G_UNICODE_SCRIPT_HIRAGANA, G_UNICODE_SCRIPT_KATAKANA, G_UNICODE_SCRIPT_BOPOMOFO, G_UNICODE_SCRIPT_HANGUL,
    ].map { UInt32(bitPattern: $0.rawValue) })

  /// Returns every other piece of the long words in a text, as byte ranges between characters. The text between them
  /// forms the other pieces.
  static func pieces(of text: String) -> [Range<Int>] {
    guard text.utf8.count > pieceLength else { return [] }
    var pieces: [Range<Int>] = []
    var offset = 0
    var start = 0
    var isInside = false
    var previous: Character = " "
    for character in text {
      if character.isWhitespace {
        // The rest of the word forms one piece with the following words.
        if isInside { pieces.append(start..<offset) }
        (start, isInside) = (offset, false)
      } else if offset - start >= pieceLength,
        offset - start >= maximumPieceLength || isPlain(previous) || isPlain(character)
      {
        if isInside { pieces.append(start..<offset) }
        (start, isInside) = (offset, !isInside)
      }
      offset += character.utf8.count
      previous = character
    }
    if isInside { pieces.append(start..<offset) }
    return pieces
  }

  /// Returns whether a character is shaped the same next to any other, apart from kerning and optional ligatures.
  private static func isPlain(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return true }
    return plainScripts.contains(UInt32(bitPattern: g_unichar_get_script(scalar.value).rawValue))
  }
}

/// Removes the hyphens that Pango inserts where it breaks a word that is too long for a line.
///
/// Pango has an attribute for this, but with it, version 1.50 breaks the same narrow text at different places,
/// depending on what was shaped before.
enum AddedHyphens {
  /// `PANGO_ANALYSIS_FLAG_NEED_HYPHEN`, a macro that Swift does not import.
  private static let flag: UInt8 = 1 << 2

  /// Makes the inserted hyphens of a layout empty. If a word is broken at a soft hyphen in the text, that hyphen stays.
  static func remove(from layout: OpaquePointer) {
    guard mayContainHyphens(layout), let text = pango_layout_get_text(layout) else { return }
    // Do not use the read-only lines: the glyphs are changed below, which Pango permits.
    for line in pango_layout_get_lines(layout).elements(of: PangoLayoutLine.self) {
      for run in line.pointee.runs.elements(of: PangoGlyphItem.self) {
        guard let item = run.pointee.item?.pointee, let glyphs = run.pointee.glyphs?.pointee,
          item.analysis.flags & flag != 0, glyphs.num_glyphs > 1
        else { continue }
        let end = text + Int(item.offset + item.length)
        guard g_utf8_get_char(g_utf8_prev_char(end)) != 0xAD else { continue }
        // The hyphen follows the last character, which is the first glyph in a right-to-left run.
        let place = item.analysis.level % 2 == 0 ? Int(glyphs.num_glyphs) - 1 : 0
        glyphs.glyphs[place].glyph = PangoGlyph(PANGO_GLYPH_EMPTY)
        glyphs.glyphs[place].geometry = PangoGlyphGeometry()
      }
    }
  }

  /// Returns whether lines may be broken within words, which is not the case if each paragraph is one line.
  private static func mayContainHyphens(_ layout: OpaquePointer) -> Bool {
    pango_layout_is_wrapped(layout) != 0
  }
}

/// Computes missing approximate character widths of fonts, from which Pango derives how many positions it tries for a
/// line break.
///
/// Pango computes the width of a font once, when it first needs it, from the layout of a sample text. A font that first
/// occurs as a fallback within such a sample keeps a width of 0, because `_pango_cairo_font_get_metrics` avoids a
/// recursion. Then the line breaks of a narrow text would depend on which font was used first.
enum ApproximateWidths {
  /// Lays out a text again if its lines were broken with a font without a width.
  static func complete(in layout: OpaquePointer) {
    // The widths are not used if no line is broken.
    guard pango_layout_is_wrapped(layout) != 0, let context = pango_layout_get_context(layout) else { return }
    var isComplete = true
    for line in pango_layout_get_lines_readonly(layout).elements(of: PangoLayoutLine.self) {
      for run in line.pointee.runs.elements(of: PangoGlyphItem.self) {
        guard let analysis = run.pointee.item?.pointee.analysis, let font = analysis.font else { continue }
        if complete(font, analysis.language, in: context) { isComplete = false }
      }
    }
    if !isComplete { pango_layout_context_changed(layout) }
  }

  /// Computes a missing width as Pango does. Returns whether it was missing.
  private static func complete(
    _ font: UnsafeMutablePointer<PangoFont>, _ language: OpaquePointer?, in context: OpaquePointer
  ) -> Bool {
    // The font owns these metrics, so the change is permanent.
    guard let metrics = pango_font_get_metrics(font, language) else { return false }
    defer { pango_font_metrics_unref(metrics) }
    guard metrics.pointee.approximate_char_width == 0, let sample = pango_language_get_sample_string(language),
      let sampleContext = pango_font_map_create_context(pango_font_get_font_map(font))
    else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(sampleContext)) }
    pango_context_set_language(sampleContext, language)
    pango_cairo_context_set_font_options(sampleContext, pango_cairo_context_get_font_options(context))
    guard let layout = pango_layout_new(sampleContext) else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    let description = pango_font_describe_with_absolute_size(font)
    defer { pango_font_description_free(description) }
    pango_layout_set_font_description(layout, description)
    pango_layout_set_text(layout, sample, -1)
    var extents = PangoRectangle()
    pango_layout_get_extents(layout, nil, &extents)
    let cells = String(cString: sample).unicodeScalars.reduce(0 as Int32) { count, scalar in
      count + (g_unichar_iszerowidth(scalar.value) != 0 ? 0 : g_unichar_iswide(scalar.value) != 0 ? 2 : 1)
    }
    metrics.pointee.approximate_char_width = extents.width / max(cells, 1)
    return extents.width > 0
  }
}
