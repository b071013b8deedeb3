import Foundation
import OverlayMedia
import OverlayRender
import TestTools

/// A folder with sound files that ffmpeg makes, and with the movies that get their sound.
final class SoundFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("overlay-sound-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The names of the files.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file with some bytes, and returns its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Writes a sound file with a short tone at each second, and returns its path.
  func ticks(
    _ name: String, seconds: Double, sampleRate: Int = 44_100, channels: String = "mono", arguments: [String] = []
  ) throws -> String {
    let tone = "if(lt(mod(t\\,1)\\,0.02)\\,0.5*sin(2*PI*1000*mod(t\\,1))\\,0)"
    let source = "aevalsrc='\(tone)':s=\(sampleRate):d=\(seconds),aformat=channel_layouts='\(channels)'"
    _ = try TestTool.ffmpeg.output(["-v", "error", "-f", "lavfi", "-i", source] + arguments + [path(name)])
    return path(name)
  }

  /// Writes a movie of a single color with sound.
  func movie(
    _ container: MovieContainer, _ sound: MovieSound, seconds: Double, end: MovieEnd = .pictures,
    rate: FrameRate = .fps(30), change: (inout MovieOptions) -> Void = { _ in }
  ) async throws -> SoundMovie {
    var options = MovieOptions()
    options.sound = sound
    options.end = end
    change(&options)
    let name = "movie." + container.fileExtensions[0]
    try await FrameStream(Color.red, size: PixelSize(64, 36), frameRate: rate).write(
      to: path(name), as: .movie(container, options), duration: .seconds(seconds))
    return SoundMovie(path: path(name))
  }
}

/// A movie with sound, and what ffprobe and ffmpeg read from it.
struct SoundMovie {
  let path: String

  /// A packet of the file.
  struct MediaPacket: Decodable {
    let kind: String
    let time: String?
    let duration: String?
    let position: String?

    var start: Double { time.flatMap(Double.init) ?? .nan }
    var end: Double { start + (duration.flatMap(Double.init) ?? 0) }
    var isSound: Bool { kind == "audio" }

    enum CodingKeys: String, CodingKey {
      case kind = "codec_type"
      case time = "pts_time"
      case duration = "duration_time"
      case position = "pos"
    }
  }

  /// The packets of both streams in the order of the file.
  func packets() throws -> [MediaPacket] {
    struct Answer: Decodable { let packets: [MediaPacket] }
    let entries = ["-show_entries", "packet=codec_type,pts_time,duration_time,pos"]
    let output = try TestTool.ffprobe.output(["-v", "error", "-of", "json"] + entries + [path])
    return try JSONDecoder().decode(Answer.self, from: output).packets
      .sorted { ($0.position.flatMap(Int.init) ?? 0) < ($1.position.flatMap(Int.init) ?? 0) }
  }

  /// Returns properties of the sound: `codec_name`, `sample_rate` or `channels`.
  func sound(_ property: String) throws -> String {
    try value(["-select_streams", "a:0", "-show_entries", "stream=" + property])
  }

  /// The duration of the file in seconds.
  func duration() throws -> Double {
    Double(try value(["-show_entries", "format=duration"])) ?? .nan
  }

  /// Returns the decoded sound at 48 kHz from a time of the movie in seconds.
  func samples(from start: Double = 0) throws -> [Float] {
    let output = try TestTool.ffmpeg.output(
      [
        "-v", "error", "-copyts", "-i", path, "-map", "0:a", "-af",
        "aresample=async=1:first_pts=0,atrim=start=\(start)",
      ]
        + ["-ac", "1", "-ar", "48000", "-f", "f32le", "-"])
    return output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// Returns the times in seconds from `start` at which a tone begins after silence.
  func onsets(from start: Double = 0) throws -> [Double] {
    var onsets: [Double] = []
    var latest = -48_000
    for (index, sample) in try samples(from: start).enumerated() where abs(sample) > 0.1 {
      if index - latest > 24_000 { onsets.append(start + Double(index) / 48_000) }
      latest = index
    }
    return onsets
  }

  private func value(_ arguments: [String]) throws -> String {
    let output = try TestTool.ffprobe.output(["-v", "error", "-of", "csv=p=0"] + arguments + [path])
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
