import Glibc

/// Writes every frame as a PNG file of its own, numbered from 1, or one frame under a name without a number.
///
/// Each file is written under a temporary name and gets its own when it is complete. Folders are made. Files that are
/// complete stay when the sequence is abandoned or cut short.
public final class PNGSequenceWriter: PictureWriter {
  /// Gives the bytes of a picture's PNG file.
  public typealias Encode = (PixelBuffer) throws -> [UInt8]

  private let numberedName: NumberedName?
  private let overwrite: Bool
  private let interruption: OutputInterruption?
  private let encode: Encode
  private var opened: ByteOutput?
  private var bytesOfEarlierFiles: Int64 = 0
  private var encoded: (picture: PixelBuffer, bytes: [UInt8])?
  private var lastFolder: String
  private let madeFolders: [String]

  /// Makes the folders and opens the first file, so that what stands in the way is known before anything is drawn.
  ///
  /// - Parameters:
  ///   - pattern: `frames/%05d.png`, `%d.png`; `%%` is a percent sign. Without a number it takes exactly one frame.
  ///   - frameCount: How many frames there will be: without `overwrite`, none of their files may exist. `nil` when that is
  ///     not known: then no file of the sequence may exist.
  ///   - overwrite: whether existing files are replaced.
  ///   - interruption: ends the sequence between two files.
  ///   - encode: makes a file's bytes; called once for a picture however often it is repeated.
  /// - Throws: `SinkError`.
  public init(
    pattern: String, frameCount: Int? = nil, overwrite: Bool = false, interruption: OutputInterruption? = nil,
    encode: @escaping Encode
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
    madeFolders = try Folders.make(lastFolder)
    do {
      opened = try ByteOutput(path: first, overwrite: overwrite, interruption: interruption)
    } catch {
      Self.removeEmpty(madeFolders)
      throw error
    }
    self.numberedName = numberedName
    self.overwrite = overwrite
    self.interruption = interruption
    self.encode = encode
  }

  /// Writes one frame as a PNG file into `output`, such as standard output.
  public init(output: ByteOutput, encode: @escaping Encode) {
    opened = output
    self.encode = encode
    numberedName = nil
    overwrite = false
    interruption = nil
    lastFolder = "."
    madeFolders = []
  }

  deinit {
    abandon()
  }

  /// Frames written so far: each is a file.
  public private(set) var framesWritten: Int64 = 0

  /// Bytes handed to all files so far.
  public var bytesWritten: Int64 { bytesOfEarlierFiles + (opened?.bytesWritten ?? 0) }

  /// Writes the picture into the next `count` files.
  ///
  /// - Throws: `SinkError.oneFrameOnly` for a second frame under a name without a number;
  ///   `SinkError.alreadyExists` for a file that is in the way; `SinkError.encodingFailed`.
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

  /// Completes the last file and gives it its name.
  public func finish() throws(SinkError) {
    if framesWritten == 0 { return abandon() }
    if let opened { try complete(opened) }
  }

  /// Completes a sequence that was cut short.
  ///
  /// - Returns: The pattern of the files' names: each complete file bears its own already. Of a file without a number, as
  ///   `ByteOutput.finishCutShort(publishes:)`.
  public func finishCutShort(publishes: Bool) throws(SinkError) -> String? {
    guard numberedName?.hasNumber == true else { return try opened?.finishCutShort(publishes: publishes) }
    try finish()
    return framesWritten > 0 ? numberedName?.pattern : nil
  }

  /// Removes the unfinished file, and the folders that were made when there is nothing in them.
  public func abandon() {
    opened?.abandon()
    opened = nil
    Self.removeEmpty(madeFolders)
  }

  private var nextName: String {
    numberedName?.name(Int(framesWritten) + 1) ?? opened?.name ?? "PNG"
  }

  private func nextOutput() throws(SinkError) -> ByteOutput {
    if framesWritten == 0, let opened { return opened }
    let name = nextName
    guard numberedName?.hasNumber == true else { throw .oneFrameOnly(name: name) }
    let folder = Folders.parent(of: name)
    if folder != lastFolder {
      _ = try Folders.make(folder)
      lastFolder = folder
    }
    let output = try ByteOutput(path: name, overwrite: overwrite, interruption: interruption)
    opened = output
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
    opened = nil
  }

  private static func removeEmpty(_ folders: [String]) {
    for folder in folders.reversed() { try? SystemCalls.removeFolder(folder) }
  }
}

extension OutputFormat {
  /// Returns the format of PNG files, one for each frame, with their alpha straight.
  ///
  /// - Parameter encode: Returns the bytes of a picture's PNG file; called from the thread that writes.
  static func pngFiles(encode: @escaping @Sendable (PixelBuffer) throws -> [UInt8]) -> OutputFormat {
    let pixelFormats: [PixelFormat] = [.rgba, .bgra]
    return OutputFormat(
      name: "png", fileExtensions: ["png"], pixelFormats: pixelFormats, usualPixelFormat: .rgba,
      encodedPixelFormats: pixelFormats, files: .onePerFrame
    ) { request in
      let writer =
        if let pattern = request.destination?.path {
          try PNGSequenceWriter(
            pattern: pattern, frameCount: request.frameCount, overwrite: request.overwrite,
            interruption: request.interruption, encode: encode)
        } else {
          PNGSequenceWriter(output: try request.openBytes(), encode: encode)
        }
      return ConstantRateSink(writer: writer, rate: request.rate)
    }
  }
}

extension Folders {
  /// Makes the folder `path` and those above it that are missing; gives those it made, outermost first.
  fileprivate static func make(_ path: String) throws(SinkError) -> [String] {
    do {
      try SystemCalls.makeFolder(path)
      return [path]
    } catch let error where error.rawValue == EEXIST {
      let kind = (try? SystemCalls.status(of: path))?.kind
      guard kind == .folder else { throw .notAFolder(path: path) }
      return []
    } catch let error where error.rawValue == ENOENT && parent(of: path) != path {
      let above = try make(parent(of: path))
      return try above + make(path)
    } catch {
      throw SinkError(creating: path, error)
    }
  }
}
