import Glibc
import OverlayRender

/// The frame at which a window was left, in pixels on X11 and in points of the desktop on Wayland, and the size of its
/// content, in points.
struct RememberedFrame: Sendable, Hashable {
  var frame: PixelRect
  var contentSize: PixelSize
}

/// The frames at which windows were left, in a small file of the user.
///
/// Each line has the columns x, y, width and height, the width and the height of the content, and the name of a window;
/// the last window that was left is first. What cannot be read or written is not remembered, and the window opens at
/// its default place.
struct RememberedFrames: Sendable {
  /// The folder of the file; `nil` to remember nothing.
  private let folder: String?
  private var path: String? { folder.map { $0 + "/windows" } }

  /// The number of windows that are remembered.
  private static let limit = 100
  /// The number of bytes of the largest file.
  private static let byteLimit = 1 << 16

  init(folder: String? = UserFolder.state) {
    self.folder = folder
  }

  /// Returns the frame at which a window was left; `nil` if none is remembered.
  func frame(named name: String) -> RememberedFrame? {
    entries.first { $0.name == name }?.frame
  }

  /// Remembers a frame.
  func remember(_ frame: RememberedFrame, named name: String) {
    // A line cannot hold such a name.
    guard let folder, let path, !name.contains(where: \.isNewline) else { return }
    let kept = [Entry(name: name, frame: frame)] + entries.filter { $0.name != name }
    var bytes: [UInt8] = []
    for line in kept.prefix(Self.limit).map(\.line) {
      guard bytes.count + line.utf8.count < Self.byteLimit else { break }
      bytes += Array("\(line)\n".utf8)
    }
    // A name that is too long leaves the file as it is.
    guard !bytes.isEmpty else { return }
    UserFolder.create(folder)
    // The file is replaced as a whole, so that another program never reads a part of it.
    var temporaryPath = Array((path + "-XXXXXX").utf8CString)
    let descriptor = mkstemp(&temporaryPath)
    guard descriptor >= 0 else { return }
    let isWritten = write(descriptor, bytes, bytes.count) == bytes.count
    close(descriptor)
    if !isWritten || rename(temporaryPath, path) != 0 { unlink(temporaryPath) }
  }

  private struct Entry {
    let name: String
    let frame: RememberedFrame

    var line: String {
      let (frame, content) = (frame.frame, frame.contentSize)
      return "\(frame.x) \(frame.y) \(frame.width) \(frame.height) \(content.width) \(content.height) \(name)"
    }

    init(name: String, frame: RememberedFrame) {
      self.name = name
      self.frame = frame
    }

    /// Reads a line; `nil` if it is damaged.
    init?(_ line: Substring) {
      let columns = line.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false)
      let numbers = columns.prefix(6).compactMap { Int($0) }
      guard columns.count == 7, numbers.count == 6, numbers.allSatisfy({ (-(1 << 20)...1 << 20).contains($0) }),
        numbers.dropFirst(2).allSatisfy({ $0 > 0 })
      else { return nil }
      frame = RememberedFrame(
        frame: PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
        contentSize: PixelSize(numbers[4], numbers[5]))
      name = String(columns[6])
    }
  }

  private var entries: [Entry] {
    guard let path, let bytes = try? RegularFile.bytes(ofFile: path, limit: Self.byteLimit) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { Entry($0) }
  }
}
