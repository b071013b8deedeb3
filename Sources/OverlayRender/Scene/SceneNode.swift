/// One element of a resolved view. A tree is a flat array in preorder: the children of the node at `i` begin at `i + 1`,
/// and each child's successor begins at that child's `end`.
struct SceneNode: Sendable, Hashable {
  /// What it is: the closed set that layout, display list and raster know.
  enum Kind: Sendable, Hashable {
    /// Glyphs.
    case text(TextContent)
    /// A filled rectangle that takes all the space it is offered.
    case fill(Fill)
    /// Empty space that a stack gives what is left.
    case spacer(minLength: Double)
    /// Children one after another.
    case stack(Axis, StackAlignment, spacing: Double)
    /// Children one above the other in depth, the first deepest.
    case layers(Alignment)
    /// Space around the one child.
    case padding(EdgeInsets)
    /// A box of a given size around the one child.
    case frame(FrameConstraints, Alignment)
    /// The first child, and behind it the second at the first's size.
    case background(Alignment)
    /// The children, drawn as one picture that something is done to; layout takes no notice.
    case effect(Effect)
    /// The children, drawn so many pixels away; layout takes no notice. What is moving stands at fractions of a pixel.
    case offset(Point, isMoving: Bool)
  }

  var kind: Kind
  /// The index after the last descendant.
  var end: Int
  /// The structural identity: the path in the tree, with the ids of `ForEach`, as one number.
  var identity: UInt64
}

/// How the children of a stack stand across its axis.
enum StackAlignment: Sendable, Hashable {
  case horizontal(HorizontalAlignment)
  case vertical(VerticalAlignment)
}

/// A colour in a rectangle whose corners may be round.
struct Fill: Sendable, Hashable {
  var color: Color
  /// Pixels; brought down to half the shorter side when drawn.
  var cornerRadius: Double = 0
}

/// What a frame asks for: sizes in pixels, `nil` where it leaves the choice to the child or the proposal.
struct FrameConstraints: Sendable, Hashable {
  struct Extent: Sendable, Hashable {
    var minimum: Double?
    var ideal: Double?
    var maximum: Double?

    /// The same extent whatever is proposed.
    static func fixed(_ length: Double?) -> Extent {
      Extent(minimum: length, ideal: length, maximum: length)
    }
  }

  var width = Extent()
  var height = Extent()

  subscript(axis: Axis) -> Extent { axis == .horizontal ? width : height }
}
