import Dispatch
import Glibc

/// The picture in a file that another program rewrites, as long as this source lives.
///
///     let logo = ImageFileSource(path: "logo.png")
///     let view = LiveView(logo.picture) { entry in
///       if entry.value != nil { Text("On air") }
///     }
///
/// The file is a PNG, or what a registered decoder knows (``ImageDecoders``). It is followed as ``TextFileSource`` follows
/// a text: it may be written in place or replaced, and nothing is polled. Reading and decoding happen on a queue of the
/// source, save the first time, for the first picture.
///
/// The last good picture stays while the file is missing or holds none, as while it is half written.
public final class ImageFileSource: Sendable {
  /// The absolute path of the file.
  public let path: String
  /// The last good picture, in `bgraPremultiplied`; `nil` while there has been none.
  public let picture: LiveData<PixelBuffer?>
  /// Why the file is not shown as it is; `nil` while it is.
  public let problem: LiveData<ImageFileProblem?>

  private let file: FollowedFile<ImageFileContent>

  /// Reads the file, and follows it from now on. A relative path is one from the working folder of this moment.
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

  /// The source of a path, which all who ask share as long as one of them keeps it.
  static func shared(path: String) -> ImageFileSource {
    inUse.source(path: Folders.absolutePath(path))
  }
}

/// Why the picture in a file is not shown as it is; the last good picture stays.
public enum ImageFileProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no such file.
  case missing(path: String)
  /// The file cannot be read, or there is no picture in it.
  case noPicture(ImageError)
  /// The system does not watch a folder, so that changes are not seen.
  case notWatched(folder: String, SystemError)

  /// What is wrong, and how to fix it, in one line.
  public var description: String {
    switch self {
    case .missing(let path): "there is no file \(path.quotedWhole): its picture shows when it comes"
    case .noPicture(let error): "\(error); the last picture stays"
    case .notWatched(let folder, let error): WatchFailure(folder: folder, error: error).description
    }
  }
}

/// What a file gives as a picture at one moment.
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
  /// Whether another picture has the same format and the same bytes.
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
