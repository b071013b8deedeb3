/// What a stream of pictures is made for: size, grid, wall clock, surroundings, format.
public struct RenderConfiguration: Sendable {
  /// The picture's size in pixels, each side 1 to 32 767.
  public var size: PixelSize
  /// The grid on which frames may change.
  public var frameRate: FrameRate
  /// The civil time at presentation time zero. A live stream that is given none takes the wall clock's.
  public var start: WallTime?
  /// Where a view stands that does not fill the picture.
  public var alignment = Alignment.center
  /// What lies behind everything.
  public var background = Color.clear
  /// The fonts to choose from.
  public var fonts = FontConfiguration.system
  /// How the samples' pixels lie in memory.
  ///
  /// `nil` lets the output choose that `FrameStream.write(to:)` opens, and is `bgraPremultiplied` without one. That is what
  /// is drawn; everything else is converted, inside the damage only.
  public var pixelFormat: PixelFormat?
  /// The luma weights of luma formats; `nil` takes the usual ones for the size.
  public var matrix: ColorMatrix?
  /// The range of luma formats.
  public var range = ColorRange.limited
  /// Whether what was drawn anew is tinted magenta, until the next picture that is drawn.
  public var showsDamage = false
  /// Takes each frame that was drawn, with what changed in it and why, at once and on the thread that draws; `nil` for
  /// nobody, and then nothing is made to be explained. Frames that show the picture before are not drawn.
  public var explain: (@Sendable (FrameExplanation) -> Void)?

  /// Makes a configuration with the usual surroundings.
  public init(size: PixelSize, frameRate: FrameRate = .fps(30), start: WallTime? = nil) {
    self.size = size
    self.frameRate = frameRate
    self.start = start
  }

  /// The format of the samples.
  ///
  /// - Throws: `VideoFormatError` when the size is impossible.
  public func videoFormat() throws(VideoFormatError) -> VideoFormat {
    try VideoFormat(size: size, pixelFormat: pixelFormat ?? .bgraPremultiplied, matrix: matrix, range: range)
  }
}
