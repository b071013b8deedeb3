/// A rectangle that takes all the space it is offered. Its edges stand on whole pixels.
///
/// As a path it begins at the top left corner and runs clockwise.
public struct Rectangle: InsettableShape, InsettableOutline {
  var outline = ShapeOutline.rectangle

  /// Makes a rectangle.
  public init() {}
}

/// A rectangle with round corners that takes all the space it is offered. What is inset has radii that are smaller too.
///
/// As a path it begins at the left edge, below the top left corner, and runs clockwise.
public struct RoundedRectangle: InsettableShape, InsettableOutline {
  var outline: ShapeOutline

  /// Makes a rectangle whose corners are all as round, in pixels.
  public init(cornerRadius: Double) {
    self.init(cornerRadii: CornerRadii(cornerRadius))
  }

  /// Makes a rectangle whose corners are each as round as given. Radii that do not fit are brought down, all by the same
  /// factor.
  public init(cornerRadii: CornerRadii) {
    outline = .roundedRectangle(cornerRadii)
  }
}

/// A rectangle whose shorter sides are half circles; it takes all the space it is offered.
///
/// As a path it begins on the left, at the end of its upper left quarter circle, and runs clockwise.
public struct Capsule: InsettableShape, InsettableOutline {
  var outline = ShapeOutline.capsule

  /// Makes a capsule.
  public init() {}
}

/// The largest circle that fits into the space that is offered, in the middle of it.
///
/// As a path it begins at its rightmost point and runs clockwise.
public struct Circle: InsettableShape, InsettableOutline {
  var outline = ShapeOutline.circle

  /// Makes a circle.
  public init() {}
}

/// The ellipse that touches all four edges of the space that is offered.
///
/// As a path it begins at its rightmost point and runs clockwise.
public struct Ellipse: InsettableShape, InsettableOutline {
  var outline = ShapeOutline.ellipse

  /// Makes an ellipse.
  public init() {}
}

/// A straight line between two points of the space that is offered.
///
/// By itself it is one pixel wide, in the foreground colour; `stroke` gives it another width.
/// It lies on both sides of its points: along an edge half of it is outside. A sharp line of one pixel between views is a
/// ``Divider``.
public struct Line: OutlinedShape {
  let outline: ShapeOutline

  /// Makes a line.
  public init(from: UnitPoint = .leading, to: UnitPoint = .trailing) {
    outline = .line(from: from, to: to)
  }

  /// The line in the foreground colour: it has nothing inside that could be filled.
  public var body: some View {
    EnvironmentReader { stroke($0.foregroundColor) }
  }
}
