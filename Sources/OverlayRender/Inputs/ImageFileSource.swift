import Dispatch
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
  public let path: String
  /// The current picture, in `bgraPremultiplied`; `nil` if there has been none.
  public let picture: LiveData<PixelBuffer?>
  /// The problem with the file; `nil` if there is none.
  public let problem: LiveData<ImageFileProblem?>

  private let file: FollowedFile<ImageFileContent>

  /// Reads the file and follows it. A relative path is resolved against the current folder.
  public convenience init(path: String) {
    self.init(path: path, events: .shared)
  }

  init(
    path: String, keeping entry: (any AnyObject & Sendable)? = nil, events: FileEvents = .shared,
    settlingTime: DispatchTimeInterval = .milliseconds(500)
  ) {
    self.path = Folders.absolutePath(path)
    let (picture, problem): (LiveData<PixelBuffer?>, LiveData<ImageFileProblem?>)
    switch ImageFileContent(ofFile: self.path) {
    case .picture(let pixels): (picture, problem) = (LiveData(pixels), LiveData(nil))
    case .problem(let found): (picture, problem) = (LiveData(nil), LiveData(found))
    }
    (self.picture, self.problem) = (picture, problem)
    file = FollowedFile(self.path, keeping: entry, events: events, settlingTime: settlingTime) { content, failure in
      var found = failure.map { ImageFileProblem.notWatched(folder: $0.folder, $0.error) }
      switch content {
      case .picture(let pixels):
        if picture.current.value.map({ pixels.hasSamePixels(as: $0) }) != true { picture.update(pixels) }
      case .problem(let reason): found = reason
      }
      if found != problem.current.value { problem.update(found) }
    }
  }

  private static let inUse = FileSources { ImageFileSource(path: $0, keeping: $1) }

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

/// The picture or problem of a file at one time.
private enum ImageFileContent: FileContent {
  case picture(PixelBuffer)
  case problem(ImageFileProblem)

  init(ofFile path: String) {
    do throws(ImageError) {
      self = .picture(try ImageDecoders.picture(ofFile: path))
    } catch {
      switch error.reason {
      case .unreadable(ENOENT), .unreadable(ENOTDIR): self = .problem(.missing(path: path))
      default: self = .problem(.noPicture(error))
      }
    }
  }

  var mayBeUnfinished: Bool {
    if case .picture = self { false } else { true }
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
