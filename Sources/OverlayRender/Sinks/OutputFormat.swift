/// A format that frames can be written in: a container, numbered files, a network protocol, or nothing at all.
///
/// The formats of this module are ``y4m``, ``raw``, ``png`` and ``null``. Another module adds a format by making a value
/// of its own, which a caller passes to ``OutputPlan`` beside these.
public struct OutputFormat: Sendable {
  /// An extension of file names that stands for a format.
  public struct FileExtension: Sendable, ExpressibleByStringLiteral {
    /// The extension in lowercase, without the period.
    public let name: String
    /// The pixel format that the extension stands for as well, as `rgba` does; `nil` for none.
    public let pixelFormat: PixelFormat?

    /// Creates an extension from its lowercase name, without the period.
    public init(_ name: String, pixelFormat: PixelFormat? = nil) {
      self.name = name
      self.pixelFormat = pixelFormat
    }

    /// Creates an extension that stands for no pixel format.
    public init(stringLiteral name: String) {
      self.init(name)
    }
  }

  /// The files that a format writes.
  public enum Files: Sendable {
    /// No file: the format takes no destination.
    case none
    /// One file, FIFO, pipe or connection that takes all frames.
    case one
    /// A file for each frame, numbered as in `frames/%05d.png`. A name without a number, and standard output, take one
    /// frame only.
    case onePerFrame
    /// A file and numbered segments, such as a playlist; the closure returns the pattern of their names, such as
    /// `live-%05d.ts`, for the path of the file.
    case segments(pattern: @Sendable (_ path: String) -> String)
  }

  /// The name by which the format is chosen, such as `y4m`.
  public let name: String
  /// The extensions that stand for the format; messages name the first one.
  public let fileExtensions: [FileExtension]
  /// The schemes of the URLs that the format can be sent to, in lowercase, such as `rtmp`.
  public let urlSchemes: [String]
  /// The pixel formats that the format can hold, in order of preference.
  public let pixelFormats: [PixelFormat]
  /// The pixel format that is chosen when none is asked for; `nil` when none is needed, so that nothing is converted.
  public let usualPixelFormat: PixelFormat?
  /// Those of `pixelFormats` that the sink makes itself, from samples in `bgraPremultiplied`.
  public let encodedPixelFormats: [PixelFormat]
  /// Whether frames have times of their own, so that those in which nothing changed can be left out.
  public let bearsTimes: Bool
  /// The files that the format writes.
  public let files: Files

  private let opensSink: @Sendable (OutputRequest) throws -> any FrameSink

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - name: The name by which the format is chosen.
  ///   - fileExtensions: The extensions that stand for it.
  ///   - urlSchemes: The schemes of the URLs that it can be sent to, in lowercase.
  ///   - pixelFormats: The pixel formats that it can hold, in order of preference.
  ///   - usualPixelFormat: The pixel format that is chosen when none is asked for; `nil` when none is needed.
  ///   - encodedPixelFormats: Those of `pixelFormats` that the sink makes itself, from samples in `bgraPremultiplied`.
  ///   - bearsTimes: Whether frames have times of their own.
  ///   - files: The files that it writes.
  ///   - open: Opens an output and returns its sink; called on the thread that will write. Throws `SinkError`, or an
  ///     error of its own.
  public init(
    name: String, fileExtensions: [FileExtension] = [], urlSchemes: [String] = [], pixelFormats: [PixelFormat],
    usualPixelFormat: PixelFormat?, encodedPixelFormats: [PixelFormat] = [], bearsTimes: Bool = false,
    files: Files = .one, open: @escaping @Sendable (OutputRequest) throws -> any FrameSink
  ) {
    self.name = name
    self.fileExtensions = fileExtensions
    self.urlSchemes = urlSchemes
    self.pixelFormats = pixelFormats
    self.usualPixelFormat = usualPixelFormat
    self.encodedPixelFormats = encodedPixelFormats
    self.bearsTimes = bearsTimes
    self.files = files
    opensSink = open
  }

  /// Opens an output in this format.
  ///
  /// - Throws: `SinkError`, or an error of the module that brings the format.
  public func open(_ request: OutputRequest) throws -> any FrameSink {
    try opensSink(request)
  }
}

/// What an output is opened for.
public struct OutputRequest {
  /// Where the frames go; `nil` for a format that writes nothing.
  public let destination: OutputDestination?
  /// The format of the samples.
  public let video: VideoFormat
  /// The grid on which frames stand.
  public let rate: FrameRate
  /// The number of frames; `nil` when it is not known.
  public let frameCount: Int?
  /// Whether existing files are replaced.
  public let overwrite: Bool
  /// Ends the writing from another thread.
  public let interruption: OutputInterruption?
  /// Called once when the output has waited a second for its reader.
  public let onWait: (() -> Void)?

  /// Creates a request.
  public init(
    destination: OutputDestination?, video: VideoFormat, rate: FrameRate, frameCount: Int? = nil,
    overwrite: Bool = false, interruption: OutputInterruption? = nil, onWait: (() -> Void)? = nil
  ) {
    self.destination = destination
    self.video = video
    self.rate = rate
    self.frameCount = frameCount
    self.overwrite = overwrite
    self.interruption = interruption
    self.onWait = onWait
  }

  /// Opens the file, FIFO, device or standard output that the frames go to.
  ///
  /// - Throws: `SinkError`; `unsuitable` for a URL.
  public func openBytes() throws(SinkError) -> ByteOutput {
    switch destination {
    case .path(let path)?:
      try ByteOutput(path: path, overwrite: overwrite, interruption: interruption, onWait: onWait)
    case .standardOutput?, nil: try ByteOutput(descriptor: 1, interruption: interruption)
    case .network(let url, _)?: throw .unsuitable(path: url)
    }
  }
}
