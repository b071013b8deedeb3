import Synchronization

/// A checked plan for writing frames: destination, format and pixel format. Nothing is created before
/// ``makeSink(of:rate:frameCount:overwrite:interruption:onWait:)``.
public struct OutputPlan: Sendable {
  /// The destination; `nil` for a format that writes nothing.
  public let destination: OutputDestination?
  /// The output format.
  public let format: OutputFormat
  /// The pixel format of the output; `nil` if the format accepts any.
  public let pixelFormat: PixelFormat?
  /// Whether files are on the disk before they get their names (`fsync`), and the names before the output is finished.
  /// So a file with its name is complete, whatever happens to the machine.
  public var isDurable = false

  /// Creates a plan, and completes what is not given.
  ///
  /// - Parameters:
  ///   - destination: The destination; `nil` for standard output, or for none with a format that writes nothing.
  ///   - format: The format; `nil` lets the file name or the URL scheme decide.
  ///   - pixelFormat: The pixel format; `nil` lets the name decide, and then the format.
  ///   - isPremultiplied: Whether `bgra` and `rgba` have premultiplied alpha.
  ///   - formats: The available formats. Standard output, FIFOs and devices use the first one.
  /// - Throws: `OutputPlanError`, or `SinkError` for pixel formats that the format does not support.
  public init(
    destination: OutputDestination?, format: OutputFormat? = nil, pixelFormat: PixelFormat? = nil,
    isPremultiplied: Bool = false, formats: [OutputFormat] = OutputFormat.available
  ) throws {
    let format = try format ?? Self.format(for: destination ?? .standardOutput, among: formats)
    try Self.check(destination, takenBy: format, among: formats)
    let named = format.fileExtensions.first { $0.name == destination?.fileExtension }?.pixelFormat
    self.format = format
    self.destination = format.writesNothing ? nil : destination ?? .standardOutput
    self.pixelFormat = try Self.checked(
      pixelFormat ?? named ?? format.defaultPixelFormat, in: format, isPremultiplied: isPremultiplied)
  }

  /// The required pixel format of the samples.
  package var samplePixelFormat: PixelFormat {
    guard let pixelFormat, !format.encodedPixelFormats.contains(pixelFormat) else { return .bgraPremultiplied }
    return pixelFormat
  }

  /// Whether the output keeps transparency.
  package var keepsAlpha: Bool { pixelFormat?.hasAlpha ?? true }

  /// Whether the destination accepts an endless stream, which a reader ends, or the user if it is live.
  package func acceptsEndlessStream(isLive: Bool) -> Bool {
    switch destination?.kind {
    case .stream, .network: true
    case .file: isLive && !holdsOneFrameOnly
    case .device, nil: isLive
    }
  }

  /// Whether each frame is a separate file, which is complete before the next one begins.
  package var writesFilePerFrame: Bool {
    if case .onePerFrame = format.files { true } else { false }
  }

  /// Whether the output holds only one frame: a file per frame, without a number in its name.
  package var holdsOneFrameOnly: Bool {
    guard writesFilePerFrame, let path = destination?.path else { return writesFilePerFrame }
    return (try? NumberedName(path))?.hasNumber == false
  }

  /// The files of a numbered sequence after the frame `number`, which a longer run has left.
  package func files(afterFrame number: Int) -> (first: String, last: String, count: Int)? {
    guard writesFilePerFrame, let name = numberedName else { return nil }
    let numbers = name.numbersOfFiles().filter { $0 > number }
    guard let first = numbers.first, let last = numbers.last else { return nil }
    return (name.name(first), name.name(last), numbers.count)
  }

  /// The name of the output in messages.
  package var name: String { destination?.name ?? format.name }

  /// Whether the output, or one of its numbered files, is this file.
  package func writes(to file: FileIdentity?) -> Bool {
    guard let file else { return false }
    switch destination {
    case .standardOutput?: return file == FileIdentity(descriptor: 1)
    case .path(let path)?: return file == FileIdentity(path) || numberedName?.leads(to: file) == true
    case .unixSocket(let path)?: return file == FileIdentity(path)
    case .network?, nil: return false
    }
  }

  /// Whether the output and another one write to the same file, or may do so when numbers are counted.
  package func overlaps(_ other: OutputPlan) -> Bool {
    fileExamples.contains { other.writes(toFileNamed: $0) } || other.fileExamples.contains { writes(toFileNamed: $0) }
  }

