import Foundation
import OverlayRender
import TestTools
import Testing

extension SoundServer {
  /// Records what a device plays until the recording is released.
  func record(device: String = "null") throws -> SoundRecording { try SoundRecording(of: device, at: address) }

  /// Suspends or resumes the device.
  func setSuspended(_ isSuspended: Bool) throws {
    try control("suspend-sink", "null", isSuspended ? "1" : "0")
  }

  /// Moves the first stream to another device, as a mixer does.
  func moveSound(to device: String) throws {
    let stream = try control("list", "short", "sink-inputs").prefix { $0.isNumber }
    try control("move-sink-input", String(stream), device)
  }
}

/// A recording of what the device of a server plays.
final class SoundRecording {
  private let recorder: TestServer

  fileprivate init(of device: String, at address: String) throws {
    recorder = try TestServer(.parec) { folder in
      [
        "-s", address, "-d", "\(device).monitor", "--raw", "--format=float32le", "--rate=48000", "--channels=2",
        "--latency-msec=10", folder.appending(path: "recording").path,
      ]
    }
    try #require(waitUntil { !samples.isEmpty })
  }

  /// The samples of the left channel so far.
  var samples: [Float] {
    guard let data = try? Data(contentsOf: recorder.folder.appending(path: "recording")) else { return [] }
    return data.withUnsafeBytes { bytes in
      let samples = bytes.bindMemory(to: Float.self)
      return stride(from: 0, to: samples.count / 2 * 2, by: 2).map { samples[$0] }
    }
  }

  /// The parts of the recording that are continuous sound of ``numberedSound(from:to:gain:)``, as ranges of its frames.
  func parts(gain: Float = 1) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    for sample in samples where sample != 0 {
      let frame = Int((sample / gain * 16_777_216).rounded()) - 1
      if let last = parts.last, last.upperBound == frame {
        parts[parts.count - 1] = last.lowerBound..<(frame + 1)
      } else {
        parts.append(frame..<(frame + 1))
      }
    }
    return parts
  }
}

/// Returns stereo sound in which each sample is the number of its frame, as blocks of 20 ms.
func numberedSound(from start: Int, to end: Int) -> [AudioBlock] {
  stride(from: start, to: end, by: 960).map { first in
    let frames = Int64(first + 1)..<Int64(min(first + 960, end) + 1)
    let samples = numberedSamples(of: frames, channelCount: 2, scale: 1 / 16_777_216)
    return AudioBlock(
      format: AudioFormat(), presentationTime: MediaTime(value: Int64(first), timescale: 48_000), samples: samples)
  }
}

/// A movie of three seconds with a tone, which ends with the object.
final class SoundMovie {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "overlay-sound-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=3", "-f", "lavfi", "-i",
      "sine=frequency=440:sample_rate=48000:duration=3", "-c:a", "pcm_s16le", "-ac", "2", path,
    ])
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appending(path: "movie.mov").path }
}
