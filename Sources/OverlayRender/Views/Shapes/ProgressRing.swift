/// A ring that fills clockwise from the top, above a track of its whole turn.
///
/// It is the largest that fits into the space that is offered. It grows in steps of 1/8192 of the whole; between two steps
/// nothing is drawn.
public struct ProgressRing: PrimitiveView {
  private let course: ProgressCourse
  private let style: StrokeStyle
  private var fill: Paint?
  private var track: Paint?

  /// Makes a ring that shows a value: 0 is empty, 1 full; it is brought within these, and is 0 when it is no number.
  ///
  /// - Parameters:
  ///   - value: How much is done.
  ///   - lineWidth: The width of the line in pixels, 0 to 10 000; all of it lies within the view.
  ///   - lineCap: How the line ends.
  public init(_ value: Double, lineWidth: Double = 8, lineCap: StrokeStyle.LineCap = .butt) {
    course = .still(value)
    style = StrokeStyle(lineWidth: lineWidth, lineCap: lineCap)
  }

  /// Makes a ring that is empty until a range of the stream's time begins, and full from its end on. In a range without a
  /// length that is known it stays empty.
  public init(during range: MediaTimeRange, lineWidth: Double = 8, lineCap: StrokeStyle.LineCap = .butt) {
    course = .during(range)
    style = StrokeStyle(lineWidth: lineWidth, lineCap: lineCap)
  }

  /// The same ring, its done part in a colour or gradient; the foreground colour when not given.
  public func fill(_ style: some ShapeStyle) -> ProgressRing {
    var filled = self
    filled.fill = style.paint
    return filled
  }

  /// The same ring, its done part in a colour; the foreground colour when not given.
  public func fill(_ color: Color) -> ProgressRing {
    fill(Paint.color(color))
  }

  /// The same ring with its track in a colour or gradient; the foreground colour at a quarter of its opacity when not
  /// given.
  public func track(_ style: some ShapeStyle) -> ProgressRing {
    var tracked = self
    tracked.track = style.paint
    return tracked
  }

  /// The same ring with its track in a colour; the foreground colour at a quarter of its opacity when not given.
  public func track(_ color: Color) -> ProgressRing {
    track(Paint.color(color))
  }

  /// Adds the track, and above it the part that is done.
  func addNodes(to builder: inout SceneBuilder) {
    let color = builder.environment.foregroundColor
    let (fill, track) = (fill ?? .color(color), track ?? .color(color.opacity(0.25)))
    builder.arrange(.layers(LayersArrangement(alignment: .center))) { [course, style] builder in
      builder.shape(ProgressRing.part(1, paint: track, style: style))
      course.resolve("ProgressRing", into: &builder) { fraction, builder in
        builder.shape(ProgressRing.part(fraction, paint: fill, style: style))
      }
    }
  }

  private static func part(_ fraction: Double, paint: Paint, style: StrokeStyle) -> ShapeContent {
    ShapeContent(
      outline: .arc(from: 0, to: fraction, inset: style.lineWidth / 2),
      stroke: ShapeContent.Stroke(paint: paint, style: style))
  }
}