  private func writes(toFileNamed path: String) -> Bool {
    destination?.path == path || numberedName?.number(in: path) != nil || writes(to: FileIdentity(path))
  }

  /// The file of the output, or numbered ones with numbers of all lengths.
  private var fileExamples: [String] {
    guard let path = destination?.path else { return [] }
    guard let numberedName else { return [path] }
    return [path] + [1, 10, 100, 1000, 10_000, 100_000, 1_000_000].map(numberedName.name)
  }

  /// Opens the output.
  ///
  /// - Parameters:
  ///   - video: The format of the samples.
  ///   - rate: The frame rate.
  ///   - frameCount: The number of frames; `nil` if it is not known.
  ///   - overwrite: Whether to replace existing files.
  ///   - interruption: Interrupts writing from another thread.
  ///   - onWait: Called once after the output has waited a second for its reader.
  /// - Throws: `SinkError`, or an error of the module of the format.
  public func makeSink(
    of video: VideoFormat, rate: FrameRate, frameCount: Int? = nil, overwrite: Bool = false,
    interruption: OutputInterruption? = nil, onWait: (() -> Void)? = nil
  ) throws -> any FrameSink {
    try format.open(
      OutputRequest(
        destination: destination, video: video, rate: rate, frameCount: frameCount, overwrite: overwrite,
        isDurable: isDurable, interruption: interruption, onWait: onWait))
  }

  /// The names of the numbered files; `nil` if there are none, or if the pattern is invalid.
  private var numberedName: NumberedName? {
    guard let path = destination?.path else { return nil }
    return switch format.files {
    case .none, .one: nil
    case .onePerFrame: try? NumberedName(path)
    case .segments(let pattern): try? NumberedName(pattern(path))
    }
  }
}

extension OutputPlan {
  /// Returns the format for the name of a destination.
  private static func format(
    for destination: OutputDestination, among formats: [OutputFormat]
  ) throws(OutputPlanError) -> OutputFormat {
    switch destination {
    case .path, .unixSocket:
      let named = formats.first { $0.fileExtensions.contains { $0.name == destination.fileExtension } }
      if let format = named ?? (destination.kind == .file ? nil : formats.first) { return format }
      throw .noFormat(path: destination.name, extensions: formats.compactMap { $0.fileExtensions.first?.name })
    case .network(_, let scheme):
      if let format = formats.first(where: { $0.urlSchemes.contains(scheme) }) { return format }
      throw .unknownScheme(url: destination.name, scheme: scheme)
    case .standardOutput:
      if let format = formats.first { return format }
      throw .noFormat(path: "standard output", extensions: [])
    }
  }

  private static func check(
    _ destination: OutputDestination?, takenBy format: OutputFormat, among formats: [OutputFormat]
  ) throws(OutputPlanError) {
    guard let destination = destination ?? (format.writesNothing ? nil : .standardOutput) else { return }
    switch destination {
    case .network(_, let scheme):
      guard !format.urlSchemes.contains(scheme) else { return }
      let isKnown = formats.contains { $0.urlSchemes.contains(scheme) }
      throw isKnown
        ? .schemeNotTaken(url: destination.name, scheme: scheme, format: format.name)
        : .unknownScheme(url: destination.name, scheme: scheme)
    case .path, .unixSocket:
      if format.writesNothing { throw .nothingToWrite(path: destination.name, format: format.name) }
    case .standardOutput: break
    }
    guard format.urlSchemes.isEmpty else {
      throw .urlNeeded(name: destination.name, format: format.name, schemes: format.urlSchemes)
    }
    if case .segments = format.files, destination.path == nil {
      throw .fileNeeded(name: destination.name, format: format.name)
    }
  }

  private static func checked(
    _ pixelFormat: PixelFormat?, in format: OutputFormat, isPremultiplied: Bool
  ) throws -> PixelFormat? {
    if let pixelFormat, !format.pixelFormats.contains(pixelFormat) {
      throw SinkError.pixelFormatUnsupported(
        container: format.name, found: pixelFormat, supported: format.pixelFormats)
    }
    guard isPremultiplied else { return pixelFormat }
    guard let pixelFormat else { return .bgraPremultiplied }
    guard let premultiplied = pixelFormat.premultiplied else { throw OutputPlanError.notPremultiplied(pixelFormat) }
    guard format.pixelFormats.contains(premultiplied) else { throw OutputPlanError.straightOnly(format: format.name) }
    return premultiplied
  }
}

