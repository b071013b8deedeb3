/// A view that is an outline and takes all the space it is offered.
///
/// By default it is filled with the foreground color. Declare a custom shape by its path in a rectangle:
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
/// It can be filled, stroked, trimmed, and used to clip other views, like the shapes of this library.
public protocol Shape: View, Animatable {
  /// Returns the path of the outline in a rectangle.
  ///
  /// The path may depend only on the rectangle and on the stored values of the shape. In a view, the rectangle has the
  /// size of the view in whole pixels, and its origin is zero.
  func path(in rect: Rect) -> Path
}

/// A shape that can be made smaller on all sides, so that its stroke is inside its bounds.
public protocol InsettableShape: Shape {
  /// The type of the inset shape.
  associatedtype InsetShape: InsettableShape

  /// Returns the shape made smaller by an amount in pixels on each side. A negative amount makes it larger.
  func inset(by amount: Double) -> InsetShape
}

extension Shape {
  /// The shape filled with the foreground color.
  public var body: some View {
    EnvironmentReader { fill($0.foregroundColor) }
  }

  /// Returns the shape filled with a color or gradient. With `isEvenOdd`, the even-odd rule decides what is inside.
  public func fill(_ style: some ShapeStyle, isEvenOdd: Bool = false) -> ShapeView {
    ShapeView(content: ShapeContent(outline: shapeOutline, fill: style.paint, isEvenOdd: isEvenOdd))
  }

  /// Returns a line along the outline in the foreground color, with a width in pixels. Half of it is on each side.
  public func stroke(lineWidth: Double = 1) -> some View {
    stroke(style: StrokeStyle(lineWidth: lineWidth))
  }

  /// Returns a line along the outline in the foreground color. Half of its width is on each side.
  public func stroke(style: StrokeStyle) -> some View {
    EnvironmentReader { stroke($0.foregroundColor, style: style) }
  }

  /// Returns a line along the outline, with a width in pixels. Half of it is on each side.
  public func stroke(_ style: some ShapeStyle, lineWidth: Double = 1) -> ShapeView {
    stroke(style, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// Returns a line along the outline. Half of its width is on each side.
  public func stroke(_ paint: some ShapeStyle, style: StrokeStyle) -> ShapeView {
    let stroke = ShapeContent.Stroke(paint: paint.paint, style: style)
    return ShapeView(content: ShapeContent(outline: shapeOutline, stroke: stroke))
  }

  /// Returns the part of the outline between two fractions of its length, from the first to the last point of the path;
  /// see ``Path/trimmedPath(from:to:)``.
  ///
  ///     Circle().trim(from: 0, to: 0.25).stroke(.white, lineWidth: 4)
  public func trim(from start: Double = 0, to end: Double = 1) -> TrimmedShape {
    TrimmedShape(outline: .trimmed(shapeOutline, from: start, to: end))
  }
}

extension InsettableShape {
  /// Returns a line along the inside of the outline in the foreground color, with a width in pixels.
  public func strokeBorder(lineWidth: Double = 1) -> some View {
    strokeBorder(style: StrokeStyle(lineWidth: lineWidth))
  }

  /// Returns a line along the inside of the outline in the foreground color.
  public func strokeBorder(style: StrokeStyle) -> some View {
    EnvironmentReader { strokeBorder($0.foregroundColor, style: style) }
  }

  /// Returns a line along the inside of the outline, with a width in pixels. A line wider than the shape covers all of
  /// it.
  public func strokeBorder(_ style: some ShapeStyle, lineWidth: Double = 1) -> ShapeView {
    strokeBorder(style, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// Returns a line along the inside of the outline.
  public func strokeBorder(_ paint: some ShapeStyle, style: StrokeStyle) -> ShapeView {
    inset(by: style.lineWidth / 2).stroke(paint, style: style)
  }
}

/// A part of the outline of a shape.
public struct TrimmedShape: OutlinedShape {
  let outline: ShapeOutline
}

/// A shape of this library, whose outline can be compared.
protocol OutlinedShape: Shape {
  var outline: ShapeOutline { get }
}

extension OutlinedShape {
  /// Returns the path of the outline in a rectangle.
  public func path(in rect: Rect) -> Path {
    outline.path(in: rect.size).scaled(by: 1, movedBy: rect.origin)
  }
}

/// A shape of this library that has the same type when inset.
protocol InsettableOutline: OutlinedShape, InsettableShape {
  var outline: ShapeOutline { get set }
}

extension InsettableOutline {
  /// Returns the shape made smaller by an amount in pixels on each side. A negative amount makes it larger.
  public func inset(by amount: Double) -> Self {
    var inset = self
    inset.outline = outline.inset(by: amount)
    return inset
  }
}

extension Shape {
  /// The outline for nodes and effects.
  var shapeOutline: ShapeOutline {
    (self as? any OutlinedShape)?.outline ?? .custom(CustomOutline { path(in: $0) })
  }
}

/// A shape with a fill, a stroke, or both.
public struct ShapeView: PrimitiveView {
  var content: ShapeContent

  /// Adds the leaf that is fastest to draw.
  func addNodes(to builder: inout SceneBuilder) {
    builder.leaf(content.plainFill.map { .fill($0) } ?? .shape(content))
  }

  /// Returns the shape with another fill.
  public func fill(_ style: some ShapeStyle, isEvenOdd: Bool = false) -> ShapeView {
    var filled = self
    filled.content.fill = style.paint
    filled.content.isEvenOdd = isEvenOdd
    return filled
  }

  /// Returns the shape with another stroke, drawn above the fill.
  public func stroke(_ style: some ShapeStyle, lineWidth: Double = 1) -> ShapeView {
    stroke(style, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// Returns the shape with another stroke, drawn above the fill.
  public func stroke(_ paint: some ShapeStyle, style: StrokeStyle) -> ShapeView {
    var stroked = self
    stroked.content.stroke = ShapeContent.Stroke(paint: paint.paint, style: style)
    return stroked
  }
}
