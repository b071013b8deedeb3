import CCairo

/// Owns a list of Pango attributes: the parts of a text's style that its font description does not contain.
final class TextAttributes {
  let pointer: OpaquePointer

  /// Creates the attributes of a text, of its runs, and of the base texts of its annotations.
  ///
  /// - Parameters:
  ///   - bases: The base texts of the annotations; empty while they are measured.
  ///   - unbroken: The parts in which lines are not broken.
  init(_ shape: TextShape, bases: [Base], unbroken: [Range<Int>]) {
    pointer = pango_attr_list_new()
    let all = 0..<Int(UInt32.max)
    if shape.letterSpacing != 0 { insert(pango_attr_letter_spacing_new(pangoUnits(shape.letterSpacing)), all) }
    if let language = shape.language { insert(language: language, all) }
    insertFeatures([shape.features], of: shape, all)
    for piece in LongWords.pieces(of: shape.string) { insertItemBreak(around: piece) }
    insertPieces(of: shape, bases: bases)
    for range in unbroken { insert(pango_attr_allow_breaks_new(0), range) }
  }

  /// How the base text of an annotation is laid out.
  struct Base {
    /// The spacing to add to each character, in Pango units.
    let extraSpacing: Int
    /// Whether its line may be broken, but not within it.
    let isInBrokenLine: Bool
  }

  deinit {
    pango_attr_list_unref(pointer)
  }

  /// Inserts runs and base texts in the order of their starts: Pango takes long to insert attributes in any other
  /// order.
  private func insertPieces(of shape: TextShape, bases: [Base]) {
    var runs = shape.runs[...]
    var run: TextRun?
    for (index, annotation) in shape.annotations.enumerated() {
      let start = annotation.range.lowerBound
      while let next = runs.first, next.range.lowerBound <= start {
        insert(next, of: shape)
        run = runs.popFirst()
      }
      let style = run.flatMap { $0.range.contains(start) ? $0.style : nil }
      insertItemBreak(around: annotation.range)
      guard index < bases.count else { continue }
      insert(bases[index], annotation.range, letterSpacing: style?.letterSpacing ?? shape.letterSpacing)
    }
    for run in runs { insert(run, of: shape) }
  }

  private func insert(_ base: Base, _ range: Range<Int>, letterSpacing: Double) {
    // For each line of the string, Pango walks along the string for each of these attributes.
    if base.isInBrokenLine { insert(pango_attr_allow_breaks_new(0), range) }
    if base.extraSpacing > 0 {
      insert(pango_attr_letter_spacing_new(pangoUnits(letterSpacing) &+ Int32(clamping: base.extraSpacing)), range)
    }
  }

  /// Makes a range an item of its own, so that its glyphs are shaped apart from their neighbors.
  private func insertItemBreak(around range: Range<Int>) {
    // Font fallback is on by default. Pango ends an item wherever an attribute begins or ends.
    insert(pango_attr_fallback_new(1), range)
  }

