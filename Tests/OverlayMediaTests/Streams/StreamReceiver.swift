import Foundation
import Glibc
import TestTools
import Testing

/// A server on loopback that stores the stream that it receives: ffmpeg as the listener of a protocol.
final class StreamReceiver {
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
    server = try TestServer(.ffmpeg) { folder in
      ["-v", "warning", "-nostdin", "-copyts"] + options + ["-i", url]
        + (seconds.map { ["-t", "\($0)"] } ?? [])
        + ["-map", "0", "-c", "copy", "-flush_packets", "1", "-f", "nut", folder.appending(path: "received.nut").path]
    }
    try #require(waitUntil { isListening(on: port) }, "\(server.errors)")
  }

  /// Ends the receiver as a crash does.
  func kill() { server.kill() }

  /// Waits until the receiver has stored the whole stream, and returns its warnings.
  func warnings() throws -> String {
    try #require(waitUntil(within: 60) { !server.isRunning }, "the receiver has not ended: \(server.errors)")
    return server.errors
  }

  /// Waits until the receiver has stored a number of bytes.
  func waitForBytes(_ count: Int) throws {
    func byteCount() -> Int {
      (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
    }
    try #require(waitUntil(within: 60) { byteCount() >= count }, "\(server.errors)")
  }

  /// The times of the received packets of a stream, such as `v`, and whether each is a keyframe.
  func packets(of stream: String) throws -> [(time: Double, isKeyframe: Bool)] {
    let output = try TestTool.ffprobe.output([
      "-v", "error", "-select_streams", stream, "-show_entries", "packet=dts_time,flags", "-of", "csv=p=0", file,
    ])
    return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ",")
      return Double(fields[0]).map { ($0, fields[1].hasPrefix("K")) }
    }
  }
}

/// Returns a port of loopback that is free now.
func freePort() throws -> UInt16 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let status = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
    }
  }
  try #require(status == 0)
  return UInt16(bigEndian: address.sin_port)
}

/// Whether a process listens on a port of TCP, or has opened one of UDP (proc(5), /proc/net/tcp).
func isListening(on port: UInt16) -> Bool {
  let suffix = ":" + String(format: "%04X", port)
  return ["tcp", "tcp6", "udp", "udp6"].contains { table in
    let lines = (try? String(contentsOfFile: "/proc/net/\(table)", encoding: .utf8)) ?? ""
    return lines.split(separator: "\n").dropFirst().contains { line in
      let fields = line.split(separator: " ")
      return fields[1].hasSuffix(suffix) && (table.hasPrefix("udp") || fields[3] == "0A")
    }
  }
}
