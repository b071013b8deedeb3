/// A view that is an outline, and takes all the space it is offered.
///
/// By itself it is filled with the foreground colour. Shapes of your own say no more than what their outline is:
///
///     struct Diamond: Shape {
///       var outline: ShapeOutline {
///         .path(Path { path in
///           path.move(to: Point(x: 12, y: 0))
///           path.addLine(to: Point(x: 24, y: 12))
///           path.addLine(to: Point(x: 12, y: 24))
///           path.addLine(to: Point(x: 0, y: 12))
///           path.closeSubpath()
///         }, viewBox: Size(24, 24))
///       }
///     }
public protocol Shape: View {
  /// The outline, whatever the size.
  var outline: ShapeOutline { get }
}

extension Shape {
  /// The shape filled with the foreground colour.
  public var body: some View {
    EnvironmentReader { fill($0.foregroundColor) }
  }

  /// The shape filled with a colour or gradient. With `isEvenOdd`, what lies within an even number of turns of the
  /// outline is a hole.
  public func fill(_ style: some ShapeStyle, isEvenOdd: Bool = false) -> ShapeView {
    ShapeView(content: ShapeContent(outline: outline, fill: style.paint, isEvenOdd: isEvenOdd))
  }

  /// A line along the outline, half of it on each side, of a width in pixels.
  public func stroke(_ style: some ShapeStyle, lineWidth: Double = 1) -> ShapeView {
    stroke(style, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// A line along the outline, half of it on each side.
  public func stroke(_ paint: some ShapeStyle, style: StrokeStyle) -> ShapeView {
    ShapeView(content: ShapeContent(outline: outline, stroke: ShapeContent.Stroke(paint: paint.paint, style: style)))
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
