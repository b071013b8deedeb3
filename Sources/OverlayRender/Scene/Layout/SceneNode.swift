/// One element of a resolved view. A tree is a flat array in preorder: the children of the node at `i` begin at `i + 1`,
/// and each child's successor begins at that child's `end`.
struct SceneNode: Sendable, Hashable {
  /// What it is: the closed set that layout, display list and raster know.
  enum Kind: Sendable, Hashable {
    /// Glyphs.
    case text(TextContent)
    /// A filled rectangle that takes all the space it is offered.
    case fill(Fill)
    /// An outline, filled or drawn along, that takes all the space it is offered.
    case shape(ShapeContent)
    /// Pixels.
    case picture(PictureContent)
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
    /// The children, drawn as one picture that something is done to; layout takes no notice.
    case effect(Effect)
    /// The children, drawn away by so many pixels and by fractions of their own size; layout takes no notice. What is
    /// moving stands at fractions of a pixel.
    case offset(Point, ofSize: Point = .zero, isMoving: Bool)
    /// The one child at its ideal length, passing by in copies within the length that is offered.
    case ticker(TickerLane)
    /// The first child, and behind it or before it the second, which is offered the first's size.
    case decoration(Alignment, isBehind: Bool)
    /// The one child at its ideal extent, whatever is offered.
    case fixedSize(horizontal: Bool, vertical: Bool)
    /// The one child in a space of a given ratio of width to height; `nil` is the ratio of the child's ideal size.
    case aspectRatio(Double?, ContentMode)
    /// All that is offered, with the centre of the one child at a place in it.
    case position(Point)
    /// The one child, which a stack serves before others of a lower priority.
    case priority(Double)
    /// The one child with a line of its own to be aligned by.
    case alignmentGuide(AlignmentGuide)
    /// All that is offered, with the children within a margin: a share of the extent at each edge.
    case safeArea(margin: Double, Alignment)
    /// All that is offered, with the children as boxes of lines at places of their own.
    case board(Board)
    /// The one child with its place on the board around.
    case boardPlace(BoardPlace)
    /// A window on the board around, with the children rolling through it.
    case boardRoll(BoardRoll)
    /// All that is offered, with children made for that size at the top left; they were resolved for `size`.
    case geometryReader(size: Size)
    /// Rows one below the other, whose cells stand in columns; a child that is no row spans every column.
    case grid(Alignment, horizontalSpacing: Double, verticalSpacing: Double)
    /// The cells of one row of a grid, and where they stand in its height if not where the grid says.
    case gridRow(VerticalAlignment?)
    /// The one child as a cell that spans several columns.
    case gridCell(columns: Int)
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
  /// Pixels; brought down to half the shorter side, and to ``largestCornerRadius``, when drawn.
  var cornerRadius: Double = 0

  /// A corner is drawn once and kept, a byte a pixel.
  static let largestCornerRadius = 2048.0
}

/// What a frame asks for: sizes in pixels, `nil` where it leaves the choice to the child or the proposal.
struct FrameConstraints: Sendable, Hashable {
  struct Extent: Sendable, Hashable {
    var minimum: Double?
    var ideal: Double?
    var maximum: Double?

    /// The same extent whatever is proposed; one that is not finite is none.
    static func fixed(_ length: Double?) -> Extent {
      let length = length.flatMap { $0.isFinite ? max($0.bounded, 0) : nil }
      return Extent(minimum: length, ideal: length, maximum: length)
    }

    /// An extent within limits, the upper one of which may be infinite; what is no number is no limit.
    static func limited(from minimum: Double?, ideal: Double?, to maximum: Double?) -> Extent {
      func length(_ length: Double?) -> Double? { length.flatMap { $0.isNaN ? nil : max($0.bounded, 0) } }
      return Extent(
        minimum: length(minimum), ideal: length(ideal), maximum: maximum == .infinity ? maximum : length(maximum))
    }
  }

  var width = Extent()
  var height = Extent()

  subscript(axis: Axis) -> Extent { axis == .horizontal ? width : height }
}
