/// A view that is an outline, and takes all the space it is offered.
///
/// By itself it is filled with the foreground color. A shape of your own is a path in a rectangle:
///
///     struct Diamond: Shape {
///       func path(in rect: Rect) -> Path {
///         Path { path in
///           path.move(to: Point(x: rect.midX, y: rect.minY))
///           path.addLine(to: Point(x: rect.maxX, y: rect.midY))
///           path.addLine(to: Point(x: rect.midX, y: rect.maxY))
///           path.addLine(to: Point(x: rect.minX, y: rect.midY))
///           path.closeSubpath()
///         }
///       }
///     }
///
/// It can be filled, stroked and trimmed, and clip other views, as the shapes of this library can.
public protocol Shape: View {
  /// Returns the outline in a rectangle.
  ///
  /// It depends on the rectangle and on the stored values of the shape, and on nothing else. In a view the rectangle has
  /// the view's size, in whole pixels, and its origin is zero.
  func path(in rect: Rect) -> Path
}

/// A shape that can be made smaller on all sides, so that a line along it lies within its bounds.
public protocol InsettableShape: Shape {
  /// The shape that is smaller.
  associatedtype InsetShape: InsettableShape

  /// Returns the shape, smaller by an amount in pixels on each side; larger where that is negative.
  func inset(by amount: Double) -> InsetShape
}

extension Shape {
  /// The shape filled with the foreground color.
  public var body: some View {
    EnvironmentReader { fill($0.foregroundColor) }
  }

  /// The shape filled with a color or gradient. With `isEvenOdd`, what lies within an even number of turns of the
  /// outline is a hole.
  public func fill(_ style: some ShapeStyle, isEvenOdd: Bool = false) -> ShapeView {
    ShapeView(content: ShapeContent(outline: shapeOutline, fill: style.paint, isEvenOdd: isEvenOdd))
  }

  /// A line along the outline, half of it on each side, of a width in pixels.
  public func stroke(_ style: some ShapeStyle, lineWidth: Double = 1) -> ShapeView {
    stroke(style, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// A line along the outline, half of it on each side.
  public func stroke(_ paint: some ShapeStyle, style: StrokeStyle) -> ShapeView {
    let stroke = ShapeContent.Stroke(paint: paint.paint, style: style)
    return ShapeView(content: ShapeContent(outline: shapeOutline, stroke: stroke))
  }

  /// The part of the outline between two fractions of its length, where the line is drawn from the first to the last
  /// point of the path; see ``Path/trimmedPath(from:to:)``.
  ///
  ///     Circle().trim(from: 0, to: 0.25).stroke(.white, lineWidth: 4)
  public func trim(from start: Double = 0, to end: Double = 1) -> TrimmedShape {
    TrimmedShape(outline: .trimmed(shapeOutline, from: start, to: end))
  }
}

extension InsettableShape {
  /// A line along the inside of the outline, of a width in pixels. Where the line is wider than the shape, it covers all
  /// of it.
  public func strokeBorder(_ style: some ShapeStyle, lineWidth: Double = 1) -> ShapeView {
    strokeBorder(style, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// A line along the inside of the outline.
  public func strokeBorder(_ paint: some ShapeStyle, style: StrokeStyle) -> ShapeView {
    inset(by: style.lineWidth / 2).stroke(paint, style: style)
  }
}

/// A part of a shape's outline.
public struct TrimmedShape: OutlinedShape {
  let outline: ShapeOutline
}

/// A shape of this library, whose outline is a value that can be compared.
protocol OutlinedShape: Shape {
  var outline: ShapeOutline { get }
}

extension OutlinedShape {
  /// Returns the outline in a rectangle.
  public func path(in rect: Rect) -> Path {
    outline.path(in: rect.size).scaled(by: 1, movedBy: rect.origin)
  }
}

/// A shape of this library that stays of its type when it is made smaller.
protocol InsettableOutline: OutlinedShape, InsettableShape {
  var outline: ShapeOutline { get set }
}

extension InsettableOutline {
  /// Returns the shape, smaller by an amount in pixels on each side; larger where that is negative.
  public func inset(by amount: Double) -> Self {
    var inset = self
    inset.outline = outline.inset(by: amount)
    return inset
  }
}

extension Shape {
  /// The outline as nodes and effects have it.
  var shapeOutline: ShapeOutline {
    (self as? any OutlinedShape)?.outline ?? .custom(CustomOutline { path(in: $0) })
  }
}

/// A shape with a fill or a line along its outline, or both.
public struct ShapeView: PrimitiveView {
  var content: ShapeContent

  /// Adds the cheapest leaf that looks like the shape.
  func addNodes(to builder: inout SceneBuilder) {
    builder.leaf(content.plainFill.map { .fill($0) } ?? .shape(content))
  }

  /// The same with another fill.
  public func fill(_ style: some ShapeStyle, isEvenOdd: Bool = false) -> ShapeView {
    var filled = self
    filled.content.fill = style.paint
    filled.content.isEvenOdd = isEvenOdd
    return filled
  }

  /// The same with another line along the outline, above the fill.
  public func stroke(_ style: some ShapeStyle, lineWidth: Double = 1) -> ShapeView {
    stroke(style, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// The same with another line along the outline, above the fill.
  public func stroke(_ paint: some ShapeStyle, style: StrokeStyle) -> ShapeView {
    var stroked = self
    stroked.content.stroke = ShapeContent.Stroke(paint: paint.paint, style: style)
    return stroked
  }
}
