/// A bar that fills from its leading end, above a track of its whole length.
///
/// It takes all the width it is offered. It grows in steps of 1/8192 of the whole, and its end stands at eighths of a
/// pixel; between two steps nothing is drawn.
public struct ProgressBar: PrimitiveView {
  private let course: ProgressCourse
  private let height: Double
  private let cornerRadius: Double?
  private var fill: Paint?
  private var track: Paint?

  /// Makes a bar that shows a value: 0 is empty, 1 full; it is brought within these, and is 0 when it is no number.
  ///
  /// - Parameters:
  ///   - value: How much is done.
  ///   - height: The height in pixels.
  ///   - cornerRadius: How round the corners are, in pixels; nil for round ends.
  public init(_ value: Double, height: Double = 8, cornerRadius: Double? = nil) {
    self.init(.still(value), height: height, cornerRadius: cornerRadius)
  }

  /// Makes a bar that is empty until a range of the stream's time begins, and full from its end on. In a range without a
  /// length that is known it stays empty.
  public init(during range: MediaTimeRange, height: Double = 8, cornerRadius: Double? = nil) {
    self.init(.during(range), height: height, cornerRadius: cornerRadius)
  }

  private init(_ course: ProgressCourse, height: Double, cornerRadius: Double?) {
    self.course = course
    self.height = height.limited(to: 0...100_000)
    self.cornerRadius = cornerRadius?.limited(to: 0...100_000)
  }

  /// The same bar, its done part in a colour or gradient, which spans the whole bar; the foreground colour when not given.
  public func fill(_ style: some ShapeStyle) -> ProgressBar {
    var filled = self
    filled.fill = style.paint
    return filled
  }

  /// The same bar, its done part in a colour; the foreground colour when not given.
  public func fill(_ color: Color) -> ProgressBar {
    fill(Paint.color(color))
  }

  /// The same bar with its track in a colour or gradient; the foreground colour at a quarter of its opacity when not given.
  public func track(_ style: some ShapeStyle) -> ProgressBar {
    var tracked = self
    tracked.track = style.paint
    return tracked
  }

  /// The same bar with its track in a colour; the foreground colour at a quarter of its opacity when not given.
  public func track(_ color: Color) -> ProgressBar {
    track(Paint.color(color))
  }

  /// Adds the track, and above it the part that is done.
  func addNodes(to builder: inout SceneBuilder) {
    let color = builder.environment.foregroundColor
    let radius = cornerRadius ?? height / 2
    let (fill, track) = (fill ?? .color(color), track ?? .color(color.opacity(0.25)))
    let box = FrameWrapper(constraints: FrameConstraints(height: .fixed(height)), alignment: .center)
    builder.wrap(in: .frame(box)) { [course] builder in
      builder.arrange(.layers(LayersArrangement(alignment: .center))) { builder in
        builder.shape(ShapeContent(outline: .roundedRectangle(CornerRadii(radius)), fill: track))
        course.resolve("ProgressBar", into: &builder) { fraction, builder in
          builder.shape(ShapeContent(outline: .bar(fraction: fraction, cornerRadius: radius), fill: fill))
        }
      }
    }
  }
}
