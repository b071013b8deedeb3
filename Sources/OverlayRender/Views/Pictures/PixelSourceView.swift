/// A view of pictures that change with presentation time. By default it has their natural size.
public struct PixelSourceView: View {
  private let source: any PixelSource

  /// Creates a view of a source.
  public init(_ source: some PixelSource) {
    self.source = source
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
        pixels: shown?.format.pixelFormat == .bgraPremultiplied ? shown : nil,
        naturalSize: PixelSize(max(size.width, 1), max(size.height, 1)))
    }
  }
}
