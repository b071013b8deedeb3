extension GlyphRecording {
  /// Returns the pixels to redraw when these glyphs replace others, moved by `dx`, or `nil` for all pixels.
  ///
  /// They are the ink of the glyphs that differ in shape, position or color, and of all backgrounds and lines if the
  /// runs differ. Two unchanged glyphs are redrawn where their boxes overlap but their outlines may not, and where they
  /// no longer belong to the same run: Cairo either adds the coverage of glyphs before it blends them or blends them
  /// one by one, depending on whether any two glyphs of a run overlap (`_cairo_scaled_font_glyph_device_extents`).
  func changedInk(since old: GlyphRecording, dx: Int) -> Damage? {
    guard glyphs.count == old.glyphs.count, glyphs.count <= GlyphRecording.maximumComparedGlyphCount, !hasUnknownGlyphs,
      !old.hasUnknownGlyphs
    else { return nil }
    var damage = Damage()
    if steps != old.steps {
      for step in steps + old.steps {
        if case .rectangle(let rectangle, _) = step { damage.insert(rectangle.ink.offsetBy(dx: dx, dy: 0)) }
      }
    }
    let newSteps = stepOfEachGlyph
    let oldSteps = steps == old.steps ? newSteps : old.stepOfEachGlyph
    var unchanged: [UnchangedGlyph] = []
    unchanged.reserveCapacity(glyphs.count)
    for index in glyphs.indices {
      let (newStep, oldStep) = (newSteps[index], oldSteps[index])
      if glyphs[index] == old.glyphs[index], steps[newStep].paint == old.steps[oldStep].paint {
        guard let box = glyphs[index].box(margin: GlyphRecording.rounding) else { continue }
        let core = glyphs[index].placedExtents.insetBy(dx: GlyphRecording.rounding, dy: GlyphRecording.rounding)
        unchanged.append(UnchangedGlyph(box: box, core: core, newStep: newStep, oldStep: oldStep))
      } else {
        damage.insert(old.glyphs[index].ink.offsetBy(dx: dx, dy: 0))
        damage.insert(glyphs[index].ink.offsetBy(dx: dx, dy: 0))
      }
    }
    GlyphRecording.forEachOverlap(of: unchanged) { damage.insert($0.offsetBy(dx: dx, dy: 0)) }
    return damage
  }

  /// A glyph that is the same in both texts.
  private struct UnchangedGlyph {
    /// The pixels that the glyph may touch.
    let box: PixelRect
    /// A rectangle that surely lies within the extents Cairo computes for the glyph, in Pango units.
    let core: PixelRect
    let newStep: Int
    let oldStep: Int

    /// Returns whether the two glyphs may be blended differently than before.
    func blendsDifferently(with other: UnchangedGlyph) -> Bool {
      guard box.intersects(other.box) else { return false }
      let wereInOneRun = oldStep == other.oldStep
      let areInOneRun = newStep == other.newStep
      // If Cairo detects that these two overlap, other glyphs make no difference. Cairo compares outlines at their
      // exact positions, not the pixels on which they are drawn: these may overlap even if the outlines do not.
      if wereInOneRun, areInOneRun { return !core.intersects(other.core) }
      return wereInOneRun || areInOneRun
    }
  }

  /// Calls `body` with every rectangle in which two glyphs overlap that may be blended differently than before.
  private static func forEachOverlap(of glyphs: [UnchangedGlyph], _ body: (PixelRect) -> Void) {
    guard zip(glyphs, glyphs.dropFirst()).contains(where: { $0.box.maxX > $1.box.minX }) else { return }
    // From left to right, compare each glyph only with those that extend to its left edge.
    var open: [UnchangedGlyph] = []
    for glyph in glyphs.sorted(by: { $0.box.minX < $1.box.minX }) {
      open.removeAll { $0.box.maxX <= glyph.box.minX }
      for other in open where other.blendsDifferently(with: glyph) { body(other.box.intersection(glyph.box)) }
      open.append(glyph)
    }
  }

  /// Returns whether Cairo has to draw a run at rest, because two of its glyphs may touch the same pixel or one is
  /// large. Cairo adds up the coverage of glyphs that overlap before it blends it. The masks of large glyphs would fill
  /// the cache.
  func requiresCairo(for range: Range<Int>) -> Bool {
    var end = Int.min
    for glyph in glyphs[range] {
      guard let box = glyph.box(margin: GlyphRecording.rounding) else { continue }
      // The boxes are disjoint if each of them begins where the one before ends.
      if box.minX < end || box.area > GlyphRecording.maximumMaskArea { return true }
      end = box.maxX
    }
    return false
  }

  private var hasUnknownGlyphs: Bool { glyphs.contains(where: \.isUnknown) }

  private var stepOfEachGlyph: [Int] {
    var result = [Int](repeating: 0, count: glyphs.count)
    for (index, step) in steps.enumerated() {
      for glyph in step.glyphs ?? 0..<0 { result[glyph] = index }
    }
    return result
  }

  /// Longer texts are not compared, because that takes longer than it saves. The limit covers more than a verse of a
  /// song.
  private static let maximumComparedGlyphCount = 1024
  /// The largest mask of a glyph at rest, in pixels.
  private static let maximumMaskArea = 1 << 16
  /// The possible difference between the extents of a glyph and those that Cairo computes, in Pango units.
  private static let rounding = 64
}

