/// How frames will be written, settled and checked before anything is made: where, as what, in which pixel format.
public struct OutputPlan: Sendable, Hashable {
  /// Where the bytes go; nowhere for `null`.
  public let destination: OutputDestination?
  /// What they are written as.
  public let format: OutputFormat
  /// The pixel format that the output holds; `nil` when it is of no account.
  public let pixelFormat: PixelFormat?

  /// Settles what was left open.
  ///
  /// - Parameters:
  ///   - destination: `nil` for standard output, or for nowhere with `null`.
  ///   - format: `nil` lets the name decide; standard output, FIFOs and devices are then `y4m`.
  ///   - pixelFormat: `nil` lets the name decide, and then the format.
  ///   - isPremultiplied: Whether `bgra` and `rgba` hold colour multiplied by alpha.
  /// - Throws: `OutputPlanError`, or `SinkError` for pixel formats that do not go with the format.
  public init(
    destination: OutputDestination?, format: OutputFormat? = nil, pixelFormat: PixelFormat? = nil,
    isPremultiplied: Bool = false
  ) throws {
    if case .network(let url, let scheme)? = destination {
      throw OutputPlanError.networkNotAvailable(url: url, scheme: scheme)
    }
    let format = try format ?? Self.format(of: destination ?? .standardOutput)
    guard format.isAvailable else { throw OutputPlanError.notAvailable(format, name: destination?.name) }
    if format == .null, let path = destination?.name { throw OutputPlanError.nothingToWrite(path: path) }
    let named = format == .raw ? destination?.name.flatMap(OutputFormat.pixelFormat(ofFileName:)) : nil
    self.destination = format == .null ? nil : destination ?? .standardOutput
    self.format = format
    self.pixelFormat = try Self.checked(
      pixelFormat ?? named ?? format.usualPixelFormat, in: format, isPremultiplied: isPremultiplied)
  }

  /// The pixel format that samples must have: PNG files are made from the core's own.
  public var samplePixelFormat: PixelFormat {
    format == .png ? .bgraPremultiplied : pixelFormat ?? .bgraPremultiplied
  }

  /// Whether a transparent picture stays transparent.
  public var keepsAlpha: Bool { pixelFormat?.hasAlpha ?? true }

  /// Whether pictures are given to the kernel by reference.
  public var lendsPages: Bool { format != .png && destination?.isPipe == true }

  /// Whether a stream without end can go there: a reader ends it, or, when it is paced, the user.
  public func takesEndlessStream(isLive: Bool) -> Bool {
    switch destination?.kind {
    case .stream, .network: true
    case .file: isLive && !holdsOneFrameOnly
    case .device, nil: isLive
    }
  }

  /// The files of a numbered sequence that stand behind its frame `number`: what a longer run left.
  package func files(afterFrame number: Int) -> (first: String, last: String, count: Int)? {
    guard format == .png, let name = destination?.name.flatMap({ try? NumberedName($0) }) else { return nil }
    let numbers = name.numbersOfFiles().filter { $0 > number }
    guard let first = numbers.first, let last = numbers.last else { return nil }
    return (name.name(first), name.name(last), numbers.count)
  }

  /// Whether there is room for one frame only: a PNG file whose name has no number.
  public var holdsOneFrameOnly: Bool {
    guard format == .png, let name = destination?.name else { return format == .png }
    return (try? NumberedName(name))?.hasNumber == false
  }

  /// What messages call the output.
  public var name: String { destination?.name ?? (format == .null ? "null" : "standard output") }

  /// Whether the output is this file, or one of its numbered files is or will be.
  package func writes(to file: FileIdentity?) -> Bool {
    guard let file else { return false }
    switch destination {
    case .standardOutput?: return file == FileIdentity(descriptor: 1)
    case .path(let path)?:
      if file == FileIdentity(path) { return true }
      return format == .png && (try? NumberedName(path))?.leads(to: file) == true
    case .network?, nil: return false
    }
  }

