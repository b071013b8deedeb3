/// A rectangle that takes all the space it is offered. Its edges are at whole pixels.
///
/// Its path starts at the top left corner and is clockwise.
public struct Rectangle: InsettableShape, InsettableOutline {
  var outline = ShapeOutline.rectangle

  /// Creates a rectangle.
  public init() {}
}

/// A rectangle with rounded corners that takes all the space it is offered. If it is inset, its radii become smaller
/// too.
///
/// Its path starts at the left edge, below the top left corner, and is clockwise.
public struct RoundedRectangle: InsettableShape, InsettableOutline {
  var outline: ShapeOutline

  /// Creates a rectangle with equal corner radii in pixels.
  public init(cornerRadius: Double) {
    self.init(cornerRadii: CornerRadii(cornerRadius))
  }

  /// Creates a rectangle with a radius for each corner. Radii that do not fit are scaled down by a common factor.
  public init(cornerRadii: CornerRadii) {
    outline = .roundedRectangle(cornerRadii)
  }
}

/// A rectangle with a radius for each corner that takes all the space it is offered, as ``RoundedRectangle`` does.
public struct UnevenRoundedRectangle: InsettableShape, InsettableOutline {
  var outline: ShapeOutline

  /// Creates a rectangle with a radius for each corner. Radii that do not fit are scaled down by a common factor.
  public init(cornerRadii: CornerRadii) {
    outline = .roundedRectangle(cornerRadii)
  }

  /// Creates a rectangle with a radius for each corner, in pixels.
  public init(
    topLeadingRadius: Double = 0, bottomLeadingRadius: Double = 0, bottomTrailingRadius: Double = 0,
    topTrailingRadius: Double = 0
  ) {
    self.init(
      cornerRadii: CornerRadii(
        topLeading: topLeadingRadius, topTrailing: topTrailingRadius, bottomLeading: bottomLeadingRadius,
        bottomTrailing: bottomTrailingRadius))
  }
}

/// A rectangle whose shorter sides are half circles. It takes all the space it is offered.
///
/// Its path starts at the end of the upper left quarter circle and is clockwise.
public struct Capsule: InsettableShape, InsettableOutline {
  var outline = ShapeOutline.capsule

  /// Creates a capsule.
  public init() {}
}

/// The largest circle that fits into the space offered, centered.
///
/// Its path starts at the rightmost point and is clockwise.
public struct Circle: InsettableShape, InsettableOutline {
  var outline = ShapeOutline.circle

  /// Creates a circle.
  public init() {}
}

/// The largest ellipse that fits into the space offered.
///
/// Its path starts at the rightmost point and is clockwise.
public struct Ellipse: InsettableShape, InsettableOutline {
  var outline = ShapeOutline.ellipse

  /// Creates an ellipse.
  public init() {}
}

/// A straight line between two points of the space offered.
///
/// By default it is one pixel wide, in the foreground color. Use `stroke` for another width. Half of the width is on
/// each side, so half of a line along an edge is outside of the view. For a sharp line of one pixel between views, use
/// ``Divider``.
public struct Line: OutlinedShape {
  let outline: ShapeOutline

  /// Creates a line.
  public init(from: UnitPoint = .leading, to: UnitPoint = .trailing) {
    outline = .line(from: from, to: to)
  }

  /// The line in the foreground color, stroked because a line has no inside.
  public var body: some View {
    stroke()
  }
}

/// A path as a shape. It takes all the space it is offered, and is drawn at its own coordinates.
extension Path: OutlinedShape {
  var outline: ShapeOutline { .path(self) }
}

/// A path scaled evenly into the space offered, such as an icon.
///
///     PathView(try Path(svg: "M12 2 22 22H2Z"), viewBox: Size(24, 24)).fill(.white).frame(width: 64, height: 64)
public struct PathView: OutlinedShape {
  let outline: ShapeOutline

  /// Creates a view of the part of a path inside a view box, whose top left corner is at the origin. If a side of the
  /// box is not greater than 0, nothing is drawn.
  public init(_ path: Path, viewBox: Size) {
    outline = .path(path, viewBox: viewBox)
  }
}

// The names of shapes where a shape is expected: `.clipShape(.capsule)`.

extension Shape where Self == Rectangle {
  /// A rectangle.
  public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == RoundedRectangle {
  /// Returns a rectangle with equal corner radii in pixels.
  public static func rect(cornerRadius: Double) -> RoundedRectangle {
    RoundedRectangle(cornerRadius: cornerRadius)
  }

  /// Returns a rectangle with a radius for each corner.
  public static func rect(cornerRadii: CornerRadii) -> RoundedRectangle {
    RoundedRectangle(cornerRadii: cornerRadii)
  }
}

extension Shape where Self == UnevenRoundedRectangle {
  /// Returns a rectangle with a radius for each corner, in pixels.
  public static func rect(
    topLeadingRadius: Double = 0, bottomLeadingRadius: Double = 0, bottomTrailingRadius: Double = 0,
    topTrailingRadius: Double = 0
  ) -> UnevenRoundedRectangle {
    UnevenRoundedRectangle(
      topLeadingRadius: topLeadingRadius, bottomLeadingRadius: bottomLeadingRadius,
      bottomTrailingRadius: bottomTrailingRadius, topTrailingRadius: topTrailingRadius)
  }
}

extension Shape where Self == Capsule {
  /// A rectangle whose shorter sides are half circles.
  public static var capsule: Capsule { Capsule() }
}

extension Shape where Self == Circle {
  /// The largest circle that fits.
  public static var circle: Circle { Circle() }
}

extension Shape where Self == Ellipse {
  /// The largest ellipse that fits.
  public static var ellipse: Ellipse { Ellipse() }
}
