/// Pictures that change with presentation time, at their own size unless they are told to scale.
public struct PixelSourceView: View {
  private let source: any PixelSource
  private var scaling = ImageScaling.none
  private var interpolation = ImageInterpolation.good

  /// Makes a view of a source.
  public init(_ source: some PixelSource) {
    self.source = source
  }

  /// The same view, scaled into the space that it is offered.
  public func scaling(_ scaling: ImageScaling) -> PixelSourceView {
    var scaled = self
    scaled.scaling = scaling
    return scaled
  }

  /// The same view, with its pixels made larger or smaller in another way.
  public func interpolation(_ interpolation: ImageInterpolation) -> PixelSourceView {
    var interpolated = self
    interpolated.interpolation = interpolation
    return interpolated
  }

  /// The picture of the moment, which changes when the source says.
  public var body: some View {
    ChangingView("PixelSourceView") { builder in
      let time = builder.time
      let next = source.nextChange(after: time.presentation)
      // A change that is announced for no later time is looked for at every frame.
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
