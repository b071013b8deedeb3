/// How far the glyphs of each step of a walk reach, so that those within a stretch of a long line are found without a look
/// at the others.
struct GlyphReaches {
  /// The pixel after the last that this glyph or one before it in its step may touch: it never falls within a step.
  private let right: [Int32]
  /// The first pixel that this glyph or one after it in its step may touch: it never falls within a step.
  private let left: [Int32]
  /// The rows that each step may touch.
  private let rows: [Range<Int>]
  /// All that the text may touch at whole pixels, backgrounds and lines included, from the layout's top left corner.
  let ink: PixelRect

  init(_ walk: GlyphWalk) {
    var right = [Int32](repeating: .min, count: walk.glyphs.count)
    var left = [Int32](repeating: .max, count: walk.glyphs.count)
    var all = PixelRect.zero
    rows = walk.steps.map { step in
      guard let range = step.glyphs else {
        if case .rectangle(let rectangle, _) = step { all = all.union(rectangle.ink) }
        return 0..<0
      }
      var ink = PixelRect.zero
      for index in range {
        let own = walk.glyphs[index].ink
        ink = ink.union(own)
        let before = index > range.lowerBound ? right[index - 1] : .min
        right[index] = own.isEmpty ? before : max(before, Int32(clamping: own.maxX))
        left[index] = own.isEmpty ? .max : Int32(clamping: own.minX)
      }
      for index in range.dropLast().reversed() { left[index] = min(left[index], left[index + 1]) }
      all = all.union(ink)
      return ink.minY..<ink.maxY
    }
    ink = all
    self.right = right
    self.left = left
  }

  /// The glyphs of a step that may touch a rectangle, and perhaps a few between them that do not.
  ///
  /// - Parameters:
  ///   - index: The step, by its place in the walk.
  ///   - clip: Pixels from the layout's top left corner.
  func glyphs(ofStep index: Int, _ range: Range<Int>, in clip: PixelRect) -> Range<Int> {
    guard rows[index].overlaps(clip.minY..<max(clip.maxY, clip.minY)) else { return range.prefix(0) }
    let first = range.partitioningIndex { right[$0] > Int32(clamping: clip.minX) }
    let end = range.partitioningIndex { left[$0] >= Int32(clamping: clip.maxX) }
    return first..<max(end, first)
  }
}

extension GlyphWalk {
  /// How far its glyphs reach.
  var reaches: GlyphReaches { GlyphReaches(self) }
}

extension GlyphWalk.Step {
  /// The glyphs that it draws; `nil` for a rectangle.
  var glyphs: Range<Int>? {
    switch self {
    case .glyphs(let range, _), .pictures(let range): range
    case .rectangle: nil
    }
  }
}
