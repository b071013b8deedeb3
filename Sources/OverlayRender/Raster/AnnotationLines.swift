import CCairo

/// The annotations of a text, shaped: each is a line of one layout.
///
/// What they need above a line depends on the text and its fonts alone, and every line is given it: so the lines of a text
/// are equally far apart, wherever they are broken.
final class AnnotationLines {
  /// An annotation, in Pango units.
  struct Line {
    let pointer: UnsafeMutablePointer<PangoLayoutLine>
    /// The bytes of the text that it belongs to.
    let base: Range<Int>
    let width: Int
    /// How wide its base is at least.
    let baseWidth: Int
    /// How far its baseline is above that of the line which it belongs to.
    let lift: Int
    /// What is added to each character of its base, so that it is wide enough.
    let spread: Int
    /// What drawing it may touch, from the left end of its baseline.
    let ink: PangoRectangle
  }

  private(set) var lines: [Line] = []
  /// What they need above each line of the text, in whole pixels.
  private(set) var room = 0
  /// Owns the lines.
  private let layout: TextLayout

  /// Shapes the annotations of a text; `nil` when it has none.
  init?(_ shape: TextShape, context: OpaquePointer, digits: DigitCells) {
    guard !shape.annotations.isEmpty else { return nil }
    let annotations = shape.annotationLines
    layout = TextLayout(annotations, width: nil, context: context, digits: digits)
    // The bases as they are by themselves, on lines that are not broken.
    let text = TextLayout(shape, width: nil, context: context, digits: digits)
    let bases = text.bases(of: shape.annotations.map(\.range))
    for (index, pointer) in layout.lines.enumerated().prefix(bases.count) {
      let range = shape.annotations[index].range
      var (ink, logical) = (PangoRectangle(), PangoRectangle())
      pango_layout_line_get_extents(pointer, &ink, &logical)
      let (ascent, descent) = (-Int(logical.y), Int(logical.y) + Int(logical.height))
      let baseWidth = Int(logical.width) + pointer.wordGap
      var (lift, excess) = (0, 0)
      if let base = bases[index] {
        // The annotation stands on the em box of its base (JLREQ), not on all that the font asks for above it: that is
        // the distance of lines. Where the base is taller than its em box, it stands clear of the ink.
        lift = max(
          base.emTop(isVertical: shape.isVertical) + descent, base.inkTop + Int(ink.y) + Int(ink.height))
        room = max(room, wholePixels(ceiling: lift + ascent - base.top))
        excess = max(baseWidth - (base.right - base.left), 0)
      }
      let characters = max(shape.string.utf8Bytes(range).characterCount, 1)
      lines.append(
        Line(
          pointer: pointer, base: range, width: Int(logical.width), baseWidth: baseWidth, lift: lift,
          spread: (excess + characters - 1) / characters,
          ink: annotations.runs[index].style.isDecorated ? ink.union(logical) : ink))
    }
  }

  /// The annotations of a layout that has its final width: those whose bases are there to their ends.
  func placed(on text: TextLayout) -> [PlacedAnnotation] {
    let origin = room << 10
    return zip(lines, text.bases(of: lines.map(\.base))).compactMap { line, base in
      guard let base else { return nil }
      return PlacedAnnotation(
        line: line.pointer, x: base.left + (base.right - base.left - line.width) / 2,
        baseline: origin + base.baseline - line.lift, lineInk: line.ink)
    }
  }
}

/// An annotation at its place, in Pango units from the top left corner of the text.
struct PlacedAnnotation {
  let line: UnsafeMutablePointer<PangoLayoutLine>
  /// The left end of its baseline.
  let x: Int
  let baseline: Int
  /// What drawing it may touch, from the left end of its baseline.
  fileprivate let lineInk: PangoRectangle

  /// What drawing it may touch.
  var ink: PangoRectangle {
    PangoRectangle(
      x: lineInk.x &+ Int32(clamping: x), y: lineInk.y &+ Int32(clamping: baseline), width: lineInk.width,
      height: lineInk.height)
  }
}

extension UnsafeMutablePointer<PangoLayoutLine> {
  /// What sets a line apart from one beside it, in Pango units: a quarter of an em, about a word space. Scripts without words
  /// need nothing: two kana over each Han character are as wide as these, and must not part them.
  fileprivate var wordGap: Int {
    guard let run = pointee.runs?.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
      let item = run.item?.pointee, !item.hasWordlessScript
    else { return 0 }
    return item.emSize / 4
  }
}

extension Substring.UTF8View {
  fileprivate var characterCount: Int { Substring(self).count }
}