/// An error about the requested output.
public enum OutputPlanError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Neither the name nor the caller determines the format. `extensions` are the known ones.
  case noFormat(path: String, extensions: [String])
  /// No format supports URLs with this scheme.
  case unknownScheme(url: String, scheme: String)
  /// The requested format does not support URLs with this scheme.
  case schemeNotTaken(url: String, scheme: String, format: String)
  /// The format writes nothing, so it cannot be used with a file.
  case nothingToWrite(path: String, format: String)
  /// The format is sent to a server, and the destination is not a URL with one of its schemes.
  case urlNeeded(name: String, format: String, schemes: [String])
  /// The format consists of a file and segments beside it.
  case fileNeeded(name: String, format: String)
  /// The pixel format has no premultiplied form.
  case notPremultiplied(PixelFormat)
  /// The format supports straight alpha only.
  case straightOnly(format: String)
  /// The stream is endless, and the destination cannot end it.
  case endless(name: String)
  /// Two outputs of a movie with an overlay, which is drawn once, need pictures in different formats.
  case picturesDiffer(name: String, video: VideoFormat, other: String, otherVideo: VideoFormat)

  /// The problem and a remedy, in one line.
  public var description: String { "\(problem): \(text.remedy)" }

  /// The problem, without a remedy.
  package var problem: String { text.problem }

  private var text: (problem: String, remedy: String) {
    switch self {
    case .noFormat(let path, let extensions):
      (
        "\(path): the name does not determine a format",
        (extensions.isEmpty ? "" : "end it with \(extensions.map { ".\($0)" }.listed(with: "or")), ")
          + (OutputFormat.hasMovies ? "" : "import OverlayMedia for movies, ")
          + (extensions.isEmpty && OutputFormat.hasMovies ? "choose a format" : "or choose a format")
      )
    case .unknownScheme(let url, let scheme):
      (
        "\(url): unknown scheme \(scheme.quoted)",
        OutputFormat.hasMovies
          ? "give the path of a file" : "give the path of a file, or import OverlayMedia for streams"
      )
    case .schemeNotTaken(let url, let scheme, let format):
      ("\(url): \(format) cannot be sent over \(scheme)", "choose another format, or none")
    case .nothingToWrite(let path, let format):
      ("\(path): \(format) writes nothing", "give no destination, or choose another format")
    case .urlNeeded(let name, let format, let schemes):
      (
        "\(name): \(format) is sent to a server",
        "give a URL that begins with \(schemes.map { "\($0)://" }.listed(with: "or"))"
      )
    case .fileNeeded(let name, let format):
      ("\(name): \(format) consists of several files", "give the name of a file")
    case .notPremultiplied(let format):
      ("\(format) has no premultiplied form", "choose bgra or rgba, or leave the alpha straight")
    case .straightOnly(let format):
      ("\(format) holds straight alpha only", "leave the alpha straight, or choose raw")
    case .endless(let name):
      ("\(name): an endless stream cannot be written to it", "give a duration")
    case .picturesDiffer(let name, let video, let other, let otherVideo):
      (
        "\(name) gets pictures in \(video), and \(other) in \(otherVideo)",
        "choose formats with the same pictures, or write one output"
      )
    }
  }
}

extension OutputFormat {
  /// PNG files, one per frame, with straight alpha.
  public static let png = pngFiles(encode: PNGEncoder.encode)

  /// The formats of this module. The first one is the default for standard output, FIFOs and devices.
  public static let builtIn: [OutputFormat] = [.y4m, .raw, .png, .null]

  /// The formats of all modules in the program: ``builtIn``, and those that other modules registered.
  public static var available: [OutputFormat] { builtIn + registered.withLock { $0 }.flatMap { $0() } }

  /// Adds formats to ``available``, from any thread.
  ///
  /// A module can do this before the program's code runs. Therefore the formats are a closure, which is called only
  /// when they are needed.
  public static func register(_ formats: @escaping @Sendable () -> [OutputFormat]) {
    registered.withLock { $0.append(formats) }
  }

  /// Whether a module with formats of movies and streams is in the program.
  fileprivate static var hasMovies: Bool { registered.withLock { !$0.isEmpty } }

  private static let registered = Mutex<[@Sendable () -> [OutputFormat]]>([])
}
