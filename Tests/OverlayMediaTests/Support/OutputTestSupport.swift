import Foundation
import OverlayMedia
import OverlayRender
import Synchronization
import TestTools
import Testing

/// A temporary folder for the outputs of a test, which is removed with it.
final class OutputFolder {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("outputs-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of the files, also of hidden ones.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// The number of descriptors of this process that lead to files in the folder.
  var openDescriptorCount: Int {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.count { descriptor in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
      return target?.hasPrefix(path) == true
    }
  }
}

/// Reads everything from a descriptor that `open` returns, on a thread of its own.
final class BackgroundReader: Sendable {
  private let bytes = Mutex(Data())
  private let isDone = DispatchSemaphore(value: 0)

  init(limit: Int = .max, open: @escaping @Sendable () -> Int32) {
    Thread.detachNewThread { [self] in
      let handle = FileHandle(fileDescriptor: open(), closeOnDealloc: true)
      while bytes.withLock(\.count) < limit, let part = try? handle.read(upToCount: min(limit, 1 << 16)), !part.isEmpty
      {
        bytes.withLock { $0 += part }
      }
      try? handle.close()
      isDone.signal()
    }
  }

  /// Waits for the end of the stream, for at most 30 seconds.
  func data() throws -> Data {
    try #require(isDone.wait(timeout: .now() + 30) == .success, "the stream has not ended")
    return bytes.withLock { $0 }
  }
}

/// Creates a picture in `bgra` from its pixels, `0xAARRGGBB` with straight alpha.
func makePicture(_ width: Int, _ height: Int, pixel: (_ x: Int, _ y: Int) -> UInt32) throws -> PixelBuffer {
  let format = try VideoFormat(size: PixelSize(width, height), pixelFormat: .bgra)
  var draft = try PixelBufferPool(format: format, clock: ManualClock()).draft()
  draft.withUnsafeMutableBytes { bytes in
    for y in 0..<height {
      for x in 0..<width {
        bytes.storeBytes(
          of: pixel(x, y).littleEndian, toByteOffset: y * format.planes[0].bytesPerRow + 4 * x, as: UInt32.self)
      }
    }
  }
  return draft.freeze()
}

/// Creates a picture in `bgra` of one color.
func makePicture(_ width: Int, _ height: Int, fill: UInt32) throws -> PixelBuffer {
  try makePicture(width, height) { _, _ in fill }
}

/// Creates a gray picture with zero chroma for 4:2:0 encoders.
func makeGrayPicture(_ size: PixelSize, luma: UInt8) throws -> PixelBuffer {
  let format = try VideoFormat(size: size, pixelFormat: .yuv420p)
  var draft = try PixelBufferPool(format: format, clock: ManualClock()).draft()
  draft.withUnsafeMutableBytes { bytes in
    for index in bytes.indices { bytes[index] = index < format.planes[1].offset ? luma : 128 }
  }
  return draft.freeze()
}

extension FrameSink {
  /// Writes pictures, each from a frame on.
  func write(_ pictures: [(picture: PixelBuffer, frame: Int64)], at rate: FrameRate) throws {
    for (picture, frame) in pictures {
      try write(SampleBuffer(pixelBuffer: picture, presentationTime: rate.time(ofFrame: frame)))
    }
  }
}

/// Returns the lines that ffprobe prints about the pictures of a file, each with the requested values.
func probe(_ path: String, _ entries: String, options: [String] = []) throws -> [[String]] {
  let arguments = ["-v", "error", "-select_streams", "v:0", "-show_entries", entries, "-of", "csv=p=0"]
  let text = try String(decoding: TestTool.ffprobe.output(arguments + options + [path]), as: UTF8.self)
  return text.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
}

/// Returns the pictures of a file, decoded by ffmpeg.
func decodedPictures(_ path: String, as pixelFormat: String, decoder: [String] = []) throws -> Data {
  try TestTool.ffmpeg.output(
    ["-v", "error"] + decoder + [
      "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", pixelFormat, "-",
    ])
}