extension AnnotationLines {
  /// Gives each base as much room as its annotation needs, in a layout that has its text, its style and its width.
  ///
  /// Where lines are broken, Pango has counted the letter spacing that the base was given for that. Scripts without words
  /// keep it: half of it is at either end (CSS Ruby, `ruby-align: space-around`). Letters of other scripts go back to their
  /// word, and the blank to its ends. What Pango takes away at the ends of a line is added again.
  ///
  /// - Parameter digits: What gives digits their cells, when the text has such.
  func widenBases(in layout: OpaquePointer, digits: DigitCells?) {
    guard lines.contains(where: { $0.spread > 0 }), let text = pango_layout_get_text(layout) else { return }
    let ranges = lines.map(\.base)
    let roundsPositions = pango_context_get_round_glyph_positions(pango_layout_get_context(layout)) != 0
    var pieces = [Piece?](repeating: nil, count: lines.count)
    // Not the read-only lines: their glyphs are about to be changed, which Pango allows.
    for line in pango_layout_get_lines(layout).elements(of: PangoLayoutLine.self) {
      for run in line.pointee.runs.elements(of: PangoGlyphItem.self) {
        guard let item = run.pointee.item, let glyphs = run.pointee.glyphs, glyphs.pointee.num_glyphs > 0,
          !item.pointee.isEllipsis, let index = ranges.index(holding: Int(item.pointee.offset)),
          lines[index].spread > 0
        else { continue }
        if !item.pointee.hasWordlessScript {
          glyphs.setNaturally(item, of: text, roundsPositions: roundsPositions)
          digits?.equalize(run.pointee, of: text)
        }
        if pieces[index] == nil { pieces[index] = Piece(first: glyphs) }
        pieces[index]?.add(glyphs, byteCount: Int(item.pointee.length))
      }
    }
    for (line, piece) in zip(lines, pieces) where piece?.byteCount == line.base.count {
      piece?.widen(to: line.baseWidth)
    }
    let width = Int(pango_layout_get_width(layout))
    guard pango_layout_get_justify(layout) != 0, width > 0 else { return }
    for line in pango_layout_get_lines(layout).elements(of: PangoLayoutLine.self) {
      closeGaps(of: line, to: width, text: text, bases: ranges)
    }
  }

  /// Takes what a justified line has become too long by from its gaps, which justification had made wide: from the spaces, or,
  /// where there are none, from all glyphs but those of bases.
  private func closeGaps(
    of line: UnsafeMutablePointer<PangoLayoutLine>, to width: Int, text: UnsafePointer<CChar>, bases: [Range<Int>]
  ) {
    var spaces: [UnsafeMutablePointer<PangoGlyphInfo>] = []
    var others: [UnsafeMutablePointer<PangoGlyphInfo>] = []
    var length = 0
    for run in line.pointee.runs.elements(of: PangoGlyphItem.self) {
      guard let item = run.pointee.item?.pointee, let glyphs = run.pointee.glyphs?.pointee else { continue }
      length += Int(pango_glyph_string_get_width(run.pointee.glyphs))
      guard !item.isEllipsis, bases.index(holding: Int(item.offset)) == nil else { continue }
      for index in 0..<Int(glyphs.num_glyphs) where glyphs.glyphs[index].geometry.width > 0 {
        let isSpace = text[Int(item.offset) + Int(glyphs.log_clusters[index])] == CChar(UInt8(ascii: " "))
        if isSpace { spaces.append(glyphs.glyphs + index) } else { others.append(glyphs.glyphs + index) }
      }
    }
    let gaps = spaces.isEmpty ? others : spaces
    var excess = max(length - width, 0)
    for (index, gap) in gaps.enumerated() {
      let share = min(excess / (gaps.count - index), Int(gap.pointee.geometry.width))
      gap.pointee.geometry.width -= Int32(clamping: share)
      excess -= share
    }
  }

  /// The runs of a base, from left to right.
  private struct Piece {
    private let first: UnsafeMutablePointer<PangoGlyphString>
    private var last: UnsafeMutablePointer<PangoGlyphString>
    private var width = 0
    private(set) var byteCount = 0

    init(first: UnsafeMutablePointer<PangoGlyphString>) {
      self.first = first
      last = first
    }

    mutating func add(_ glyphs: UnsafeMutablePointer<PangoGlyphString>, byteCount: Int) {
      last = glyphs
      width += Int(pango_glyph_string_get_width(glyphs))
      self.byteCount += byteCount
    }

    /// Adds what is missing at both ends.
    func widen(to width: Int) {
      let missing = Int32(clamping: width - self.width)
      guard missing > 0, let left = first.pointee.glyphs else { return }
      left.pointee.geometry.width &+= missing / 2
      left.pointee.geometry.x_offset &+= missing / 2
      let right = last.pointee.glyphs + Int(last.pointee.num_glyphs - 1)
      right.pointee.geometry.width &+= missing - missing / 2
    }
  }
}

extension UnsafeMutablePointer<PangoGlyphString> {
  /// Places the glyphs of an item as its font has them, without letter spacing.
  fileprivate func setNaturally(
    _ item: UnsafeMutablePointer<PangoItem>, of text: UnsafePointer<CChar>, roundsPositions: Bool
  ) {
    guard let natural = pango_glyph_string_new() else { return }
    defer { pango_glyph_string_free(natural) }
    pango_shape_with_flags(
      text + Int(item.pointee.offset), item.pointee.length, text, -1, &item.pointee.analysis, natural,
      roundsPositions ? PANGO_SHAPE_ROUND_POSITIONS : PANGO_SHAPE_NONE)
    guard natural.pointee.num_glyphs == pointee.num_glyphs else { return }
    for index in 0..<Int(pointee.num_glyphs) {
      pointee.glyphs[index].geometry = natural.pointee.glyphs[index].geometry
    }
  }
}
