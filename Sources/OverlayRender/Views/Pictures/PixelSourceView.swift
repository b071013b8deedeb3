/// A view of pictures that change with presentation time. By default it has their natural size.
public struct PixelSourceView: View {
  private let source: any PixelSource
  private var scaling = ImageScaling.none
  private var interpolation = ImageInterpolation.good

  /// Creates a view of a source.
  public init(_ source: some PixelSource) {
    self.source = source
  }

  /// Returns the view scaled into the space offered.
  public func scaling(_ scaling: ImageScaling) -> PixelSourceView {
    var scaled = self
    scaled.scaling = scaling
    return scaled
  }

  /// Returns the view with another interpolation of its pixels.
  public func interpolation(_ interpolation: ImageInterpolation) -> PixelSourceView {
    var interpolated = self
    interpolated.interpolation = interpolation
    return interpolated
  }

  /// The picture at the time of the frame, which changes when the source announces it.
  public var body: some View {
    ChangingView("PixelSourceView") { builder in
      let time = builder.time
      let next = source.nextChange(after: time.presentation)
      // If the announced change is not in the future, the next frame is checked instead.
      let frame = time.frameRate.frame(atOrBefore: time.presentation)
      builder.changes(at: next > time.presentation ? next : time.frameRate.time(ofFrame: frame + 1))
      let shown = source.pixels(at: time.presentation)
      let size = source.naturalSize
      return PictureView(
        content: PictureContent(
          pixels: shown?.format.pixelFormat == .bgraPremultiplied ? shown : nil,
          naturalSize: PixelSize(max(size.width, 1), max(size.height, 1)), scaling: scaling,
          interpolation: interpolation))
    }
  }
}
