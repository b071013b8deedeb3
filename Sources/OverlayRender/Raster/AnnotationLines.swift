import CCairo

/// The shaped annotations of a text. Each annotation is a line of one layout.
///
/// The space that they need above a line depends only on the text and its fonts, and every line gets the same space. So
/// the lines of a text have equal distances, wherever they are broken.
final class AnnotationLines {
  /// An annotation, in Pango units.
  struct Line {
    let pointer: UnsafeMutablePointer<PangoLayoutLine>
    /// The bytes of the base text.
    let base: Range<Int>
    let width: Int
    /// The minimum width of the base text.
    let baseWidth: Int
    /// The distance of the baseline above the baseline of the base text's line.
    let baselineOffset: Int
    /// The spacing to add to each character of the base text so that it is wide enough.
    let extraSpacing: Int
    /// The extents of the ink, from the left end of the baseline.
    let ink: PangoRectangle
    /// The length of the line of the string that holds the base text, if it is not broken.
    fileprivate(set) var lineLength = 0
  }

  private(set) var lines: [Line] = []
  /// The space that the annotations need above each line of the text, in whole pixels.
  private(set) var spaceAbove = 0
  /// The layout that owns the lines.
  private let layout: TextLayout

  /// Shapes the annotations of a text. Returns `nil` if it has none.
  init?(_ shape: TextShape, context: OpaquePointer, digits: DigitCells) {
    guard !shape.annotations.isEmpty else { return nil }
    let annotations = shape.annotationLines
    layout = TextLayout(annotations, width: nil, context: context, digits: digits)
    // Measure the base texts alone, on lines that are not broken.
    let text = TextLayout(shape, width: nil, context: context, digits: digits)
    let bases = text.bases(of: shape.annotations.map(\.range))
    for (index, pointer) in layout.lines.enumerated().prefix(bases.count) {
      let range = shape.annotations[index].range
      var (ink, logical) = (PangoRectangle(), PangoRectangle())
      pango_layout_line_get_extents(pointer, &ink, &logical)
      let (ascent, descent) = (-Int(logical.y), Int(logical.y) + Int(logical.height))
      let baseWidth = Int(logical.width) + pointer.wordGap
      var (baselineOffset, excess) = (0, 0)
      if let base = bases[index] {
        // The annotation is placed on the em box of its base (JLREQ), not on the ascent of the font, which is meant for
        // the distance between lines. If the base is taller than its em box, the annotation is placed above the ink.
        baselineOffset = max(
          base.emTop(isVertical: shape.isVertical) + descent, base.inkTop + Int(ink.y) + Int(ink.height))
        spaceAbove = max(spaceAbove, wholePixels(ceiling: baselineOffset + ascent - base.top))
        excess = max(baseWidth - (base.right - base.left), 0)
      }
      let characters = max(shape.string.utf8Bytes(range).characterCount, 1)
      lines.append(
        Line(
          pointer: pointer, base: range, width: Int(logical.width), baseWidth: baseWidth,
          baselineOffset: baselineOffset,
          extraSpacing: (excess + characters - 1) / characters,
          ink: annotations.runs[index].style.isDecorated ? ink.union(logical) : ink))
    }
    measureLines(of: text)
  }

  /// Measures the lines of a text that is not broken, with the space that is added to their base texts.
  private func measureLines(of text: TextLayout) {
    var rest = lines.indices[...]
    for line in text.lines {
      let end = Int(line.pointee.start_index + line.pointee.length)
      let own = rest.prefix { lines[$0].base.lowerBound < end }
      rest = rest.dropFirst(own.count)
      var logical = PangoRectangle()
      if !own.isEmpty { pango_layout_line_get_extents(line, nil, &logical) }
      let length = own.reduce(Int(logical.width)) { $0 + lines[$1].extraSpacing * lines[$1].base.count }
      for index in own { lines[index].lineLength = length }
    }
  }