extension GlyphRecording.Step {
  /// The color of the step, if it sets one.
  var paint: GlyphRecording.Paint? {
    switch self {
    case .glyphs(_, let paint), .rectangle(_, let paint): paint
    case .pictures: nil
    }
  }
}

/// The extents of the glyphs in each step, to find the glyphs in a part of a long line without checking the others. For
/// a short text they are not kept.
struct GlyphExtents {
  /// For each glyph, the pixel after the last one that it or an earlier glyph in its step may touch. It never decreases
  /// within a step.
  private let right: [Int32]
  /// For each glyph, the first pixel that it or a later glyph in its step may touch. It never decreases within a step.
  private let left: [Int32]
  /// The rows that each step may touch.
  private let rows: [Range<Int>]
  /// All pixels that the text may touch at whole pixels, including backgrounds and lines, from the top left corner of
  /// the layout.
  let ink: PixelRect

  /// A text is short up to this number of glyphs.
  private static let shortTextCount = 16

  init(_ recording: GlyphRecording) {
    guard recording.glyphs.count > GlyphExtents.shortTextCount else {
      ink = recording.steps.reduce(.zero) { ink, step in
        if case .rectangle(let rectangle, _) = step { return ink.union(rectangle.ink) }
        return recording.glyphs[step.glyphs ?? 0..<0].reduce(ink) { $0.union($1.ink) }
      }
      (right, left, rows) = ([], [], [])
      return
    }
    var right = [Int32](repeating: .min, count: recording.glyphs.count)
    var left = [Int32](repeating: .max, count: recording.glyphs.count)
    var all = PixelRect.zero
    rows = recording.steps.map { step in
      guard let range = step.glyphs else {
        if case .rectangle(let rectangle, _) = step { all = all.union(rectangle.ink) }
        return 0..<0
      }
      var ink = PixelRect.zero
      for index in range {
        let own = recording.glyphs[index].ink
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

  /// Returns the glyphs of a step that may touch a rectangle, possibly with a few others between them.
  ///
  /// - Parameters:
  ///   - index: The index of the step.
  ///   - clip: The rectangle in pixels from the top left corner of the layout.
  func glyphs(ofStep index: Int, _ range: Range<Int>, in clip: PixelRect) -> Range<Int> {
    guard !rows.isEmpty else { return range }
    guard rows[index].overlaps(clip.minY..<max(clip.maxY, clip.minY)) else { return range.prefix(0) }
    let first = range.partitioningIndex { right[$0] > Int32(clamping: clip.minX) }
    let end = range.partitioningIndex { left[$0] >= Int32(clamping: clip.maxX) }
    return first..<max(end, first)
  }
}

extension GlyphRecording {
  /// The extents of the glyphs.
  var glyphExtents: GlyphExtents { GlyphExtents(self) }
}

extension GlyphRecording.Step {
  /// The glyphs that the step draws, or `nil` for a rectangle.
  var glyphs: Range<Int>? {
    switch self {
    case .glyphs(let range, _), .pictures(let range): range
    case .rectangle: nil
    }
  }
}
