/// One thing to draw. A group is followed by its members.
struct DisplayItem: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    /// Glyphs whose lines are broken at `width` pixels.
    case text(TextContent, width: Double?)
    /// A filled rectangle.
    case fill(Fill, PixelSize)
    /// An outline in a box.
    case shape(ShapeContent, PixelSize)
    /// Pixels in a box.
    case picture(PictureContent, PixelSize)
    /// The items that follow, as one picture that something is done to; the size is the view's.
    case group(Effect, PixelSize)
  }

  var content: Content
  /// The left edge, in pixels from that of the group it is in, or of the picture.
  var x: Int
  /// The top edge, likewise.
  var y: Int
  /// The fraction of a pixel beyond `x` and `y`, of what is in motion.
  var phase: Phase?
  /// Every pixel that drawing it may touch, likewise from the edges of the group it is in.
  var ink: PixelRect
  /// The structural identity of the node that it was made from.
  var identity: UInt64
  /// How many of the items that follow belong to this one, members of members included.
  var memberCount = 0
}

extension DisplayItem {
  /// What must be drawn again when another item takes the place of this one; neither is a group.
  ///
  /// Between two texts in the same style at the same place that is the glyphs that differ: of a clock, mostly one digit.
  func difference(from new: DisplayItem, measuredBy measurer: some TextMeasurer) -> Damage {
    guard self != new else { return .nothing }
    if case .text(let oldText, let width) = content, case .text(let newText, width) = new.content,
      x == new.x, y == new.y, phase == new.phase, oldText.color == newText.color, oldText.outlines == newText.outlines,
      let changed = measurer.changedInk(from: oldText.shape, to: newText.shape, width: width)
    {
      var damage = Damage()
      let reach = newText.reach(phase: phase)
      for rectangle in changed.rectangles {
        damage.insert(rectangle.offsetBy(dx: x, dy: y).insetBy(dx: -reach, dy: -reach))
      }
      damage.clip(to: ink.union(new.ink))
      return damage
    }
    if case .shape(let oldShape, let size) = content, case .shape(let newShape, size) = new.content,
      x == new.x, y == new.y, phase == new.phase, (phase ?? .zero) == .zero
    {
      return Damage(oldShape.changedInk(to: newShape, in: Size(size)).offsetBy(dx: x, dy: y))
    }
    var damage = Damage(ink)
    damage.insert(new.ink)
    return damage
  }
}

extension TextContent {
  /// How many pixels it reaches beyond the ink of the glyphs: its outline, and what motion by fractions adds.
  func reach(phase: Phase?) -> Int {
    outlineReach + (phase == nil ? 0 : 1)
  }
}
