import Glibc

/// Writes each frame as a PNG file, numbered from 1, or one frame to a name without a number.
///
/// Each file has a temporary name until it is complete. Missing folders are created. Complete files remain if the
/// sequence is abandoned or ends early.
public final class PNGSequenceWriter: PictureWriter {
  private let numberedName: NumberedName?
  private let overwrite: Bool
  private let isDurable: Bool
  private let interruption: OutputInterruption?
  private let encode: (PixelBuffer) throws -> [UInt8]
  private var currentOutput: ByteOutput?
  private var bytesOfEarlierFiles: Int64 = 0
  private var encoded: (picture: PixelBuffer, bytes: [UInt8])?
  private var lastFolder: String
  private let createdFolders: [String]

  /// Creates the folders and opens the first file, so that errors occur before anything is drawn.
  ///
  /// - Parameters:
  ///   - pattern: A pattern such as `frames/%05d.png` or `%d.png`; `%%` is a percent sign. A pattern without a number
  ///     takes exactly one frame.
  ///   - frameCount: The number of frames: without `overwrite`, none of their files may exist. If it is `nil`, the
  ///     number is not known and no file of the sequence may exist.
  ///   - overwrite: Whether to replace existing files.
  ///   - isDurable: Whether each file is on the disk before it gets its name.
  ///   - interruption: Ends the sequence between two files.
  ///   - encode: Returns the bytes of a file. It is called once for a picture, however often the picture is repeated.
  /// - Throws: `SinkError`.
  public init(
    pattern: String, frameCount: Int? = nil, overwrite: Bool = false, isDurable: Bool = false,
    interruption: OutputInterruption? = nil, encode: @escaping (PixelBuffer) throws -> [UInt8]
  ) throws(SinkError) {
    guard !pattern.isEmpty else { throw .nameEmpty }
    let numberedName = try NumberedName(pattern)
    for number in numberedName.numbersOfFiles() where number <= frameCount ?? .max {
      let name = numberedName.name(number)
      if !overwrite { throw .alreadyExists(path: name) }
      if (try? SystemCalls.status(of: name))?.kind == .folder { throw .folder(path: name) }
    }
    let first = numberedName.name(1)
    lastFolder = Folders.parent(of: first)
    createdFolders = try Folders.create(lastFolder, isDurable: isDurable)
    do {
      currentOutput = try ByteOutput(
        path: first, overwrite: overwrite, isDurable: isDurable, interruption: interruption)
    } catch {
      Self.removeEmpty(createdFolders)
      throw error
    }
    self.numberedName = numberedName
    self.overwrite = overwrite
    self.isDurable = isDurable
    self.interruption = interruption
    self.encode = encode
  }

  /// Writes one frame as a PNG file to `output`, such as standard output.
  public init(output: ByteOutput, encode: @escaping (PixelBuffer) throws -> [UInt8]) {
    currentOutput = output
    self.encode = encode
    numberedName = nil
    (overwrite, isDurable) = (false, false)
    interruption = nil
    lastFolder = "."
    createdFolders = []
  }

  deinit {
    abandon()
  }

  /// The number of frames written so far, each in a file.
  public private(set) var framesWritten: Int64 = 0

  /// The number of bytes written to all files so far.
  public var bytesWritten: Int64 { bytesOfEarlierFiles + (currentOutput?.bytesWritten ?? 0) }

  /// Writes the picture to the next `count` files.
  ///
  /// - Throws: `SinkError.oneFrameOnly` for a second frame without a number in the name; `SinkError.alreadyExists` if a
  ///   file already exists; `SinkError.encodingFailed`.
  public func write(_ picture: PixelBuffer, count: Int) throws(SinkError) {
    for _ in 0..<count {
      if let interruption, interruption.isRequested { throw .interrupted(name: nextName) }
      let output = try nextOutput()
      let file = try bytes(of: picture, for: output.name)
      try output.write(file.span.bytes)
      framesWritten += 1
      if numberedName?.hasNumber == true { try complete(output) }
    }
  }

  /// Completes the last file and renames it to its final name.
  ///
  /// - Throws: `SinkError` if the file cannot be completed.
  public func finish() throws(SinkError) {
    if framesWritten == 0 { return abandon() }
    if let currentOutput { try complete(currentOutput) }
  }

