/// Makes pictures of the bytes of one or several file formats.
public protocol ImageDecoder: Sendable {
  /// Whether the bytes with which a file begins (at most 64) are those of a format that it knows.
  func recognizes(_ firstBytes: [UInt8]) -> Bool

  /// The picture in a file, in `bgraPremultiplied`.
  ///
  /// - Throws: Why there is none.
  func decode(_ bytes: [UInt8]) throws(ImageError.Reason) -> PixelBuffer
}

/// Why there is no picture.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Error, Hashable, Sendable {
    /// The file cannot be opened or read.
    case unreadable(errno: Int32)
    /// It is a folder, a FIFO, a device or the like.
    case notRegularFile
    /// It has more bytes than an image may have.
    case tooManyBytes(limit: Int)
    /// It has no bytes.
    case empty
    /// No decoder knows how it begins.
    case unknownFormat
    /// It ends too early.
    case truncated
    /// Its bytes contradict themselves.
    case damaged
    /// Its sides are not within limits, or it has too many pixels.
    case sizeOutOfRange(width: Int, height: Int)
    /// The pixels are not in `bgraPremultiplied`.
    case unsupportedPixelFormat(PixelFormat)
    /// There is no memory for its pixels.
    case memory(PixelMemoryError)
    /// What another decoder says, in one line.
    case other(String)
  }

  /// The path of the file; nil for a picture that was given as bytes or pixels.
  public let path: String?
  /// What is wrong.
  public let reason: Reason

  init(_ reason: Reason, path: String? = nil) {
    self.reason = reason
    self.path = path
  }

  /// The most bytes that an image file may have: 256 MiB.
  public static let maximumByteCount = 256 << 20
  /// The most pixels that a decoded picture may have: 64 megapixels.
  public static let maximumPixelCount = 64_000_000

  /// What is wrong and how to mend it, in one line.
  public var description: String {
    "\(path.map { "image \($0.quoted)" } ?? "the image") \(reason)"
  }
}

extension ImageError.Reason {
  /// Why a file of a picture was not read.
  init(_ failure: RegularFile.Failure) {
    self =
      switch failure {
      case .notRegular: .notRegularFile
      case .tooLarge: .tooManyBytes(limit: ImageError.maximumByteCount)
      case .system(let error): .unreadable(errno: error.rawValue)
      }
  }
}

extension ImageError.Reason: CustomStringConvertible {
  /// What is wrong and how to mend it, to follow the name of the image.
  public var description: String {
    switch self {
    case .unreadable(let errno):
      "cannot be read (\(SystemError(rawValue: errno))): check its name and permissions"
    case .notRegularFile: "is not a regular file: give a file that holds a picture"
    case .tooManyBytes(let limit): "has more than \(limit >> 20) MiB: give a smaller file"
    case .empty: "has no bytes: give a file that holds a picture"
    case .unknownFormat: "is in no known format: give a PNG file, or register a decoder for it"
    case .truncated: "ends too early: it was not written or copied whole"
    case .damaged: "is damaged: make it anew"
    case .sizeOutOfRange(let width, let height):
      "is \(width)x\(height) pixels: give sides of 1 to 32767 pixels and at most "
        + "\(ImageError.maximumPixelCount / 1_000_000) megapixels"
    case .unsupportedPixelFormat(let format):
      "has pixels in \(format): give \(PixelFormat.bgraPremultiplied)"
    case .memory(let error): "does not fit into memory: \(error.description)"
    case .other(let message): message
    }
  }
}
