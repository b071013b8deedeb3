import CCairo

/// The available fonts, and the font that a request resolves to.
package final class FontCatalog {
  private let fonts: FontMap
  private let context: OpaquePointer

  /// Opens the fonts of a configuration.
  ///
  /// - Throws: `FontError` if there are no fonts or a file is not a font.
  package init(_ configuration: FontConfiguration = .system) throws(FontError) {
    fonts = try FontMap(configuration)
    guard let context = fonts.makeContext() else { throw .noFonts }
    self.context = context
    // For each language Pango sorts all fonts, in a thread of its own. Which characters they have does not depend on
    // it, so this is one that Pango does not know, for which it does not look for others.
    pango_context_set_language(context, pango_language_from_string("c"))
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// The names of all families in alphabetical order, without generic names.
  package var familyNames: [String] {
    fonts.familyNames.filter { !FontCatalog.genericFamilies.contains($0.lowercased()) }.sorted()
  }

  /// The generic names, which stand for any font of a kind.
  package static let genericFamilies: Set<String> = ["sans", "sans-serif", "serif", "monospace", "mono", "system-ui"]

  /// The font that a request resolves to.
  package struct ResolvedFont: Sendable, Hashable {
    /// The name of the family.
    package let family: String
    /// The style within the family, such as `Bold Italic`.
    package let style: String
    /// The path of the font file.
    package let file: String
    /// Whether the family is one of the requested families, or a generic family was requested.
    package let isOfRequestedFamily: Bool
  }

  /// Returns the font that a request resolves to for Latin text, or `nil` if no font can be loaded.
  package func resolve(_ font: Font) -> ResolvedFont? {
    let description = FontDescription(font)
    guard let loaded = pango_font_map_load_font(fonts.pointer, context, description.pointer) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(loaded)) }
    guard let pattern = pango_fc_font_get_pattern(overlay_pango_fc_font(loaded)) else { return nil }
    let families = FontMap.strings(FC_FAMILY, of: pattern)
    let requested = font.family.split(separator: ",").map { $0.drop(while: \.isWhitespace).lowercased() }
    let known = FontCatalog.genericFamilies.union(families.map { $0.lowercased() })
    return ResolvedFont(
      family: families.first ?? "", style: FontMap.strings(FC_STYLE, of: pattern).first ?? "",
      file: FontMap.strings(FC_FILE, of: pattern).first ?? "",
      isOfRequestedFamily: requested.contains { known.contains($0) })
  }

  /// Returns the families in a comma-separated list that are not installed, in the order of the list. Generic names are
  /// always available.
  package func missingFamilies(of list: String) -> [String] {
    let names = list.split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace) }.filter { !$0.isEmpty }
    return names.map(String.init).filter { resolve(Font(family: $0, size: 32))?.isOfRequestedFamily != true }
  }

  /// The properties of a font in its file.
  package struct Face: Sendable, Hashable {
    /// The name of the family.
    package let family: String
    /// The weight, or regular for a font with several weights.
    package let weight: Font.Weight
    /// Whether the font is italic or oblique.
    package let isItalic: Bool
  }

  /// Returns the first font in a file, or `nil` if the file is not a font.
  package static func face(inFile path: String) -> Face? {
    FontMap.pattern(ofFile: path) { pattern in
      guard let family = FontMap.strings(FC_FAMILY, of: pattern).first else { return nil }
      var (weight, slant) = (Double(FC_WEIGHT_REGULAR), FC_SLANT_ROMAN)
      FcPatternGetDouble(pattern, FC_WEIGHT, 0, &weight)
      FcPatternGetInteger(pattern, FC_SLANT, 0, &slant)
      return Face(
        family: family, weight: Font.Weight(rawValue: Int(FcWeightToOpenTypeDouble(weight).rounded())),
        isItalic: slant != FC_SLANT_ROMAN)
    }
  }

  /// Returns the names of families that are similar to an unknown name, the most similar first.
  package func families(near name: String) -> [String] {
    NearNames(candidates: familyNames).near(name)
  }

  /// Returns the number of characters in a text that have no glyph in any font.
  package func unknownGlyphCount(in text: String) -> Int {
    ShapedText.shaping.lock()
    defer { ShapedText.shaping.unlock() }
    let layout = pango_layout_new(context)
    defer { if let layout { g_object_unref(UnsafeMutableRawPointer(layout)) } }
    pango_layout_set_text(layout, text, Int32(clamping: text.utf8.count))
    return Int(pango_layout_get_unknown_glyphs_count(layout))
  }

  /// Returns the characters that have no glyph in any font.
  package func unknownCharacters(among characters: some Sequence<Character>) -> Set<Character> {
    // Usually there are none, which a single check of all characters shows.
    // A space needs no glyph: alone, it may get a font without any, but in a text it has the font of its neighbors.
    let characters = Set(characters).filter { !$0.isWhitespace }
    guard unknownGlyphCount(in: String(characters)) > 0 else { return [] }
    return characters.filter { unknownGlyphCount(in: String($0)) > 0 }
  }
}
