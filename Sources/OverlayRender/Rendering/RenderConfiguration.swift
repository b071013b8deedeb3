/// The configuration of a stream: size, frame rate, wall clock, fonts, and the format of the pictures.
public struct RenderConfiguration: Sendable {
  /// The size of the picture in pixels, 1 to 32 767 on each side.
  public var size: PixelSize
  /// The frame rate.
  public var frameRate: FrameRate
  /// The wall time at presentation time zero. Without it, a live stream uses the wall clock.
  public var start: WallTime?
  /// The position of a view that does not fill the picture.
  public var alignment = Alignment.center
  /// The background.
  public var background = Color.clear
  /// The available fonts.
  public var fonts = FontConfiguration.system
  /// The pixel format of the samples. Pictures are drawn in `bgraPremultiplied` and converted to all other formats,
  /// inside the damage only.
  ///
  /// `nil` lets the output of ``FrameStream/write(to:as:from:duration:overwrite:publishesPartial:progress:)`` choose.
  /// Without an output it means `bgraPremultiplied`.
  public var pixelFormat: PixelFormat?
  /// The color matrix of luma formats; `nil` for the default for the size.
  public var matrix: ColorMatrix?
  /// The value range of luma formats.
  public var range = ColorRange.limited
  /// Whether redrawn parts are tinted magenta until the next drawn picture.
  public var showsDamage = false
  /// Receives an explanation of each drawn frame, synchronously on the rendering thread. `nil` for no explanations,
  /// which then cost nothing. Frames that repeat the previous picture are not drawn.
  public var explain: (@Sendable (FrameExplanation) -> Void)?

  /// Receives the reasons for which the text of captions is not shown completely, with the presentation time, each time
  /// that a picture with such text is laid out.
  package var reportTextLoss: (@Sendable (TextLoss, MediaTime) -> Void)?

  /// Creates a configuration with default values.
  public init(size: PixelSize, frameRate: FrameRate = .fps(30), start: WallTime? = nil) {
    self.size = size
    self.frameRate = frameRate
    self.start = start
  }

  /// The video format of the samples.
  ///
  /// - Throws: `VideoFormatError` if the size is not possible.
  public func videoFormat() throws(VideoFormatError) -> VideoFormat {
    try VideoFormat(size: size, pixelFormat: pixelFormat ?? .bgraPremultiplied, matrix: matrix, range: range)
  }
}
