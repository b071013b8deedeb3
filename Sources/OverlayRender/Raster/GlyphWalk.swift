import CCairo
import Foundation

/// What Pango draws of a layout, in order, in Pango units (1024 to a pixel) from its top left corner.
struct GlyphWalk {
  /// A glyph and the place of its origin.
  struct Glyph: Equatable {
    let font: UnsafeMutablePointer<PangoFont>
    let index: PangoGlyph
    let x: Int
    /// The baseline of its run.
    let baseline: Int
    /// How far below the baseline it stands.
    let drop: Int
    /// Whether the font gives it colours of its own.
    let isColored: Bool

    /// Whether Pango draws a box in its place, since no font has the character.
    var isUnknown: Bool { index >= GlyphWalk.emptyGlyph }
  }

  /// The colour that a run sets for itself; `nil` is the text's own.
  struct Paint: Hashable {
    let color: Color?
    let alpha: Double?

    /// The colour in a text of the colour `base`, as pango_cairo_show_layout takes it.
    func color(in base: Color) -> Color {
      let color = color ?? base
      return Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha ?? color.alpha)
    }
  }

  /// A background, or a line under or through text.
  struct Rectangle: Hashable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int

    /// Every pixel that drawing it may touch, and one around.
    var ink: PixelRect { PixelRect(unitsFrom: x, y, to: x + width, y + height).insetBy(dx: -1, dy: -1) }
  }

  /// Something drawn at once.
  enum Step: Equatable {
    /// Glyphs of one font in one colour.
    case glyphs(Range<Int>, Paint)
    /// Glyphs of one font that have colours of their own.
    case pictures(Range<Int>)
    case rectangle(Rectangle, Paint)
  }

  /// Every glyph, in the order in which they are drawn.
  let glyphs: [Glyph]
  let steps: [Step]

  /// Reads the glyphs of a layout so many whole pixels below the top, and those of its annotations; both must outlive them.
  ///
  /// - Parameter lines: The lines of the layout at their places; `nil` if they are where Pango puts them.
  init(_ layout: OpaquePointer, top: Int = 0, lines: [PlacedLine]? = nil, annotations: [PlacedAnnotation] = []) {
    let recorder = GlyphRecorder(layout, top: top, lines: lines, annotations: annotations)
    glyphs = recorder.glyphs
    steps = recorder.steps
  }

  /// `PANGO_GLYPH_EMPTY`, which stands for nothing; what is above it stands for characters that no font has.
  static let emptyGlyph: PangoGlyph = 0x0FFF_FFFF
}

extension GlyphWalk.Glyph {
  /// The pixel on which Cairo 1.16 draws it (`_cairo_lround`: half upwards).
  var pixel: (x: Int, y: Int) { ((x + 512) >> 10, (baseline + drop + 512) >> 10) }

  /// The eighths of a pixel on which it is drawn in text that moves.
  ///
  /// The baseline stays on whole pixels, so that a line does not jump when it begins to move.
  var eighths: (x: Int, y: Int) { ((x + 64) >> 7, ((baseline + 512) >> 10) << 3 + (drop + 64) >> 7) }

  /// The rectangle of its outline around the origin, in Pango units.
  var extents: PangoRectangle {
    var ink = PangoRectangle()
    pango_font_get_glyph_extents(font, index, &ink, nil)
    return ink
  }

  /// The rectangle of its outline where it was placed, in Pango units from the layout's top left corner.
  var placedExtents: PixelRect {
    let ink = extents
    return PixelRect(
      x: x + Int(ink.x), y: baseline + drop + Int(ink.y), width: Int(ink.width), height: Int(ink.height))
  }

  /// Every pixel that drawing it at ``pixel`` may touch, and one around; empty when it has no ink.
  var ink: PixelRect { box(margin: 0).map { $0.insetBy(dx: -1, dy: -1) } ?? .zero }

  /// The whole pixels around its outline, made larger by a margin in Pango units; `nil` when it has no ink.
  func box(margin: Int) -> PixelRect? {
    let ink = extents
    guard ink.width > 0, ink.height > 0 else { return nil }
    let (left, top) = (Int(ink.x), Int(ink.y))
    return PixelRect(
      unitsFrom: left - margin, top - margin, to: left + Int(ink.width) + margin, top + Int(ink.height) + margin
    ).offsetBy(dx: pixel.x, dy: pixel.y)
  }

  /// Adds its outline to the path of a context, its origin at a place in the context's coordinates.
  func addPath(to context: OpaquePointer, x: Double, y: Double) {
    if isUnknown {
      guard let string = pango_glyph_string_new() else { return }
      defer { pango_glyph_string_free(string) }
      pango_glyph_string_set_size(string, 1)
      string.pointee.glyphs.pointee.glyph = index
      // Pango puts the box in the middle of the width.
      var logical = PangoRectangle()
      pango_font_get_glyph_extents(font, index, nil, &logical)
      string.pointee.glyphs.pointee.geometry = PangoGlyphGeometry(width: logical.width, x_offset: 0, y_offset: 0)
      cairo_move_to(context, x, y)
      pango_cairo_glyph_string_path(context, font, string)
    } else if let scaled = pango_cairo_font_get_scaled_font(overlay_pango_cairo_font(font)) {
      var placed = cairo_glyph_t(index: UInt(index), x: x, y: y)
      cairo_set_scaled_font(context, scaled)
      cairo_glyph_path(context, &placed, 1)
    }
  }

  /// Draws it in its own colours, its origin at a place in the context's coordinates. What would be larger than 4096 pixels
  /// is left out: Cairo makes a picture of all of it, however little is seen.
  func show(on context: OpaquePointer, x: Double, y: Double) {
    guard let scaled = pango_cairo_font_get_scaled_font(overlay_pango_cairo_font(font)) else { return }
    var (matrix, size) = (cairo_matrix_t(), cairo_matrix_t())
    cairo_get_matrix(context, &matrix)
    cairo_scaled_font_get_font_matrix(scaled, &size)
    let scale = max(hypot(matrix.xx, matrix.yx), hypot(matrix.xy, matrix.yy))
    guard scale * max(abs(size.xx), abs(size.yy)) <= 4096 else { return }
    var placed = cairo_glyph_t(index: UInt(index), x: x, y: y)
    cairo_set_scaled_font(context, scaled)
    cairo_show_glyphs(context, &placed, 1)
  }
}

extension PixelRect {
  /// The whole pixels that hold a rectangle in Pango units.
  init(unitsFrom left: Int, _ top: Int, to right: Int, _ bottom: Int) {
    let (x, y) = (left >> 10, top >> 10)
    self.init(x: x, y: y, width: (right + 1023) >> 10 - x, height: (bottom + 1023) >> 10 - y)
  }
}