  private func insert(_ run: TextRun, of shape: TextShape) {
    let style = run.style
    let range = run.range
    if let family = style.family { insert(pango_attr_family_new(family), range) }
    if style.size != nil || style.scale != nil {
      // Do not use PANGO_ATTR_SCALE: `Font` limits the product to sizes that can be drawn.
      insert(pango_attr_size_new_absolute(pangoUnits(style.font(within: shape.font).size)), range)
    }
    if let weight = style.weight { insert(pango_attr_weight_new(PangoWeight(UInt32(weight.rawValue))), range) }
    if let isItalic = style.isItalic {
      insert(pango_attr_style_new(isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL), range)
    }
    if let color = style.color {
      insert(pango_attr_foreground_new(color.red16, color.green16, color.blue16), range)
      insert(pango_attr_foreground_alpha_new(color.alpha16), range)
    }
    if let color = style.backgroundColor {
      insert(pango_attr_background_new(color.red16, color.green16, color.blue16), range)
      insert(pango_attr_background_alpha_new(color.alpha16), range)
    }
    if let underline = style.underline { insert(pango_attr_underline_new(underline.pangoUnderline), range) }
    if let isStruckThrough = style.isStruckThrough {
      insert(pango_attr_strikethrough_new(isStruckThrough ? 1 : 0), range)
    }
    if let spacing = style.letterSpacing { insert(pango_attr_letter_spacing_new(pangoUnits(spacing)), range) }
    if let rise = style.rise { insert(pango_attr_rise_new(pangoUnits(rise)), range) }
    switch style.position {
    case .superscript:
      insert(pango_attr_font_scale_new(PANGO_FONT_SCALE_SUPERSCRIPT), range)
      insert(pango_attr_baseline_shift_new(Int32(PANGO_BASELINE_SHIFT_SUPERSCRIPT.rawValue)), range)
    case .subscript:
      insert(pango_attr_font_scale_new(PANGO_FONT_SCALE_SUBSCRIPT), range)
      insert(pango_attr_baseline_shift_new(Int32(PANGO_BASELINE_SHIFT_SUBSCRIPT.rawValue)), range)
    case .normal, nil: break
    }
    if let language = style.language { insert(language: language, range) }
    if let features = style.features { insertFeatures([shape.features, features], of: shape, range) }
  }

  private func insert(language: String, _ range: Range<Int>) {
    insert(pango_attr_language_new(pango_language_from_string(LanguageTag.fontLanguage(language))), range)
  }

  /// Inserts all features as one attribute: of several attributes at a position, Pango may use only the last.
  private func insertFeatures(_ features: [String?], of shape: TextShape, _ range: Range<Int>) {
    // With kerning, the colon would move with the digits next to it.
    let equalDigits = shape.hasEqualDigits ? "tnum=1, kern=0" : nil
    let list = (features + [equalDigits]).compactMap { $0 }.joined(separator: ", ")
    if !list.isEmpty { insert(pango_attr_font_features_new(list), range) }
  }

  /// Transfers the ownership of an attribute for a range of bytes to the list.
  private func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>) {
    guard let attribute else { return }
    attribute.pointee.start_index = UInt32(clamping: range.lowerBound)
    attribute.pointee.end_index = UInt32(clamping: range.upperBound)
    pango_attr_list_insert(pointer, attribute)
  }
}

/// Converts pixels to Pango units.
func pangoUnits(_ pixels: Double) -> Int32 {
  Int32((pixels * Double(PANGO_SCALE)).limitedUnlessNaN(to: -1e9...1e9) ?? 0)
}

extension TextStyle.Underline {
  fileprivate var pangoUnderline: PangoUnderline {
    switch self {
    case .none: PANGO_UNDERLINE_NONE
    case .single: PANGO_UNDERLINE_SINGLE
    case .double: PANGO_UNDERLINE_DOUBLE
    }
  }
}

extension Color {
  fileprivate var red16: UInt16 { Color.component16(red) }
  fileprivate var green16: UInt16 { Color.component16(green) }
  fileprivate var blue16: UInt16 { Color.component16(blue) }
  /// In Pango, an alpha of 0 means that no alpha is set. The smallest other value is invisible in eight bits.
  fileprivate var alpha16: UInt16 { max(Color.component16(alpha), 1) }

  private static func component16(_ component: Double) -> UInt16 {
    UInt16((component * 65535).rounded())
  }
}

extension LanguageTag {
  /// Returns the name of a language as fontconfig and Pango know it.
  ///
  /// Chinese is written in two ways. fontconfig knows which one a font is for by regions only, not by the scripts
  /// `Hans` and `Hant`.
  static func fontLanguage(_ language: String) -> String {
    let parts = language.lowercased().split { $0 == "-" || $0 == "_" }
    guard parts.first == "zh" else { return language }
    if let region = parts.dropFirst().first(where: { $0.utf8.count == 2 }) { return "zh-\(region)" }
    return parts.contains("hant") ? "zh-tw" : "zh-cn"
  }
}
