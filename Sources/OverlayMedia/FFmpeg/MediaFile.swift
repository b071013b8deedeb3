import CFFmpeg
import Glibc
import OverlayRender

/// Owns a file of a movie or of sound that is open for reading (`AVIOContext`).
struct MediaFile: ~Copyable {
  let connection: UnsafeMutablePointer<AVIOContext>

  /// Opens a file.
  ///
  /// - Throws: `MediaError.fileNotOpened`.
  init(path: String) throws(MediaError) {
    if let reason = Self.obstacle(to: path) {
      throw .fileNotOpened(path: reason == .url ? RedactedURL(path).description : path, reason: reason)
    }
    var opened: UnsafeMutablePointer<AVIOContext>?
    do throws(FFmpegStatus) {
      // The protocol is named, so that a path is never read as a URL.
      try FFmpegStatus.check(overlay_avio_open2(&opened, "file:" + path, AVIO_FLAG_READ, nil, nil))
      connection = try FFmpegStatus.check(opened)
    } catch {
      throw .fileNotOpened(path: path, reason: .system(error.systemError ?? SystemError(rawValue: EIO)))
    }
  }

  deinit {
    var connection: UnsafeMutablePointer<AVIOContext>? = connection
    overlay_avio_closep(&connection)
  }

  /// Returns why a file cannot be opened, as far as its status says it.
  private static func obstacle(to path: String) -> MediaError.FileReason? {
    var status = stat()
    guard !path.utf8.contains(0) else { return .missing }
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { return .system(SystemError(rawValue: errno)) }
      if case .network = OutputDestination(path) { return .url }
      return .missing
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status.st_size == 0 ? .empty : nil
    case S_IFDIR: return .folder
    // Opening a FIFO would wait for its writer without end.
    default: return .notRegular
    }
  }
}

extension MediaError.Playlist {
  /// Recognizes a playlist by its beginning.
  init?(ofFile path: String) {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = fread(&bytes, 1, bytes.count, file)
    let start = String(decoding: bytes[..<count], as: UTF8.self)
    if start.hasPrefix("#EXTM3U") {
      self = .m3u
    } else if start.hasPrefix("ffconcat ") || start.hasPrefix("file ") {
      self = .concatenation
    } else if start.hasPrefix("v=0\n") || start.hasPrefix("v=0\r\n") {
      self = .sessionDescription
    } else {
      return nil
    }
  }
}
