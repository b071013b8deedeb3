import Foundation
import OverlayRender
import Synchronization
import Testing

/// A folder of its own, removed with everything in it when the test ends.
final class TemporaryFolder {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sinks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  var names: [String] { ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted() }

  func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: self(name)).map(Array.init) }

  func make(_ name: String, _ text: String = "old") {
    _ = FileManager.default.createFile(atPath: self(name), contents: Data(text.utf8))
  }

  func makeFIFO(_ name: String) -> String {
    mkfifo(self(name), 0o600)
    return self(name)
  }
}

/// Both ends of a pipe; what is still open is closed at the end.
final class TestPipe {
  let reading: Int32
  let writing: Int32
  private var open: Set<Int32>

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    // Another test's child process must not keep an end open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
    open = [reading, writing]
  }

  deinit {
    for end in open { close(end) }
  }

  func closeReading() { if open.remove(reading) != nil { close(reading) } }
  func closeWriting() { if open.remove(writing) != nil { close(writing) } }
}

/// Work on a thread of its own, whose result is waited for.
final class Background<Result: Sendable>: Sendable {
  private let result = Mutex<Result?>(nil)
  private let done = DispatchSemaphore(value: 0)

  init(_ work: @escaping @Sendable () -> Result) {
    Thread.detachNewThread { [self] in
      let value = work()
      result.withLock { $0 = value }
      done.signal()
    }
  }

  /// Waits for the end, 20 seconds at most.
  func value() throws -> Result {
    try #require(done.wait(timeout: .now() + 20) == .success, "the other thread has not come to an end")
    return try #require(result.withLock { $0 })
  }
}

/// Reads to the end of the stream, or `limit` bytes.
func readAll(_ descriptor: Int32, limit: Int = .max) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while bytes.count < limit {
    let count = read(descriptor, &chunk, min(chunk.count, limit - bytes.count))
    if count <= 0 { break }
    bytes += chunk[..<count]
  }
  return bytes
}

/// Waits until the unread bytes of a pipe no longer grow: its writer is blocked.
func waitUntilFull(_ reading: Int32) -> Bool {
  let capacity = fcntl(reading, 1032)  // F_GETPIPE_SZ
  for _ in 0..<20_000 {
    var count: Int32 = 0
    _ = ioctl(reading, UInt(FIONREAD), &count)
    // A page that is partly filled takes a whole slot, so the count may stay a little below the capacity.
    if count >= capacity - 8192 { return true }
    poll(nil, 0, 1)
  }
  return false
}

func videoFormat(
  _ width: Int, _ height: Int, _ pixelFormat: PixelFormat = .yuv420p, _ range: ColorRange = .limited
) throws -> VideoFormat {
  try VideoFormat(size: PixelSize(width, height), pixelFormat: pixelFormat, matrix: .bt709, range: range)
}

/// A picture whose bytes follow from `seed`.
func makePicture(_ format: VideoFormat, seed: UInt8) throws -> PixelBuffer {
  var draft = try PixelBufferPool(format: format, clock: ManualClock()).draft()
  draft.withUnsafeMutableBytes { bytes in
    for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index &* 31 &+ index >> 8) ^ seed }
  }
  return draft.freeze(stamp: UInt64(seed))
}

extension PixelBuffer {
  var contents: [UInt8] { withUnsafeBytes { Array($0) } }
}

func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

extension ByteOutput {
  func write(text: String) throws(SinkError) { try write(Array(text.utf8).span.bytes) }
}
