/// A bar that fills from its leading end, on a track of the full length.
///
/// It takes all the width it is offered. It grows in steps of 1/8192, and its end is at eighths of a pixel. Nothing is
/// drawn between two steps.
public struct ProgressBar: View {
  private let height: Double
  private var layers: ProgressLayers

  /// Creates a bar with a value from 0 (empty) to 1 (full). Other values are limited, and `NaN` becomes 0.
  ///
  /// - Parameters:
  ///   - value: The completed fraction.
  ///   - height: The height in pixels.
  ///   - cornerRadius: The corner radius in pixels; `nil` for round ends.
  public init(_ value: Double, height: Double = 8, cornerRadius: Double? = nil) {
    self.init(.constant(value), height: height, cornerRadius: cornerRadius)
  }

  /// Creates a bar that fills during a time range of the stream. It is empty before and full after it. If the length of
  /// the range is not known, the bar stays empty.
  public init(during range: MediaTimeRange, height: Double = 8, cornerRadius: Double? = nil) {
    self.init(.during(range), height: height, cornerRadius: cornerRadius)
  }

  /// Creates a bar that fills between two times of the stream: `ProgressBar(during: .seconds(2) ..< .seconds(5))`.
  public init(during range: Range<MediaTime>, height: Double = 8, cornerRadius: Double? = nil) {
    self.init(during: MediaTimeRange(range), height: height, cornerRadius: cornerRadius)
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

  /// Returns the bar with its completed part in a color or gradient, which spans the whole bar. The default is the
  /// foreground color.
  public func fill(_ style: some ShapeStyle) -> ProgressBar {
    var filled = self
    filled.layers.fill = style.paint
    return filled
  }

  /// Returns the bar with its track in a color or gradient. The default is the foreground color at a quarter of its
  /// opacity.
  public func track(_ style: some ShapeStyle) -> ProgressBar {
    var tracked = self
    tracked.layers.track = style.paint
    return tracked
  }

  /// The track with the completed part above it.
  public var body: some View {
    layers.frame(height: height)
  }
}

/// A ring that fills clockwise from the top, on a track of the full circle.
///
/// It is the largest ring that fits into the space offered. It grows in steps of 1/8192. Nothing is drawn between two
/// steps.
public struct ProgressRing: View {
  private var layers: ProgressLayers

  /// Creates a ring with a value from 0 (empty) to 1 (full). Other values are limited, and `NaN` becomes 0.
  ///
  /// - Parameters:
  ///   - value: The completed fraction.
  ///   - lineWidth: The width of the line in pixels, 0...10 000. All of it is inside the view.
  ///   - lineCap: The shape of the line's ends.
  public init(_ value: Double, lineWidth: Double = 8, lineCap: StrokeStyle.LineCap = .butt) {
    self.init(.constant(value), style: StrokeStyle(lineWidth: lineWidth, lineCap: lineCap))
  }

  /// Creates a ring that fills during a time range of the stream. It is empty before and full after it. If the length
  /// of the range is not known, the ring stays empty.
  public init(during range: MediaTimeRange, lineWidth: Double = 8, lineCap: StrokeStyle.LineCap = .butt) {
    self.init(.during(range), style: StrokeStyle(lineWidth: lineWidth, lineCap: lineCap))
  }

  /// Creates a ring that fills between two times of the stream: `ProgressRing(during: .seconds(2) ..< .seconds(5))`.
  public init(during range: Range<MediaTime>, lineWidth: Double = 8, lineCap: StrokeStyle.LineCap = .butt) {
    self.init(during: MediaTimeRange(range), lineWidth: lineWidth, lineCap: lineCap)
  }

  private init(_ value: ProgressValue, style: StrokeStyle) {
    @Sendable func arc(_ fraction: Double, _ paint: Paint) -> ShapeView {
      let outline = ShapeOutline.arc(from: 0, to: fraction, inset: style.lineWidth / 2)
      return ShapeView(
        content: ShapeContent(outline: outline, stroke: ShapeContent.Stroke(paint: paint, style: style)))
    }
    layers = ProgressLayers(name: "ProgressRing", value: value, whole: { arc(1, $0) }, part: arc)
  }

  /// Returns the ring with its completed part in a color or gradient. The default is the foreground color.
  public func fill(_ style: some ShapeStyle) -> ProgressRing {
    var filled = self
    filled.layers.fill = style.paint
    return filled
  }

  /// Returns the ring with its track in a color or gradient. The default is the foreground color at a quarter of its
  /// opacity.
  public func track(_ style: some ShapeStyle) -> ProgressRing {
    var tracked = self
    tracked.layers.track = style.paint
    return tracked
  }

  /// The track with the completed part above it.
  public var body: some View {
    layers
  }
}

/// The completed part above a track, for both progress views.
private struct ProgressLayers: View {
  /// The name of the public view, for explanations.
  let name: StaticString
  let value: ProgressValue
  var fill: Paint?
  var track: Paint?
  /// Returns the track in a paint.
  let whole: @Sendable (Paint) -> ShapeView
  /// Returns a fraction of the whole in a paint.
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
