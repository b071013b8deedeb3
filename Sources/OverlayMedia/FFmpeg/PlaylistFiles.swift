import CFFmpeg
import Glibc
import OverlayRender

/// The files that a muxer of FFmpeg writes by itself: a playlist and its segments.
///
/// FFmpeg does not report that it could not write all of a file, and replaces a good playlist by an empty one. Here
/// each file has a temporary name until it is complete, and a file after one that failed is not written.
final class PlaylistFiles {
  /// The first error.
  private(set) var error: SinkError?
  /// The number of bytes of all files.
  private(set) var bytesWritten: Int64 = 0
  /// The number of complete files other than playlists.
  private(set) var segmentCount = 0

  private let playlist: String
  /// The open files. FFmpeg closes each one before it opens the next.
  private var files: [UnsafeMutablePointer<AVIOContext>: OpenFile] = [:]

  /// Creates the files of a playlist.
  init(playlist: String) {
    self.playlist = playlist
  }

  deinit {
    for connection in files.keys { OpenFile.free(connection) }
  }

  /// Lets a muxer open its files here. It must not outlive this object.
  func connect(to context: UnsafeMutablePointer<AVFormatContext>) {
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.io_open = { context, connection, url, flags, _ in
      guard let files = context?.pointee.opaque, let url, let connection else { return overlay_error(EINVAL) }
      // A playlist that goes on is read, but not through this function.
      guard flags & AVIO_FLAG_WRITE != 0 else { return overlay_error(EINVAL) }
      return Unmanaged<PlaylistFiles>.fromOpaque(files).takeUnretainedValue()
        .open(String(cString: url), &connection.pointee)
    }
    context.pointee.io_close2 = { context, connection in
      guard let files = context?.pointee.opaque, let connection else { return 0 }
      return Unmanaged<PlaylistFiles>.fromOpaque(files).takeUnretainedValue().close(connection)
    }
  }

  private func open(_ path: String, _ connection: inout UnsafeMutablePointer<AVIOContext>?) -> Int32 {
    guard error == nil else { return overlay_error(EIO) }
    do throws(SinkError) {
      let file = OpenFile(try ByteOutput(path: path, overwrite: true))
      guard let made = file.makeConnection() else { return overlay_error(ENOMEM) }
      (connection, files[made]) = (made, file)
      return 0
    } catch {
      self.error = error
      return overlay_error(EIO)
    }
  }

  private func close(_ connection: UnsafeMutablePointer<AVIOContext>) -> Int32 {
    guard let file = files.removeValue(forKey: connection) else { return 0 }
    overlay_avio_flush(connection)
    OpenFile.free(connection)
    bytesWritten += file.output.bytesWritten
    do throws(SinkError) {
      if let error = file.error { throw error }
      try file.output.finish()
      if file.output.name != playlist { segmentCount += 1 }
      return 0
    } catch {
      self.error = self.error ?? error
      return overlay_error(EIO)
    }
  }
}

/// A file that is being written, and the first error.
private final class OpenFile {
  let output: ByteOutput
  private(set) var error: SinkError?

  init(_ output: ByteOutput) {
    self.output = output
  }

  /// Returns a connection that writes to the file, which it does not own; `nil` if there is no memory.
  func makeConnection() -> UnsafeMutablePointer<AVIOContext>? {
    let size: Int32 = 1 << 16
    guard let buffer = overlay_av_malloc(Int(size)) else { return nil }
    let connection = overlay_avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), size, 1, Unmanaged.passUnretained(self).toOpaque(), nil,
      { file, bytes, count in
        guard let file, let bytes else { return FFmpegStatus.invalidArgument.rawValue }
        return Unmanaged<OpenFile>.fromOpaque(file).takeUnretainedValue().write(bytes, count)
      }, nil)
    if connection == nil {
      var freed: UnsafeMutableRawPointer? = buffer
      overlay_av_freep(&freed)
    }
    return connection
  }

  static func free(_ connection: UnsafeMutablePointer<AVIOContext>) {
    overlay_av_freep(&connection.pointee.buffer)
    var freed: UnsafeMutablePointer<AVIOContext>? = connection
    overlay_avio_context_free(&freed)
  }

  private func write(_ bytes: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    guard error == nil else { return overlay_error(EIO) }
    do {
      try output.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)).bytes)
      return count
    } catch {
      self.error = error
      return overlay_error(EIO)
    }
  }
}
