import CCairo

/// The glyphs of a layout at the pixels on which Cairo draws them.
struct GlyphWalk {
  /// A glyph, and the pixel on which its origin stands, relative to the layout's top left corner.
  struct Glyph: Equatable {
    let font: UnsafeMutablePointer<PangoFont>
    let index: PangoGlyph
    let x: Int
    let y: Int

    /// Every pixel that drawing it may touch, and one around.
    var ink: PixelRect {
      var ink = PangoRectangle()
      pango_font_get_glyph_extents(font, index, &ink, nil)
      guard ink.width > 0, ink.height > 0 else { return .zero }
      let left = Int(ink.x) >> 10
      let top = Int(ink.y) >> 10
      let right = (Int(ink.x + ink.width) + 1023) >> 10
      let bottom = (Int(ink.y + ink.height) + 1023) >> 10
      return PixelRect(x: x + left, y: y + top, width: right - left, height: bottom - top).insetBy(dx: -1, dy: -1)
    }
  }

  /// Every glyph of a font, in the order in which they are drawn.
  let glyphs: [Glyph]
  /// Whether Pango draws boxes for characters that no font has; they are no glyphs.
  let hasUnknownGlyphs: Bool

  /// Reads the glyphs of a layout, which must outlive them.
  init(_ layout: OpaquePointer) {
    var glyphs: [Glyph] = []
    hasUnknownGlyphs = pango_layout_get_unknown_glyphs_count(layout) > 0
    guard let iterator = pango_layout_get_iter(layout) else {
      self.glyphs = []
      return
    }
    defer { pango_layout_iter_free(iterator) }
    repeat {
      guard let run = pango_layout_iter_get_run_readonly(iterator), let string = run.pointee.glyphs,
        let font = run.pointee.item?.pointee.analysis.font
      else { continue }
      var extents = PangoRectangle()
      pango_layout_iter_get_run_extents(iterator, nil, &extents)
      let baseline = pango_layout_iter_get_run_baseline(iterator)
      var advance = 0
      for position in 0..<Int(string.pointee.num_glyphs) {
        let glyph = string.pointee.glyphs[position]
        let x = Int(extents.x) + advance + Int(glyph.geometry.x_offset)
        let y = Int(baseline) + Int(glyph.geometry.y_offset)
        advance += Int(glyph.geometry.width)
        // What is no glyph of the font: PANGO_GLYPH_EMPTY, and above it what PANGO_GLYPH_UNKNOWN_FLAG marks.
        guard glyph.glyph < 0x0FFF_FFFF else { continue }
        glyphs.append(Glyph(font: font, index: glyph.glyph, x: GlyphWalk.pixel(x), y: GlyphWalk.pixel(y)))
      }
    } while pango_layout_iter_next_run(iterator) != 0
    self.glyphs = glyphs
  }

  /// The pixel on which Cairo 1.16 draws a glyph that is placed at a fraction of one (`_cairo_lround`: half upwards).
  private static func pixel(_ units: Int) -> Int {
    (units + 512) >> 10
  }

  /// What must be drawn again when these glyphs take the place of others, moved by `dx`; `nil` for all of it.
  ///
  /// Two glyphs that stay are drawn again where their ink meets: whether Cairo adds the coverage of glyphs up before it
  /// blends them, or blends one by one, depends on all glyphs of a text (`_cairo_scaled_font_glyph_device_extents`).
  func changedInk(since old: GlyphWalk, dx: Int) -> Damage? {
    guard glyphs.count == old.glyphs.count, glyphs.count <= GlyphWalk.longestCompared, !hasUnknownGlyphs,
      !old.hasUnknownGlyphs
    else { return nil }
    var damage = Damage()
    var staying: [PixelRect] = []
    for (new, old) in zip(glyphs, old.glyphs) {
      if new == old {
        let ink = new.ink
        for other in staying { damage.insert(other.intersection(ink).offsetBy(dx: dx, dy: 0)) }
        staying.append(ink)
      } else {
        damage.insert(old.ink.offsetBy(dx: dx, dy: 0))
        damage.insert(new.ink.offsetBy(dx: dx, dy: 0))
      }
    }
    return damage
  }

  /// In longer texts a value that ticks is rare, and comparing every pair of glyphs is not worth it.
  private static let longestCompared = 32
}
