/// A bar that fills from its leading end, above a track of its whole length.
///
/// It takes all the width it is offered. It grows in steps of 1/8192 of the whole, and its end stands at eighths of a
/// pixel; between two steps nothing is drawn.
public struct ProgressBar: View {
  private let height: Double
  private var layers: ProgressLayers

  /// Makes a bar that shows a value: 0 is empty, 1 full; it is brought within these, and is 0 when it is no number.
  ///
  /// - Parameters:
  ///   - value: How much is done.
  ///   - height: The height in pixels.
  ///   - cornerRadius: How round the corners are, in pixels; nil for round ends.
  public init(_ value: Double, height: Double = 8, cornerRadius: Double? = nil) {
    self.init(.constant(value), height: height, cornerRadius: cornerRadius)
  }

  /// Makes a bar that is empty until a range of the stream's time begins, and full from its end on. In a range without a
  /// length that is known it stays empty.
  public init(during range: MediaTimeRange, height: Double = 8, cornerRadius: Double? = nil) {
    self.init(.during(range), height: height, cornerRadius: cornerRadius)
  }

  private init(_ value: ProgressValue, height: Double, cornerRadius: Double?) {
    let height = height.limited(to: 0...100_000)
    let radius = cornerRadius?.limited(to: 0...100_000) ?? height / 2
    self.height = height
    layers = ProgressLayers(
      name: "ProgressBar", value: value,
      whole: { RoundedRectangle(cornerRadius: radius).fill($0) },
      part: { fraction, paint in
        ShapeView(content: ShapeContent(outline: .bar(fraction: fraction, cornerRadius: radius), fill: paint))
      })
  }

  /// The same bar, its done part in a colour or gradient, which spans the whole bar; the foreground colour when not given.
  public func fill(_ style: some ShapeStyle) -> ProgressBar {
    var filled = self
    filled.layers.fill = style.paint
    return filled
  }

  /// The same bar with its track in a colour or gradient; the foreground colour at a quarter of its opacity when not given.
  public func track(_ style: some ShapeStyle) -> ProgressBar {
    var tracked = self
    tracked.layers.track = style.paint
    return tracked
  }

  /// The track, and above it the part that is done.
  public var body: some View {
    layers.frame(height: height)
  }
}

/// A ring that fills clockwise from the top, above a track of its whole turn.
///
/// It is the largest that fits into the space that is offered. It grows in steps of 1/8192 of the whole; between two steps
/// nothing is drawn.
public struct ProgressRing: View {
  private var layers: ProgressLayers

  /// Makes a ring that shows a value: 0 is empty, 1 full; it is brought within these, and is 0 when it is no number.
  ///
  /// - Parameters:
  ///   - value: How much is done.
  ///   - lineWidth: The width of the line in pixels, 0 to 10 000; all of it lies within the view.
  ///   - lineCap: How the line ends.
  public init(_ value: Double, lineWidth: Double = 8, lineCap: StrokeStyle.LineCap = .butt) {
    self.init(.constant(value), style: StrokeStyle(lineWidth: lineWidth, lineCap: lineCap))
  }

  /// Makes a ring that is empty until a range of the stream's time begins, and full from its end on. In a range without a
  /// length that is known it stays empty.
  public init(during range: MediaTimeRange, lineWidth: Double = 8, lineCap: StrokeStyle.LineCap = .butt) {
    self.init(.during(range), style: StrokeStyle(lineWidth: lineWidth, lineCap: lineCap))
  }

  private init(_ value: ProgressValue, style: StrokeStyle) {
    @Sendable func arc(_ fraction: Double, _ paint: Paint) -> ShapeView {
      let outline = ShapeOutline.arc(from: 0, to: fraction, inset: style.lineWidth / 2)
      return ShapeView(
        content: ShapeContent(outline: outline, stroke: ShapeContent.Stroke(paint: paint, style: style)))
    }
    layers = ProgressLayers(name: "ProgressRing", value: value, whole: { arc(1, $0) }, part: arc)
  }

  /// The same ring, its done part in a colour or gradient; the foreground colour when not given.
  public func fill(_ style: some ShapeStyle) -> ProgressRing {
    var filled = self
    filled.layers.fill = style.paint
    return filled
  }

  /// The same ring with its track in a colour or gradient; the foreground colour at a quarter of its opacity when not
  /// given.
  public func track(_ style: some ShapeStyle) -> ProgressRing {
    var tracked = self
    tracked.layers.track = style.paint
    return tracked
  }

  /// The track, and above it the part that is done.
  public var body: some View {
    layers
  }
}

/// A part that is done, above a track of the whole: what a bar and a ring have in common.
private struct ProgressLayers: View {
  /// The view that it is part of, for explanations.
  let name: StaticString
  let value: ProgressValue
  var fill: Paint?
  var track: Paint?
  /// The whole in a paint.
  let whole: @Sendable (Paint) -> ShapeView
  /// A fraction of the whole in a paint.
  let part: @Sendable (Double, Paint) -> ShapeView

  var body: some View {
    EnvironmentReader { environment in
      let color = environment.foregroundColor
      let fill = fill ?? .color(color)
      ArrangedView(.layers(LayersArrangement(alignment: .center))) {
        whole(track ?? .color(color.opacity(0.25)))
        if let fraction = value.constantFraction {
          part(fraction, fill)
        } else {
          ChangingView(name) { builder in
            builder.changes(at: value.nextChange(after: builder.time))
            return part(value.fraction(at: builder.time), fill)
          }
        }
      }
    }
  }
}
