import CCairo
import Glibc

/// What Pango draws of a layout, in drawing order, in Pango units (1024 per pixel) from its top left corner.
struct GlyphRecording {
  /// A glyph and the position of its origin.
  struct Glyph: Equatable {
    let font: UnsafeMutablePointer<PangoFont>
    var index: PangoGlyph
    /// The extents of the outline around the origin, in Pango units.
    var extents: PangoRectangle
    var x: Int
    /// The baseline of the run.
    let baseline: Int
    /// The distance of the glyph below the baseline.
    let yOffset: Int
    /// Whether this is a color glyph.
    let isColored: Bool

    /// Whether Pango draws a box because no font has the character.
    var isUnknown: Bool { index >= GlyphRecording.emptyGlyph }

    /// The font and the index decide the extents.
    static func == (a: Glyph, b: Glyph) -> Bool {
      a.font == b.font && a.index == b.index && a.x == b.x && a.baseline == b.baseline && a.yOffset == b.yOffset
        && a.isColored == b.isColored
    }
  }

  /// The color that a run sets, or `nil` for the color of the text.
  struct Paint: Hashable {
    let color: Color?
    let alpha: Double?

    /// Returns the color in a text with the color `base`, as pango_cairo_show_layout computes it.
    func color(in base: Color) -> Color {
      let color = color ?? base
      return Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha ?? color.alpha)
    }
  }

  /// A background, an underline or a strikethrough line.
  struct Rectangle: Hashable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int

    /// The pixels that drawing the rectangle may touch, enlarged by one pixel.
    var ink: PixelRect { PixelRect(unitsFrom: x, y, to: x + width, y + height).insetBy(dx: -1, dy: -1) }
  }

  /// A part that is drawn with one operation.
  enum Step: Equatable {
    /// Glyphs of one font in one color.
    case glyphs(Range<Int>, Paint)
    /// Color glyphs of one font.
    case pictures(Range<Int>)
    case rectangle(Rectangle, Paint)
  }

  /// All glyphs, in drawing order.
  let glyphs: [Glyph]
  let steps: [Step]

  /// Creates a recording of glyphs and steps.
  init(glyphs: [Glyph], steps: [Step]) {
    self.glyphs = glyphs
    self.steps = steps
  }

  /// Records the glyphs of a layout that is `top` whole pixels below the origin, and the glyphs of its annotations.
  /// Both must outlive the recording.
  ///
  /// - Parameter lines: The lines of the layout with their positions, or `nil` if they are where Pango puts them.
  init(_ layout: OpaquePointer, top: Int = 0, lines: [PlacedLine]? = nil, annotations: [PlacedAnnotation] = []) {
    let recorder = GlyphRecorder(layout, top: top, lines: lines, annotations: annotations)
    glyphs = recorder.glyphs
    steps = recorder.steps
  }

  /// `PANGO_GLYPH_EMPTY`, which draws nothing. Larger values stand for characters that no font has.
  static let emptyGlyph: PangoGlyph = 0x0FFF_FFFF
}

extension GlyphRecording {
  /// Whether there is nothing but outlined glyphs that a font has.
  var isPlain: Bool {
    steps.allSatisfy { if case .glyphs = $0 { true } else { false } } && !glyphs.contains(where: \.isUnknown)
  }

  /// The smallest rectangle around all outlines, in Pango units, as `pango_layout_get_extents` computes it.
  var ink: PangoRectangle {
    var all: PangoRectangle?
    for glyph in glyphs where glyph.extents.width > 0 && glyph.extents.height > 0 {
      var ink = glyph.extents
      ink.x &+= Int32(clamping: glyph.x)
      ink.y &+= Int32(clamping: glyph.baseline + glyph.yOffset)
      all = all?.union(ink) ?? ink
    }
    return all ?? PangoRectangle()
  }
}

extension GlyphRecording.Glyph {
  /// The pixel at which Cairo 1.16 draws the glyph (`_cairo_lround`: halves upward).
  var pixel: (x: Int, y: Int) { ((x + 512) >> 10, (baseline + yOffset + 512) >> 10) }

  /// The position in eighths of a pixel at which the glyph is drawn in moving text.
  ///
  /// The baseline stays on whole pixels, so that a line does not jump when it starts to move.
  var eighths: (x: Int, y: Int) { ((x + 64) >> 7, ((baseline + 512) >> 10) << 3 + (yOffset + 64) >> 7) }

  /// The extents of the outline at its position, in Pango units from the top left corner of the layout.
  var placedExtents: PixelRect {
    PixelRect(
      x: x + Int(extents.x), y: baseline + yOffset + Int(extents.y), width: Int(extents.width),
      height: Int(extents.height))
  }

  /// The font as Cairo draws it.
  var scaledFont: OpaquePointer? { pango_cairo_font_get_scaled_font(overlay_pango_cairo_font(font)) }

  /// The pixels that drawing the glyph at ``pixel`` may touch, enlarged by one pixel; empty if it has no ink.
  var ink: PixelRect { box(margin: 0).map { $0.insetBy(dx: -1, dy: -1) } ?? .zero }

  /// Returns the whole pixels around the outline, enlarged by a margin in Pango units, or `nil` if the glyph has no
  /// ink.
  func box(margin: Int) -> PixelRect? {
    guard extents.width > 0, extents.height > 0 else { return nil }
    let (left, top) = (Int(extents.x), Int(extents.y))
    return PixelRect(
      unitsFrom: left - margin, top - margin, to: left + Int(extents.width) + margin,
      top + Int(extents.height) + margin
    ).offsetBy(dx: pixel.x, dy: pixel.y)
  }

  /// Adds the outline to the path of a context, with the origin at a point in the context's coordinates.
  func addPath(to context: OpaquePointer, x: Double, y: Double) {
    if isUnknown {
      ShapedText.shaping.lock()
      defer { ShapedText.shaping.unlock() }
      guard let string = pango_glyph_string_new() else { return }
      defer { pango_glyph_string_free(string) }
      pango_glyph_string_set_size(string, 1)
      string.pointee.glyphs.pointee.glyph = index
      // Pango centers the box in this width.
      var logical = PangoRectangle()
      pango_font_get_glyph_extents(font, index, nil, &logical)
      string.pointee.glyphs.pointee.geometry = PangoGlyphGeometry(width: logical.width, x_offset: 0, y_offset: 0)
      cairo_move_to(context, x, y)
      pango_cairo_glyph_string_path(context, font, string)
    } else if let scaled = scaledFont {
      var placed = cairo_glyph_t(index: UInt(index), x: x, y: y)
      cairo_set_scaled_font(context, scaled)
      cairo_glyph_path(context, &placed, 1)
    }
  }

  /// Lets Cairo draw the glyph with its origin at a point in the context's coordinates. A glyph larger than 4096 pixels
  /// is not drawn: Cairo would create a picture of the whole glyph, however little of it is visible.
  func show(on context: OpaquePointer, x: Double, y: Double) {
    guard let scaled = scaledFont else { return }
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
  /// Creates the smallest rectangle of whole pixels that contains a rectangle in Pango units.
  init(unitsFrom left: Int, _ top: Int, to right: Int, _ bottom: Int) {
    let (x, y) = (left >> 10, top >> 10)
    self.init(x: x, y: y, width: (right + 1023) >> 10 - x, height: (bottom + 1023) >> 10 - y)
  }
}