  /// Completes a sequence that ends early.
  ///
  /// - Returns: The pattern of the file names, because each complete file already has its final name. For a name
  ///   without a number, the result of `ByteOutput.finishEarly(publishes:)`.
  /// - Throws: `SinkError` if the last file cannot be completed.
  public func finishEarly(publishes: Bool) throws(SinkError) -> String? {
    guard numberedName?.hasNumber == true else { return try currentOutput?.finishEarly(publishes: publishes) }
    try finish()
    return framesWritten > 0 ? numberedName?.pattern : nil
  }

  /// Removes the unfinished file, and the created folders that are empty.
  public func abandon() {
    currentOutput?.abandon()
    currentOutput = nil
    Self.removeEmpty(createdFolders)
  }

  private var nextName: String {
    numberedName?.name(Int(framesWritten) + 1) ?? currentOutput?.name ?? "PNG"
  }

  private func nextOutput() throws(SinkError) -> ByteOutput {
    if framesWritten == 0, let currentOutput { return currentOutput }
    let name = nextName
    guard numberedName?.hasNumber == true else { throw .oneFrameOnly(name: name) }
    let folder = Folders.parent(of: name)
    if folder != lastFolder {
      _ = try Folders.create(folder, isDurable: isDurable)
      lastFolder = folder
    }
    let output = try ByteOutput(path: name, overwrite: overwrite, isDurable: isDurable, interruption: interruption)
    currentOutput = output
    return output
  }

  private func bytes(of picture: PixelBuffer, for name: String) throws(SinkError) -> [UInt8] {
    if let encoded, encoded.picture === picture { return encoded.bytes }
    do {
      let bytes = try encode(picture)
      encoded = (picture, bytes)
      return bytes
    } catch {
      throw .encodingFailed(name: name, reason: String(describing: error))
    }
  }

  private func complete(_ output: ByteOutput) throws(SinkError) {
    try output.finish()
    bytesOfEarlierFiles += output.bytesWritten
    currentOutput = nil
  }

  private static func removeEmpty(_ folders: [String]) {
    for folder in folders.reversed() { try? SystemCalls.removeFolder(folder) }
  }
}

extension OutputFormat {
  /// Returns the format of PNG files with straight alpha, one for each frame.
  ///
  /// - Parameter encode: Returns the bytes of the PNG file of a picture, on the thread that writes.
  static func pngFiles(encode: @escaping @Sendable (PixelBuffer) throws -> [UInt8]) -> OutputFormat {
    let pixelFormats: [PixelFormat] = [.rgba, .bgra]
    return OutputFormat(
      name: "png", fileExtensions: ["png"], pixelFormats: pixelFormats, defaultPixelFormat: .rgba,
      encodedPixelFormats: pixelFormats, files: .onePerFrame
    ) { request in
      let writer =
        if let pattern = request.destination?.path {
          try PNGSequenceWriter(
            pattern: pattern, frameCount: request.frameCount, overwrite: request.overwrite,
            isDurable: request.isDurable, interruption: request.interruption, encode: encode)
        } else {
          PNGSequenceWriter(output: try request.openBytes(), encode: encode)
        }
      return ConstantRateSink(writer: writer, rate: request.rate)
    }
  }
}

extension Folders {
  /// Creates a folder and its missing parents. Returns the created folders, the outermost first.
  fileprivate static func create(_ path: String, isDurable: Bool) throws(SinkError) -> [String] {
    do {
      try SystemCalls.makeFolder(path)
      if isDurable {
        let folder = try SystemCalls.open(path, O_RDONLY | O_DIRECTORY)
        defer { try? SystemCalls.close(folder) }
        try SystemCalls.synchronizeFolder(parent(of: path), with: folder)
      }
      return [path]
    } catch let error where error.rawValue == EEXIST {
      let kind = (try? SystemCalls.status(of: path))?.kind
      guard kind == .folder else { throw .notAFolder(path: path) }
      return []
    } catch let error where error.rawValue == ENOENT && parent(of: path) != path {
      let above = try create(parent(of: path), isDurable: isDurable)
      return try above + create(path, isDurable: isDurable)
    } catch {
      throw SinkError(creating: path, error)
    }
  }
}
