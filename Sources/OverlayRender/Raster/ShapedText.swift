import CCairo
import Foundation

/// Owns a Pango layout: a text with its glyphs chosen and placed.
final class ShapedText {
  let layout: OpaquePointer
  let metrics: TextMetrics
  /// From the left edge of the layout's own coordinates to that of the text, in whole pixels: lines that are centred or
  /// trailing stand somewhere within the width at which they were broken.
  let inset: Int

  /// Held while a text is shaped, by one thread of the process at a time.
  ///
  /// Pango shapes in a buffer that all threads share, and in a fresh one while another thread has that; with the two,
  /// version 1.50 breaks the same narrow text at different places.
  private static let shaping = NSLock()

  /// Shapes a text in a context; lines are broken at `width` pixels.
  init(_ shape: TextShape, width: Double?, context: OpaquePointer, digits: DigitCells) {
    Self.shaping.lock()
    defer { Self.shaping.unlock() }
    layout = pango_layout_new(context)
    let length = Int32(clamping: shape.string.utf8.count)
    pango_layout_set_text(layout, shape.string, length)
    ShapedText.setStyle(of: layout, to: shape)
    if let width {
      pango_layout_set_width(layout, Int32(clamping: Int(width) * Int(PANGO_SCALE)))
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    }
    if shape.hasEqualDigits { digits.equalize(layout) }

    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, &ink, &logical)
    inset = wholePixels(floor: Int(logical.x))
    // A glyph may be drawn up to half a pixel from where it was placed (Cairo 1.16 puts glyphs on whole pixels), and
    // antialiasing reaches into the next: two pixels on each side cover both.
    let left = wholePixels(floor: Int(ink.x)) - 2
    let top = wholePixels(floor: Int(ink.y)) - 2
    let right = wholePixels(ceiling: Int(ink.x + ink.width)) + 2
    let bottom = wholePixels(ceiling: Int(ink.y + ink.height)) + 2
    let isBlank = ink.width == 0 || ink.height == 0
    metrics = TextMetrics(
      size: Size(
        Double(wholePixels(ceiling: Int(logical.x + logical.width)) - inset),
        Double(wholePixels(ceiling: Int(logical.height)))),
      firstBaseline: Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE),
      ink: isBlank ? .zero : PixelRect(x: left - inset, y: top, width: right - left, height: bottom - top))
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(layout))
  }

  private static func setStyle(of layout: OpaquePointer, to shape: TextShape) {
    let description = pango_font_description_new()
    defer { pango_font_description_free(description) }
    pango_font_description_set_family(description, shape.font.family)
    pango_font_description_set_absolute_size(description, shape.font.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(description, PangoWeight(UInt32(shape.font.weight.rawValue)))
    if shape.font.isItalic { pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
    pango_layout_set_font_description(layout, description)

    switch shape.alignment {
    case .leading: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .trailing: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    }
    guard shape.hasEqualDigits || shape.language != nil else { return }
    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    if shape.hasEqualDigits {
      // Kerning would move the colon by the digits beside it.
      pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1, kern=0"))
    }
    if let language = shape.language {
      pango_attr_list_insert(attributes, pango_attr_language_new(pango_language_from_string(language)))
    }
    pango_layout_set_attributes(layout, attributes)
  }
}

/// Pango units to whole pixels, downwards (`PANGO_PIXELS_FLOOR` with room for more than 32 bits).
private func wholePixels(floor units: Int) -> Int {
  units >> 10
}

/// Pango units to whole pixels, upwards (`PANGO_PIXELS_CEIL`).
private func wholePixels(ceiling units: Int) -> Int {
  (units + 1023) >> 10
}
