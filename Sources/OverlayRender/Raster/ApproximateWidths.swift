import CCairo

/// Completes the approximate character widths of fonts, from which Pango decides how many places it tries for a line break.
///
/// Pango computes the width of a font once, when it first asks for it, by laying out a sample text. A font that it first
/// meets within such a sample, as a fallback, keeps a width of 0 (`_pango_cairo_font_get_metrics`, which so avoids a
/// recursion). So the same narrow text would be broken at different places, depending on which font was met first.
enum ApproximateWidths {
  /// Lays a text out anew if its lines were broken with a font that has no width yet.
  static func complete(in layout: OpaquePointer) {
    // Where no line is broken the widths are not used.
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

  /// Computes a width that is missing as Pango does, and returns whether it was.
  private static func complete(
    _ font: UnsafeMutablePointer<PangoFont>, _ language: OpaquePointer?, in context: OpaquePointer
  ) -> Bool {
    // The font keeps these metrics, so what is set in them stays.
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
