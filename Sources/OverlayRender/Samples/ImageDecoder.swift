/// Decodes images in one or several file formats.
public protocol ImageDecoder: Sendable {
  /// Returns whether the first bytes of a file (at most 64) belong to a supported format.
  func recognizes(_ firstBytes: [UInt8]) -> Bool

  /// Decodes an image into `bgraPremultiplied`.
  ///
  /// - Throws: The reason why the image cannot be decoded.
  func decode(_ bytes: [UInt8]) throws(ImageError.Reason) -> PixelBuffer
}

/// An image that cannot be read, and the reason.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason why an image cannot be read.
  public enum Reason: Error, Hashable, Sendable {
    /// The file cannot be opened or read.
    case unreadable(errno: Int32)
    /// The path leads to a folder, a FIFO, a device or the like.
    case notRegularFile
    /// The file is larger than an image may be.
    case tooManyBytes(limit: Int)
    /// The file is empty.
    case empty
    /// No decoder recognizes the file.
    case unknownFormat
    /// The file is truncated.
    case truncated
    /// The file contains contradictory data.
    case damaged
    /// A side is out of range, or there are too many pixels.
    case sizeOutOfRange(width: Int, height: Int)
    /// The pixels are not in `bgraPremultiplied`.
    case unsupportedPixelFormat(PixelFormat)
    /// There is no memory for the pixels.
    case memory(PixelMemoryError)
    /// A message of another decoder, in one line.
    case other(String)
  }

  /// The path of the file, or nil for an image from bytes or pixels.
  public let path: String?
  /// The reason.
  public let reason: Reason

  init(_ reason: Reason, path: String? = nil) {
    self.reason = reason
    self.path = path
  }

  /// The maximum size of an image file in bytes: 256 MiB.
  package static let maximumByteCount = 256 << 20
  /// The maximum number of pixels in a decoded image: 64 megapixels.
  package static let maximumPixelCount = 64_000_000

  /// One line that says what is wrong and how to fix it.
  public var description: String {
    "\(path.map { "image \($0.quoted)" } ?? "the image") \(reason)"
  }
}

extension ImageError.Reason {
  /// Creates the reason for a file that could not be read.
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
  /// What is wrong and how to fix it, as the part of a sentence after the name of the image.
  public var description: String {
    switch self {
    case .unreadable(let errno):
      "cannot be read (\(SystemError(rawValue: errno))): check its name and permissions"
    case .notRegularFile: "is not a regular file: give an image file"
    case .tooManyBytes(let limit): "has more than \(limit >> 20) MiB: give a smaller file"
    case .empty: "is empty: give an image file"
    case .unknownFormat:
      "has an unknown format: give a PNG file, or import OverlayMedia for JPEG, WebP, GIF, BMP and TIFF"
    case .truncated: "is truncated: write or copy it again"
    case .damaged: "is damaged: create it again"
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
