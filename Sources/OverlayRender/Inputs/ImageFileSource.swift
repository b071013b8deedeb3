import Glibc

/// The picture in a file that another program rewrites. The file is followed until the source is released.
///
///     let logo = ImageFileSource(path: "logo.png")
///     let view = LiveView(logo.picture) { entry in
///       if entry.value != nil { Text("On air") }
///     }
///
/// The file is a PNG, or of a format with a registered decoder (``ImageDecoders``). Like the file of a
/// ``TextFileSource``, it may be written in place or replaced, and it is not polled. Reading and decoding happen on a
/// queue of the source, except for the first time.
///
/// The previous picture stays while the file is missing or is not a picture, for instance while it is being written.
public final class ImageFileSource: Sendable {
  /// The absolute path of the file.
  public var path: String { file.path }
  /// The current picture, in `bgraPremultiplied`; `nil` if there has been none.
  public var picture: LiveData<PixelBuffer?> { file.value }
  /// The problem with the file; `nil` if there is none.
  public var problem: LiveData<ImageFileProblem?> { file.problem }

  private let file: FollowedFile<ImageFileContent>

  /// Reads the file and follows it. A relative path is resolved against the current folder.
  public convenience init(path: String) {
    self.init(FollowedFile(path))
  }

  init(_ file: FollowedFile<ImageFileContent>) {
    self.file = file
  }

  private static let inUse = FileSources { ImageFileSource(FollowedFile($0, keeping: $1)) }

  /// Returns the shared source of a path, which exists while it is in use.
  static func shared(path: String) -> ImageFileSource {
    inUse.source(path: Folders.absolutePath(path))
  }
}

/// A problem with a picture file. The previous picture stays.
public enum ImageFileProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file does not exist.
  case missing(path: String)
  /// The file cannot be read, or is not a picture.
  case noPicture(ImageError)
  /// Changes in a folder cannot be detected.
  case notWatched(folder: String, SystemError)

  /// The problem and a remedy, in one line.
  public var description: String {
    switch self {
    case .missing(let path): "\(path.quotedWhole) does not exist: the picture appears when the file is created"
    case .noPicture(let error): "\(error); the previous picture stays"
    case .notWatched(let folder, let error): WatchFailure(folder: folder, error: error).description
    }
  }
}

/// The content of picture files.
enum ImageFileContent: FileContent {
  static let none: PixelBuffer? = nil

  static func read(_ path: String) throws(ImageFileProblem) -> PixelBuffer? {
    do throws(ImageError) {
      return try ImageDecoders.picture(ofFile: path)
    } catch {
      switch error.reason {
      case .unreadable(ENOENT), .unreadable(ENOTDIR): throw .missing(path: path)
      default: throw .noPicture(error)
      }
    }
  }

  static func mayBeUnfinished(_ picture: PixelBuffer?) -> Bool { false }

  static func areAlike(_ first: PixelBuffer?, _ second: PixelBuffer?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return first.hasSamePixels(as: second)
  }

  static func problem(of failure: WatchFailure) -> ImageFileProblem {
    .notWatched(folder: failure.folder, failure.error)
  }
}

extension PixelBuffer {
  /// Whether the pictures have the same format and bytes.
  fileprivate func hasSamePixels(as other: PixelBuffer) -> Bool {
    guard format == other.format, byteCount == other.byteCount else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        guard let first = bytes.baseAddress, let second = others.baseAddress else { return true }
        return memcmp(first, second, bytes.count) == 0
      }
    }
  }
}
