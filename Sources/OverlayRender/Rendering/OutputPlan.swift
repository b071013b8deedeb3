/// How frames will be written, settled and checked before anything is made: where, as what, in which pixel format.
public struct OutputPlan: Sendable {
  /// Where the bytes go; `nil` for a format that writes nothing.
  public let destination: OutputDestination?
  /// What they are written as.
  public let format: OutputFormat
  /// The pixel format that the output holds; `nil` when it is of no account.
  public let pixelFormat: PixelFormat?

  /// Settles what was left open.
  ///
  /// - Parameters:
  ///   - destination: `nil` for standard output, or for nowhere with a format that writes nothing.
  ///   - format: `nil` lets the file name or the URL's scheme decide.
  ///   - pixelFormat: `nil` lets the name decide, and then the format.
  ///   - isPremultiplied: Whether `bgra` and `rgba` hold color multiplied by alpha.
  ///   - formats: The formats to choose from; standard output, FIFOs and devices take the first one.
  /// - Throws: `OutputPlanError`, or `SinkError` for pixel formats that do not go with the format.
  public init(
    destination: OutputDestination?, format: OutputFormat? = nil, pixelFormat: PixelFormat? = nil,
    isPremultiplied: Bool = false, formats: [OutputFormat] = OutputFormat.builtIn
  ) throws {
    let format = try format ?? Self.format(for: destination ?? .standardOutput, among: formats)
    try Self.check(destination, takenBy: format, among: formats)
    let named = format.fileExtensions.first { $0.name == destination?.fileExtension }?.pixelFormat
    self.format = format
    self.destination = format.writesNothing ? nil : destination ?? .standardOutput
    self.pixelFormat = try Self.checked(
      pixelFormat ?? named ?? format.defaultPixelFormat, in: format, isPremultiplied: isPremultiplied)
  }

  /// The pixel format that samples must have.
  public var samplePixelFormat: PixelFormat {
    guard let pixelFormat, !format.encodedPixelFormats.contains(pixelFormat) else { return .bgraPremultiplied }
    return pixelFormat
  }

  /// Whether a transparent picture stays transparent.
  package var keepsAlpha: Bool { pixelFormat?.hasAlpha ?? true }

  /// Whether a stream without end can go there: a reader ends it, or, when it is paced, the user.
  package func takesEndlessStream(isLive: Bool) -> Bool {
    switch destination?.kind {
    case .stream, .network: true
    case .file: isLive && !holdsOneFrameOnly
    case .device, nil: isLive
    }
  }

  /// Whether each frame is a file of its own, which is complete before the next one is begun.
  package var writesFilePerFrame: Bool {
    if case .onePerFrame = format.files { true } else { false }
  }

  /// Whether there is room for one frame only: a file for each frame, and no number in its name.
  package var holdsOneFrameOnly: Bool {
    guard writesFilePerFrame, let path = destination?.path else { return writesFilePerFrame }
    return (try? NumberedName(path))?.hasNumber == false
  }

  /// The files of a numbered sequence that stand behind its frame `number`: what a longer run left.
  package func files(afterFrame number: Int) -> (first: String, last: String, count: Int)? {
    guard writesFilePerFrame, let name = numberedName else { return nil }
    let numbers = name.numbersOfFiles().filter { $0 > number }
    guard let first = numbers.first, let last = numbers.last else { return nil }
    return (name.name(first), name.name(last), numbers.count)
  }

  /// What messages call the output.
  package var name: String {
    switch destination {
    case .standardOutput?: "standard output"
    case .path(let path)?: path
    case .network(let url, _)?: url
    case nil: format.name
    }
  }

  /// Whether the output is this file, or one of its numbered files is or will be.
  package func writes(to file: FileIdentity?) -> Bool {
    guard let file else { return false }
    switch destination {
    case .standardOutput?: return file == FileIdentity(descriptor: 1)
    case .path(let path)?: return file == FileIdentity(path) || numberedName?.leads(to: file) == true
    case .network?, nil: return false
    }
  }

  /// Opens the output.
  ///
  /// - Parameters:
  ///   - video: The format of the samples.
  ///   - rate: The grid on which frames stand.
  ///   - frameCount: The number of frames; `nil` when it is not known.
  ///   - overwrite: Whether existing files are replaced.
  ///   - interruption: Ends the writing from another thread.
  ///   - onWait: Called once when the output has waited a second for its reader.
  /// - Throws: `SinkError`, or an error of the module that brings the format.
  public func makeSink(
    of video: VideoFormat, rate: FrameRate, frameCount: Int? = nil, overwrite: Bool = false,
    interruption: OutputInterruption? = nil, onWait: (() -> Void)? = nil
  ) throws -> any FrameSink {
    try format.open(
      OutputRequest(
        destination: destination, video: video, rate: rate, frameCount: frameCount, overwrite: overwrite,
        interruption: interruption, onWait: onWait))
  }

