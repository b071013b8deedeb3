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
