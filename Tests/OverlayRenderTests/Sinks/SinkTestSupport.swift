import Foundation
import OverlayRender
import Synchronization
import TestTools
import Testing

/// Reads to the end of the stream, or up to `limit` bytes.
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

/// Waits until a pipe accepts nothing more, so that its writer is blocked.
///
/// The kernel is asked, because bytes cannot be counted: parts that are lent take a whole page each.
func waitUntilFull(_ writing: Int32) -> Bool {
  // On a slow machine, long tests may keep the writer from starting for minutes.
  for _ in 0..<500_000 {
    var state = pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)
    if poll(&state, 1, 0) == 0 { return true }
    poll(nil, 0, 1)
  }
  return false
}

func videoFormat(
  _ width: Int, _ height: Int, _ pixelFormat: PixelFormat = .yuv420p, _ range: ColorRange = .limited
) throws -> VideoFormat {
  try VideoFormat(size: PixelSize(width, height), pixelFormat: pixelFormat, matrix: .bt709, range: range)
}

/// Creates a picture with bytes that depend on `seed`.
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
