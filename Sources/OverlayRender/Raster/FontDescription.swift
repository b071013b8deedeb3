import CCairo

/// Owns a Pango font description.
struct FontDescription: ~Copyable {
  let pointer: OpaquePointer?

  /// Takes over a description that Pango made.
  init(owning pointer: OpaquePointer? = pango_font_description_new()) {
    self.pointer = pointer
  }

  /// Describes a font by family, size, weight and slant.
  init(_ font: Font) {
    self.init()
    pango_font_description_set_family(pointer, font.family)
    pango_font_description_set_absolute_size(pointer, font.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(pointer, PangoWeight(UInt32(font.weight.rawValue)))
    if font.isItalic { pango_font_description_set_style(pointer, PANGO_STYLE_ITALIC) }
  }

  deinit {
    pango_font_description_free(pointer)
  }
}
