/// One thing to draw. The members of a group follow it in the list.
struct DisplayItem: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    /// Glyphs in lines at most `width` pixels long.
    case text(TextContent, width: Double?)
    /// A filled rectangle.
    case fill(Fill, PixelSize)
    /// A shape in a box of this size.
    case shape(ShapeContent, PixelSize)
    /// A picture in a box of this size.
    case picture(PictureContent, PixelSize)
    /// The items that follow, drawn as one picture with an effect, and the size of the view.
    case group(Effect, PixelSize)
  }

  var content: Content
  /// The left edge, in pixels from the origin of the surrounding group, or of the picture.
  var x: Int
  /// The top edge, in pixels from the same origin.
  var y: Int
  /// The fraction of a pixel beyond `x` and `y`; `nil` for an item that does not move.
  var phase: Phase?
  /// Every pixel that drawing may touch, relative to the same origin.
  var ink: PixelRect
  /// The structural identity of the node that the item was made from.
  var identity: UInt64
  /// The number of following items that belong to this group, at any depth.
  var memberCount = 0
}

extension DisplayItem {
  /// Returns the area to draw again when this item is replaced by another. Neither item may be a group.
  ///
  /// If both are texts in the same style at the same position, the area contains only the glyphs that differ. For a
  /// clock that is usually one digit.
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
  /// The number of pixels that drawing reaches beyond the ink of the glyphs: the outline, and one for a fractional
  /// position.
  func reach(phase: Phase?) -> Int {
    outlineReach + (phase == nil ? 0 : 1)
  }
}
