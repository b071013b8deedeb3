// Passes the files that libFuzzer generates to the readers of movies, sound and images:
//
//     FuzzMedia CORPUS SEEDS -max_total_time=60
//
// libFuzzer limits time and memory. The code of FFmpeg is not instrumented: this is about the code that calls it.

import Foundation
import OverlayRender

@testable import OverlayMedia

private let path = NSTemporaryDirectory() + "overlay-render-fuzz-\(ProcessInfo.processInfo.processIdentifier)"

/// Runs one input of libFuzzer: reads the file in every way and checks invariants.
@_cdecl("LLVMFuzzerTestOneInput")
public func readMedia(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { fatalError("\(path): no space") }
  defer { unlink(path) }
  expectOneLine { try readPictures() }
  expectOneLine { try play() }
  expectOneLine { try readSound() }
  expectOneLine { _ = try Image(data: bytes) }
  return 0
}

/// Ends the process with a message if a condition is false. In a release build, `precondition` has no message.
private func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}

/// Runs a reader whose errors have one line.
private func expectOneLine(_ read: () throws -> Void) {
  do {
    try read()
  } catch {
    let text = "\(error)"
    require(!text.isEmpty && !text.contains(where: \.isNewline), "not one line: \(text)")
    let isKnown = error is MediaError || error is ImageError || error is PixelBufferPoolError || error is FFmpegStatus
    require(isKnown, "\(type(of: error)): \(text)")
  }
}

/// Reads pictures in order, and then some after seeks.
private func readPictures() throws {
  let reader = try PictureReader(path: path)
  let size = reader.movie.pictures.codedSize
  // Large pictures are only decoded, to read more files.
  let isSmall = size.width * size.height <= 1 << 18
  let converter = DecodedFrameConverter(format: try VideoFormat(size: size, pixelFormat: .bgraPremultiplied))
  var first: MediaTime?
  var latest = MediaTime.negativeInfinity
  for _ in 0..<64 {
    guard try reader.next() else { break }
    require(reader.time.isNumeric && reader.time >= .zero, "the time \(reader.time) is before the beginning")
    require(reader.time > latest && reader.end > reader.time, "\(reader.time) is not after \(latest)")
    first = first ?? reader.time
    latest = reader.time
    if isSmall { _ = try converter.picture(of: reader.frame) }
  }
  guard let first else { return }
  for part in [Int64(1), 3, 0, 2] {
    let time = latest.multiplied(by: part, dividedBy: 3)
    guard try reader.seek(to: time) else { continue }
    require(reader.end > time, "the picture at \(time) ends at \(reader.end)")
    require(reader.time <= time || reader.time <= first, "the picture at \(time) begins at \(reader.time)")
  }
}

/// Shows the movie as a view does.
private func play() throws {
  let cursors = try MovieCursorPool(path: path)
  let size = cursors.movie.pictures.codedSize
  guard size.width * size.height <= 1 << 18 else { return }
  let playback = VideoPlayback(
    cursors: cursors, start: .zero, offset: .zero, end: cursors.end(), hidesAtEnd: false)
  var time = MediaTime.zero
  for _ in 0..<24 {
    let shown = playback.pixels(at: time)
    require(shown != nil, "nothing is shown at \(time)")
    let next = playback.nextChange(after: time)
    guard next.isNumeric else { break }
    require(next > time, "the change after \(time) is at \(next)")
    time = next
  }
}

private func readSound() throws {
  let samples = try FileSamples(SoundFile(path: path))
  let frame = try Frame()
  for _ in 0..<64 {
    guard try samples.read(into: frame) else { break }
    let sound = frame.pointer.pointee
    require(sound.sample_rate > 0, "\(sound.sample_rate) Hz")
    require(sound.nb_samples > 0, "\(sound.nb_samples) samples")
  }
}
