import Foundation
import OverlayRender
import TestTools
import Testing

/// A server on loopback that stores the stream that it receives: ffmpeg as the listener of a protocol.
final class StreamReceiver {
  private let url: String
  private let server: TestServer

  /// The file with the stream, packet by packet as it was received.
  var file: String { server.folder.appending(path: "received.nut").path }

  /// Starts a receiver, and waits until it listens.
  ///
  /// - Parameters:
  ///   - url: The URL on which it listens.
  ///   - options: The options before the URL, such as those that make it a listener.
  ///   - seconds: The duration of the stream after which it ends by itself; `nil` for the end of the connection.
  init(_ url: String, options: [String], port: UInt16, seconds: Double? = nil) throws {
    self.url = url
    server = try TestServer(.ffmpeg) { folder in
      ["-v", "warning", "-nostdin", "-copyts"] + options + ["-i", url]
        + (seconds.map { ["-t", "\($0)"] } ?? [])
        + ["-map", "0", "-c", "copy", "-flush_packets", "1", "-f", "nut", folder.appending(path: "received.nut").path]
    }
    try #require(waitUntil { isOpen(port) }, "\(server.errors)")
  }

  /// Ends the receiver as a crash does.
  func kill() { server.kill() }

  /// Waits until the receiver has stored the whole stream, and returns its warnings.
  func warnings() async throws -> String {
    try #require(await eventually(within: 300) { !server.isRunning }, "the receiver has not ended: \(server.errors)")
    return server.errors
  }

  /// The number of bytes that the receiver has stored.
  var byteCount: Int { (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0 }

  /// Waits until the receiver has stored a number of bytes.
  func waitForBytes(_ count: Int) async throws {
    // The stream needs the threads of tasks, so none of them may wait here.
    try #require(await eventually(within: 300) { byteCount >= count }, "\(server.errors)")
  }

  /// The times of the received packets of a stream, such as `v`, and whether each is a keyframe.
  func packets(of stream: String) throws -> [(time: Double, isKeyframe: Bool)] {
    let arguments = ["-v", "error", "-select_streams", stream, "-show_entries", "packet=dts_time,flags"]
    let output = try #require(
      try? TestTool.ffprobe.output(arguments + ["-of", "csv=p=0", file]),
      "\(url): \(byteCount) bytes are stored, and ffprobe does not read them: \(server.errors)")
    return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ",")
      return Double(fields[0]).map { ($0, fields[1].hasPrefix("K")) }
    }
  }
}

/// A clock with seconds in a small picture.
func makeClockStream(_ rate: FrameRate = .fps(20)) -> FrameStream {
  FrameStream(
    ClockText(format: "HH:mm:ss").font(size: 32).foregroundColor(.white),
    configuration: RenderConfiguration(size: PixelSize(160, 90), frameRate: rate))
}