  /// Returns the base texts in a layout whose lines are broken at `width` pixels, or not at all.
  func bases(brokenAt width: Double?) -> [TextAttributes.Base] {
    // Pango rounds lengths in several ways.
    let longest = width.map { (Int($0) - 2) << 10 } ?? .max
    return lines.map { TextAttributes.Base(extraSpacing: $0.extraSpacing, isInBrokenLine: $0.lineLength > longest) }
  }

  /// Returns the annotations of a layout with its final width, without those whose base text is truncated or on a line
  /// that is not shown.
  func placed(on text: TextLayout) -> [PlacedAnnotation] {
    let origin = spaceAbove << 10
    return zip(lines, text.bases(of: lines.map(\.base))).compactMap { line, base in
      // The baselines of lines that are not shown are above the text.
      guard let base, base.baseline > 0 else { return nil }
      return PlacedAnnotation(
        line: line.pointer, x: base.left + (base.right - base.left - line.width) / 2,
        baseline: origin + base.baseline - line.baselineOffset, lineInk: line.ink)
    }
  }
}

/// An annotation with its position, in Pango units from the top left corner of the text.
struct PlacedAnnotation {
  let line: UnsafeMutablePointer<PangoLayoutLine>
  /// The left end of the baseline.
  let x: Int
  let baseline: Int
  /// The extents of the ink, from the left end of the baseline.
  fileprivate let lineInk: PangoRectangle

  /// The extents of the ink.
  var ink: PangoRectangle {
    PangoRectangle(
      x: lineInk.x &+ Int32(clamping: x), y: lineInk.y &+ Int32(clamping: baseline), width: lineInk.width,
      height: lineInk.height)
  }
}

extension UnsafeMutablePointer<PangoLayoutLine> {
  /// The gap between adjacent annotations, in Pango units: a quarter of an em, which is about a word space. It is zero
  /// for scripts without words, so that two kana over each Han character, which are as wide as it, do not separate the
  /// characters.
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
  /// Widens each base text to the width of its annotation, in a layout with its text, style and width.
  ///
  /// For line breaking, Pango includes the letter spacing that the base texts have for this purpose. Scripts without
  /// words keep this spacing, half of it at each end (CSS Ruby, `ruby-align: space-around`). The letters of other
  /// scripts are moved together again, and the space is added at the ends of the word. Space that Pango removes at the
  /// ends of a line is added again.
  ///
  /// - Parameter digits: The digit cells, if the text uses them.
  func widenBases(in layout: OpaquePointer, digits: DigitCells?) {
    guard lines.contains(where: { $0.extraSpacing > 0 }), let text = pango_layout_get_text(layout) else { return }
    let ranges = lines.map(\.base)
    let roundsPositions = pango_context_get_round_glyph_positions(pango_layout_get_context(layout)) != 0
    var pieces = [Piece?](repeating: nil, count: lines.count)
    // Do not use the read-only lines: the glyphs are changed below, which Pango permits.
    for line in pango_layout_get_lines(layout).elements(of: PangoLayoutLine.self) {
      for run in line.pointee.runs.elements(of: PangoGlyphItem.self) {
        guard let item = run.pointee.item, let glyphs = run.pointee.glyphs, glyphs.pointee.num_glyphs > 0,
          !item.pointee.isEllipsis, let index = ranges.index(holding: Int(item.pointee.offset)),
          lines[index].extraSpacing > 0
        else { continue }
        if !item.pointee.hasWordlessScript {
          glyphs.resetGeometry(item, of: text, roundsPositions: roundsPositions)
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

  /// Shortens a justified line that is too long. Reduces the gaps that justification has widened: the spaces, or, if
  /// there are none, the advances of all glyphs outside of base texts.
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

  /// The runs of a base text, from left to right.
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

    /// Adds the missing width at both ends, in equal parts.
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
  /// Sets the geometry of an item's glyphs as in its font, without letter spacing.
  fileprivate func resetGeometry(
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