  /// The names of the numbered files; `nil` where there are none, and for a pattern that cannot be read.
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
  /// The format that a destination's name stands for.
  private static func format(
    for destination: OutputDestination, among formats: [OutputFormat]
  ) throws(OutputPlanError) -> OutputFormat {
    switch destination {
    case .path(let path):
      let named = formats.first { $0.fileExtensions.contains { $0.name == destination.fileExtension } }
      if let format = named ?? (destination.kind == .file ? nil : formats.first) { return format }
      throw .noFormat(path: path, extensions: formats.compactMap { $0.fileExtensions.first?.name })
    case .network(let url, let scheme):
      if let format = formats.first(where: { $0.urlSchemes.contains(scheme) }) { return format }
      throw .unknownScheme(url: url, scheme: scheme)
    case .standardOutput:
      if let format = formats.first { return format }
      throw .noFormat(path: "standard output", extensions: [])
    }
  }

  private static func check(
    _ destination: OutputDestination?, takenBy format: OutputFormat, among formats: [OutputFormat]
  ) throws(OutputPlanError) {
    switch destination {
    case .network(let url, let scheme)? where !format.urlSchemes.contains(scheme):
      let isKnown = formats.contains { $0.urlSchemes.contains(scheme) }
      throw isKnown
        ? .schemeNotTaken(url: url, scheme: scheme, format: format.name) : .unknownScheme(url: url, scheme: scheme)
    case .path(let path)? where format.writesNothing:
      throw .nothingToWrite(path: path, format: format.name)
    case .path?, .standardOutput?, .network?, nil: break
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

extension OutputFormat {
  /// Whether frames are drawn and thrown away.
  fileprivate var writesNothing: Bool {
    if case .none = files { true } else { false }
  }
}

/// Why an output cannot be what was asked for.
public enum OutputPlanError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Neither the name nor the caller says what to write; `extensions` are those that would.
  case noFormat(path: String, extensions: [String])
  /// No format can be sent to URLs of this scheme.
  case unknownScheme(url: String, scheme: String)
  /// The format that was asked for cannot be sent to URLs of this scheme.
  case schemeNotTaken(url: String, scheme: String, format: String)
  /// The format writes nothing, and so not into this file.
  case nothingToWrite(path: String, format: String)
  /// The pixel format has no premultiplied form.
  case notPremultiplied(PixelFormat)
  /// The format holds straight alpha only.
  case straightOnly(format: String)
  /// The stream never ends, and nobody would end it there.
  case endless(name: String)

  /// What is wrong and what to do about it, in one line.
  public var description: String { "\(problem): \(text.remedy)" }

  /// What is wrong, without a remedy.
  package var problem: String { text.problem }

  private var text: (problem: String, remedy: String) {
    switch self {
    case .noFormat(let path, let extensions):
      (
        "\(path): the name tells no format",
        (extensions.isEmpty ? "" : "end it with \(extensions.map { ".\($0)" }.listed(with: "or")), or ")
          + "choose a format"
      )
    case .unknownScheme(let url, let scheme):
      ("\(url): the scheme \(scheme.quoted) is not known", "give the path of a file")
    case .schemeNotTaken(let url, let scheme, let format):
      ("\(url): \(format) cannot be sent by \(scheme)", "choose another format, or none")
    case .nothingToWrite(let path, let format):
      ("\(path): \(format) writes nothing", "give no destination, or choose another format")
    case .notPremultiplied(let format):
      ("\(format) has no premultiplied form", "choose bgra or rgba, or leave the alpha straight")
    case .straightOnly(let format):
      ("\(format) holds straight alpha only", "leave the alpha straight, or choose raw")
    case .endless(let name):
      ("\(name): a stream without an end does not fit", "give a duration")
    }
  }
}

extension OutputFormat {
  /// PNG files, one for each frame, with straight alpha.
  public static let png = pngFiles(encode: PNGEncoder.encode)

  /// The formats that this module writes. The first one is the usual one of standard output, FIFOs and devices.
  public static let builtIn: [OutputFormat] = [.y4m, .raw, .png, .null]
}
