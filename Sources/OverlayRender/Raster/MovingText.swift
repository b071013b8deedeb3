import CCairo

/// Draws one text that moves over a picture, at one moment.
struct MovingText {
  private let shaped: ShapedText
  /// The top left corner of the layout, in eighths of a pixel.
  private let left: Int
  private let top: Int
  /// The part of the clip that matters, relative to the layout, enlarged by the effect of rounding to eighths.
  private let window: PixelRect
  private let clip: PixelRect
  private let masks: CoverageMasks
  private let context: OpaquePointer

  init(
    shaped: ShapedText, x: Int, y: Int, phase: Phase, clip: PixelRect, masks: CoverageMasks,
    context: OpaquePointer
  ) {
    self.shaped = shaped
    left = x * Phase.steps + Int(phase.x)
    top = y * Phase.steps + Int(phase.y)
    self.clip = clip
    window = clip.offsetBy(dx: -x, dy: -y).insetBy(dx: -2, dy: -2)
    self.masks = masks
    self.context = context
  }

  /// Draws the lines around the glyphs of a step in a color, which must also be the context's color.
  func drawOutlines(ofStep index: Int, _ outline: Outline, color: Color) throws(RasterError) {
    let canvas = MaskCanvas(context, clip: clip)
    for glyph in glyphs(ofStep: index, reach: outline.reach) where glyph.hasOutline {
      let (x, y, phase) = place(of: glyph)
      guard let mask = try masks.outline(of: glyph, width: outline.width, phase: phase) else { continue }
      try canvas.blend(color, through: mask, x: x, y: y)
    }
  }

  /// Draws a step in a color, which must also be the context's color.
  func drawStep(_ index: Int, color: Color) throws(RasterError) {
    if case .rectangle(let rectangle, _) = shaped.recording.steps[index] {
      fill(rectangle, color)
      context.setSource(color)
      return
    }
    let canvas = MaskCanvas(context, clip: clip)
    for glyph in glyphs(ofStep: index, reach: 0) {
      let (x, y, phase) = place(of: glyph)
      guard let mask = try masks.moving(glyph, phase: phase) else { continue }
      try canvas.blend(color, through: mask, x: x, y: y)
    }
  }

  /// Draws the color glyphs of a step.
  func drawPictures(ofStep index: Int) throws(RasterError) {
    let canvas = MaskCanvas(context, clip: clip)
    for glyph in glyphs(ofStep: index, reach: 0) {
      let (x, y, phase) = place(of: glyph)
      guard let picture = try masks.picture(of: glyph, phase: phase) else { continue }
      try canvas.paint(picture, x: x, y: y)
    }
  }

  /// Returns the pixel of a glyph's origin, and the eighths beyond it.
  ///
  /// The glyph's position is rounded before the text's position is added, so that distances within a text never change.
  private func place(of glyph: GlyphRecording.Glyph) -> (x: Int, y: Int, phase: Phase) {
    let own = glyph.eighths
    let (x, y) = (left + own.x, top + own.y)
    return (x >> 3, y >> 3, Phase(x: x, y: y))
  }

  private func glyphs(ofStep index: Int, reach: Int) -> ArraySlice<GlyphRecording.Glyph> {
    guard let range = shaped.recording.steps[index].glyphs else { return [] }
    return shaped.recording.glyphs[
      shaped.glyphExtents.glyphs(ofStep: index, range, in: window.insetBy(dx: -reach, dy: -reach))]
  }

  /// Fills a rectangle at eighths of a pixel. The pixels at its edges are covered in part.
  private func fill(_ rectangle: GlyphRecording.Rectangle, _ color: Color) {
    let columns = CoveredPixels(from: rectangle.x, to: rectangle.x + rectangle.width, movedBy: left)
    let rows = CoveredPixels(from: rectangle.y, to: rectangle.y + rectangle.height, movedBy: top)
    for row in rows.parts {
      for column in columns.parts {
        context.setSource(color.opacity(row.coverage * column.coverage))
        context.addRectangle(
          PixelRect(x: column.start, y: row.start, width: column.count, height: row.count))
        cairo_fill(context)
      }
    }
  }
}

/// The pixels along one axis that a range in eighths of a pixel covers, completely or in part.
private struct CoveredPixels {
  private(set) var parts: [(start: Int, count: Int, coverage: Double)] = []

  /// Creates the pixels of a range in Pango units, rounded to eighths and moved by an offset in eighths.
  init(from start: Int, to end: Int, movedBy offset: Int) {
    let first = (start + 64) >> 7 + offset
    let last = (end + 64) >> 7 + offset
    let (inner, outer) = ((first + 7) >> 3, last >> 3)
    if inner > outer {
      append(inner - 1, 1, last - first)
    } else {
      append(inner - 1, 1, inner << 3 - first)
      append(inner, outer - inner, 8)
      append(outer, 1, last - outer << 3)
    }
  }

  private mutating func append(_ start: Int, _ count: Int, _ eighths: Int) {
    if count > 0, eighths > 0 { parts.append((start, count, Double(eighths) / 8)) }
  }
}
