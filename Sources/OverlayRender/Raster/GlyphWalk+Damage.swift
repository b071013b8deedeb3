extension GlyphWalk {
  /// What must be drawn again when these glyphs take the place of others, moved by `dx`; `nil` for all of it.
  ///
  /// It is the ink of the glyphs that differ in shape, place or colour, and of all backgrounds and lines when the runs
  /// differ. Two glyphs that stay are drawn again where they barely meet, or no longer belong to the same run: whether
  /// Cairo adds the coverage of glyphs up before it blends them, or blends one by one, depends on whether it finds any
  /// two of a run that overlap (`_cairo_scaled_font_glyph_device_extents`).
  func changedInk(since old: GlyphWalk, dx: Int) -> Damage? {
    guard glyphs.count == old.glyphs.count, glyphs.count <= GlyphWalk.longestCompared, !hasUnknownGlyphs,
      !old.hasUnknownGlyphs
    else { return nil }
    var damage = Damage()
    if steps != old.steps {
      for step in steps + old.steps {
        if case .rectangle(let rectangle, _) = step { damage.insert(rectangle.ink.offsetBy(dx: dx, dy: 0)) }
      }
    }
    let newSteps = stepOfEachGlyph
    let oldSteps = old.stepOfEachGlyph
    var staying: [StayingGlyph] = []
    for index in glyphs.indices {
      let (newStep, oldStep) = (newSteps[index], oldSteps[index])
      if glyphs[index] == old.glyphs[index], steps[newStep].paint == old.steps[oldStep].paint {
        guard let box = glyphs[index].box(margin: GlyphWalk.rounding) else { continue }
        let core = glyphs[index].placedExtents.insetBy(dx: GlyphWalk.rounding, dy: GlyphWalk.rounding)
        staying.append(StayingGlyph(box: box, core: core, newStep: newStep, oldStep: oldStep))
      } else {
        damage.insert(old.glyphs[index].ink.offsetBy(dx: dx, dy: 0))
        damage.insert(glyphs[index].ink.offsetBy(dx: dx, dy: 0))
      }
    }
    GlyphWalk.forEachMeeting(of: staying) { damage.insert($0.offsetBy(dx: dx, dy: 0)) }
    return damage
  }

  /// A glyph that is the same in both texts.
  private struct StayingGlyph {
    /// The pixels it may touch.
    let box: PixelRect
    /// The rectangle that its outline fills for certain, in Pango units.
    let core: PixelRect
    let newStep: Int
    let oldStep: Int

    /// Whether the two may be blended in another way than before.
    func meetsDifferently(_ other: StayingGlyph) -> Bool {
      guard box.intersects(other.box) else { return false }
      let wereTogether = oldStep == other.oldStep
      let areTogether = newStep == other.newStep
      // Cairo sees that the two overlap, and that is enough for it, whatever the other glyphs do. It looks at outlines
      // where they were placed, not at the pixels on which they are drawn: these may meet where outlines do not.
      if wereTogether, areTogether { return !core.intersects(other.core) }
      return wereTogether || areTogether
    }
  }

  /// Calls `body` with every rectangle in which two glyphs meet that may be blended in another way than before.
  private static func forEachMeeting(of glyphs: [StayingGlyph], _ body: (PixelRect) -> Void) {
    // From left to right, each is compared with those alone that reach as far as it.
    var open: [StayingGlyph] = []
    for glyph in glyphs.sorted(by: { $0.box.minX < $1.box.minX }) {
      open.removeAll { $0.box.maxX <= glyph.box.minX }
      for other in open where other.meetsDifferently(glyph) { body(other.box.intersection(glyph.box)) }
      open.append(glyph)
    }
  }

  private var hasUnknownGlyphs: Bool { glyphs.contains(where: \.isUnknown) }

  private var stepOfEachGlyph: [Int] {
    var result = [Int](repeating: 0, count: glyphs.count)
    for (index, step) in steps.enumerated() {
      for glyph in step.glyphs ?? 0..<0 { result[glyph] = index }
    }
    return result
  }

  /// A song's verse and more; of longer texts that change, comparing is not worth what it takes.
  private static let longestCompared = 1024
  /// By how much the extents of a glyph may differ from those that Cairo computes, in Pango units.
  private static let rounding = 64
}

extension GlyphWalk.Step {
  /// The colour that it sets for itself.
  var paint: GlyphWalk.Paint? {
    switch self {
    case .glyphs(_, let paint), .rectangle(_, let paint): paint
    case .pictures: nil
    }
  }
}

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
