/// A format for frames: a container, numbered files, a network protocol, or no output at all.
///
/// The formats of this module are ``y4m``, ``raw``, ``png`` and ``null``. Another module can create a format as a value
/// of its own, which a program passes to ``OutputPlan``, or which the module registers (``register(_:)``).
public struct OutputFormat: Sendable {
  /// A file name extension that selects a format.
  public struct FileExtension: Sendable, ExpressibleByStringLiteral {
    /// The extension in lowercase, without the period.
    public let name: String
    /// The pixel format that the extension also selects, as `rgba` does, or `nil`.
    public let pixelFormat: PixelFormat?

    /// Creates an extension from its lowercase name, without the period.
    public init(_ name: String, pixelFormat: PixelFormat? = nil) {
      self.name = name
      self.pixelFormat = pixelFormat
    }

    /// Creates an extension that does not select a pixel format.
    public init(stringLiteral name: String) {
      self.init(name)
    }
  }

  /// The files that a format writes.
  public enum Files: Sendable {
    /// No file: the format has no destination.
    case none
    /// One file, FIFO, pipe or connection for all frames.
    case one
    /// A file for each frame, numbered as in `frames/%05d.png`. A name without a number, and standard output, take only
    /// one frame.
    case onePerFrame
    /// A file and numbered segments, such as a playlist. The closure returns the pattern of the segment names, such as
    /// `live-%05d.ts`, for the path of the file.
    case segments(pattern: @Sendable (_ path: String) -> String)
  }

  /// The name that selects the format, such as `y4m`.
  public let name: String
  /// The extensions that select the format. Messages contain the first one.
  public let fileExtensions: [FileExtension]
  /// The URL schemes of the format, in lowercase, such as `rtmp`.
  package let urlSchemes: [String]
  /// The pixel formats that the format supports, in order of preference.
  public let pixelFormats: [PixelFormat]
  /// The default pixel format, or `nil` if frames are not converted by default.
  public let defaultPixelFormat: PixelFormat?
  /// The pixel formats among `pixelFormats` that the sink encodes itself, from samples in `bgraPremultiplied`.
  package let encodedPixelFormats: [PixelFormat]
  /// Whether frames have timestamps, so that frames without a change can be omitted.
  package let hasTimestamps: Bool
  /// Whether a live stream passes on unchanged frames too, although frames have timestamps, so that the output grows
  /// while nothing changes.
  package let repeatsLiveFrames: Bool
  /// Whether a pixel is either transparent or opaque, as in a GIF, if pictures can be transparent.
  public let hasBinaryAlpha: Bool
  /// The files that the format writes.
  public let files: Files
  /// What the module of the format knows about it, such as the container of a movie.
  package var details: (any Sendable)?

  private let makeSink: @Sendable (OutputRequest) throws -> any FrameSink

  /// Creates a format from its properties. A format without timestamps always has `repeatsLiveFrames`.
  ///
  /// - Parameters:
  ///   - name: The name that selects the format.
  ///   - fileExtensions: The extensions that select it.
  ///   - urlSchemes: The URL schemes of the format, in lowercase.
  ///   - pixelFormats: The pixel formats that it supports, in order of preference.
  ///   - defaultPixelFormat: The default pixel format, or `nil` if frames are not converted by default.
  ///   - encodedPixelFormats: The pixel formats among `pixelFormats` that the sink encodes itself.
  ///   - hasTimestamps: Whether frames have timestamps.
  ///   - repeatsLiveFrames: Whether a live stream passes on unchanged frames too.
  ///   - hasBinaryAlpha: Whether a pixel is either transparent or opaque.
  ///   - files: The files that it writes.
  ///   - open: Opens an output and returns its sink, on the thread that will write. Throws `SinkError`, or an error of
  ///     its own.
  public init(
    name: String, fileExtensions: [FileExtension] = [], urlSchemes: [String] = [], pixelFormats: [PixelFormat],
    defaultPixelFormat: PixelFormat?, encodedPixelFormats: [PixelFormat] = [], hasTimestamps: Bool = false,
    repeatsLiveFrames: Bool = false, hasBinaryAlpha: Bool = false, files: Files = .one,
    open: @escaping @Sendable (OutputRequest) throws -> any FrameSink
  ) {
    self.name = name
    self.fileExtensions = fileExtensions
    self.urlSchemes = urlSchemes
    self.pixelFormats = pixelFormats
    self.defaultPixelFormat = defaultPixelFormat
    self.encodedPixelFormats = encodedPixelFormats
    self.hasTimestamps = hasTimestamps
    self.repeatsLiveFrames = repeatsLiveFrames || !hasTimestamps
    self.hasBinaryAlpha = hasBinaryAlpha
    self.files = files
    makeSink = open
  }

  /// Whether frames are sent in real time and at a constant rate: to a server, or as segments for one.
  package var isLiveStream: Bool {
    if case .segments = files { true } else { !urlSchemes.isEmpty }
  }

  /// Whether every frame of the rate is written, also those without a change.
  package var hasConstantRate: Bool { !hasTimestamps || isLiveStream }

  /// Whether frames are rendered without writing them.
  package var writesNothing: Bool {
    if case .none = files { true } else { false }
  }

  /// Opens an output in this format.
  ///
  /// - Throws: `SinkError`, or an error of the module that defines the format.
  public func open(_ request: OutputRequest) throws -> any FrameSink {
    try makeSink(request)
  }
}

/// The parameters for opening an output.
public struct OutputRequest {
  /// The destination of the frames, or `nil` for a format without output.
  public let destination: OutputDestination?
  /// The format of the samples.
  public let video: VideoFormat
  /// The rate of the frames.
  public let rate: FrameRate
  /// The number of frames, or `nil` if it is not known.
  public let frameCount: Int?
  /// Whether existing files are replaced.
  public let overwrite: Bool
  /// Whether files are on the disk before they get their names.
  public var isDurable: Bool
  /// Ends writing from another thread.
  public let interruption: OutputInterruption?
  /// Called once when the output has waited a second for its reader.
  public let onWait: (() -> Void)?

  /// Creates a request.
  public init(
    destination: OutputDestination?, video: VideoFormat, rate: FrameRate, frameCount: Int? = nil,
    overwrite: Bool = false, isDurable: Bool = false,
    interruption: OutputInterruption? = nil, onWait: (() -> Void)? = nil
  ) {
    self.destination = destination
    self.video = video
    self.rate = rate
    self.frameCount = frameCount
    self.overwrite = overwrite
    self.isDurable = isDurable
    self.interruption = interruption
    self.onWait = onWait
  }

  /// Opens the file, FIFO, device, socket or standard output for the frames.
  ///
  /// - Parameter staysReadable: Whether a file can be read even if the process is killed, as in `ByteOutput`.
  /// - Precondition: There is a destination.
  /// - Throws: `SinkError`; in particular `unsuitable` for a URL.
  public func openBytes(staysReadable: Bool = false) throws(SinkError) -> ByteOutput {
    switch destination {
    case .path(let path)?:
      try ByteOutput(
        path: path, overwrite: overwrite, staysReadable: staysReadable, isDurable: isDurable,
        interruption: interruption, onWait: onWait)
    case .unixSocket(let path)?: try ByteOutput(socket: path, interruption: interruption, onWait: onWait)
    case .standardOutput?: try ByteOutput(descriptor: 1, interruption: interruption)
    case nil: preconditionFailure("a format without output opens no bytes")
    case .network?: throw .unsuitable(path: destination?.name ?? "")
    }
  }
}