  /// Opens the output.
  ///
  /// - Parameters:
  ///   - video: The format of the samples.
  ///   - rate: The grid on which frames stand.
  ///   - frameCount: How many frames there will be; `nil` when that is not known.
  ///   - overwrite: Whether existing files are replaced.
  ///   - interruption: Ends the writing from another thread.
  ///   - encodePNG: Makes the bytes of a PNG file.
  ///   - onWait: Called once when a FIFO has had no reader for a second.
  /// - Throws: `SinkError`.
  public func makeSink(
    of video: VideoFormat, rate: FrameRate, frameCount: Int? = nil, overwrite: Bool = false,
    interruption: OutputInterruption? = nil, encodePNG: @escaping PNGSequenceWriter.Encode, onWait: (() -> Void)? = nil
  ) throws(SinkError) -> any FrameSink {
    switch (format, destination) {
    case (.png, .path(let pattern)?):
      let writer = try PNGSequenceWriter(
        pattern: pattern, frameCount: frameCount, overwrite: overwrite, interruption: interruption, encode: encodePNG)
      return ConstantRateSink(writer: writer, rate: rate)
    case (.png, _):
      let writer = PNGSequenceWriter(
        output: try ByteOutput(descriptor: 1, interruption: interruption), encode: encodePNG)
      return ConstantRateSink(writer: writer, rate: rate)
    case (.y4m, _):
      let output = try makeByteOutput(overwrite, interruption, onWait)
      return ConstantRateSink(writer: try Y4MWriter(output: output, format: video, rate: rate), rate: rate)
    case (.raw, _):
      let output = try makeByteOutput(overwrite, interruption, onWait)
      return ConstantRateSink(writer: RawWriter(output: output, format: video), rate: rate)
    default:
      return ConstantRateSink(writer: NullWriter(), rate: rate)
    }
  }

  private func makeByteOutput(
    _ overwrite: Bool, _ interruption: OutputInterruption?, _ onWait: (() -> Void)?
  ) throws(SinkError) -> ByteOutput {
    guard case .path(let path)? = destination else {
      return try ByteOutput(descriptor: 1, interruption: interruption)
    }
    return try ByteOutput(path: path, overwrite: overwrite, interruption: interruption, onWait: onWait)
  }

  private static func format(of destination: OutputDestination) throws(OutputPlanError) -> OutputFormat {
    guard let name = destination.name else { return .y4m }
    if let format = OutputFormat(fileName: name) { return format }
    guard destination.kind == .file else { return .y4m }
    throw .noFormat(path: name)
  }

  private static func checked(
    _ pixelFormat: PixelFormat?, in format: OutputFormat, isPremultiplied: Bool
  ) throws -> PixelFormat? {
    if let pixelFormat, !format.pixelFormats.contains(pixelFormat) {
      throw SinkError.pixelFormatUnsupported(
        container: format.rawValue, found: pixelFormat, supported: format.pixelFormats)
    }
    guard isPremultiplied else { return pixelFormat }
    switch (format, pixelFormat) {
    case (.png, _): throw OutputPlanError.pngIsStraight
    case (_, .bgra?), (_, nil): return .bgraPremultiplied
    case (_, .rgba?): return .rgbaPremultiplied
    case (_, let other?): throw OutputPlanError.notPremultiplied(other)
    }
  }
}

extension OutputDestination {
  /// The path; `nil` for what has none.
  var name: String? {
    if case .path(let path) = self { path } else { nil }
  }
}

/// Why an output cannot be what was asked for.
public enum OutputPlanError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Neither the name nor an option says what to write.
  case noFormat(path: String)
  /// A URL's scheme is none that is known.
  case unknownScheme(url: String, scheme: String)
  /// `null` writes nothing, and so not into this file.
  case nothingToWrite(path: String)
  /// The format has no premultiplied form.
  case notPremultiplied(PixelFormat)
  /// PNG's alpha is straight.
  case pngIsStraight
  /// A container that this version cannot write.
  case notAvailable(OutputFormat, name: String?)
  /// This version cannot send over the network.
  case networkNotAvailable(url: String, scheme: String)

  /// Whether a later version brings what was asked for.
  public var isOfLaterVersion: Bool {
    switch self {
    case .notAvailable, .networkNotAvailable: true
    case .noFormat, .unknownScheme, .nothingToWrite, .notPremultiplied, .pngIsStraight: false
    }
  }

  /// What is wrong and how to mend it, in one line.
  public var description: String {
    switch self {
    case .noFormat(let path):
      "\(path): the name tells no format: end it with .y4m, .raw or .png, or give --as FORMAT"
    case .unknownScheme(let url, let scheme):
      "\(url): the scheme \(scheme.quoted) is not known: give a file's name, or - for standard output"
    case .nothingToWrite(let path):
      "\(path): --as null writes nothing: leave -o out, or choose y4m, raw or png"
    case .notPremultiplied(let format):
      "\(format.rawValue) has no premultiplied form: --premultiplied goes with bgra and rgba"
    case .pngIsStraight:
      "PNG files hold straight alpha: leave --premultiplied out, or write raw"
    case .notAvailable(let format, let name):
      "\(name.map { "\($0): " } ?? "")\(format.rawValue) is not in this version: "
        + "write y4m, raw or png, and let ffmpeg make a movie of it"
    case .networkNotAvailable(let url, let scheme):
      "\(url): sending by \(scheme) is not in this version: pipe y4m into ffmpeg and let it send"
    }
  }
}
