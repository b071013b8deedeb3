import CCairo

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
