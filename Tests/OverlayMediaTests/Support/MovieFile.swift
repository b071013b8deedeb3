import Foundation
import OverlayMedia
import OverlayRender
import TestTools

/// A movie that a test has written, and what other programs read from it.
final class MovieFile {
  let folder: URL
  let path: String

  /// Writes a movie of a view, and keeps it until this is released.
  init(
    _ view: some View, name: String, as format: OutputFormat, size: PixelSize = PixelSize(64, 36),
    rate: FrameRate = .fps(30), duration: MediaTime, pixelFormat: PixelFormat? = nil, range: ColorRange = .limited
  ) async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlay-media-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent(name).path
    var configuration = RenderConfiguration(size: size, frameRate: rate)
    configuration.pixelFormat = pixelFormat
    configuration.range = range
    try await FrameStream(view, configuration: configuration).write(to: path, as: format, duration: duration)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// A packet of encoded data.
  struct MediaPacket: Decodable {
    let time: String?
    let duration: String?
    let flags: String
    let size: String

    var seconds: Double { time.flatMap(Double.init) ?? .nan }
    var isKeyframe: Bool { flags.hasPrefix("K") }

    enum CodingKeys: String, CodingKey {
      case time = "pts_time"
      case duration = "duration_time"
      case flags, size
    }
  }

  /// Returns the packets of the pictures in the order of their times.
  func packets() throws -> [MediaPacket] {
    struct Answer: Decodable { let packets: [MediaPacket] }
    return try probe(
      Answer.self, ["-select_streams", "v:0", "-show_entries", "packet=pts_time,duration_time,flags,size"]
    )
    .packets.sorted { $0.seconds < $1.seconds }
  }

  /// Returns properties of the pictures.
  func properties(_ names: String...) throws -> [String: String] {
    struct Answer: Decodable {
      struct Stream: Decodable {
        let values: [String: String]
        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          let values = try container.decode([String: Value].self)
          self.values = values.mapValues(\.text)
        }
      }
      struct Value: Decodable {
        let text: String
        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          if let text = try? container.decode(String.self) {
            self.text = text
          } else if let number = try? container.decode(Int.self) {
            text = "\(number)"
          } else {
            text = ""
          }
        }
      }
      let streams: [Stream]
    }
    let entries = "stream=" + names.joined(separator: ",")
    return try probe(Answer.self, ["-select_streams", "v:0", "-show_entries", entries]).streams.first?.values ?? [:]
  }

  /// The duration of the file in seconds.
  func duration() throws -> Double {
    struct Answer: Decodable {
      struct Format: Decodable { let duration: String? }
      let format: Format
    }
    return try probe(Answer.self, ["-show_entries", "format=duration"]).format.duration.flatMap(Double.init) ?? .nan
  }

  /// Returns the bytes of the picture that is shown at a time, decoded by ffmpeg.
  func picture(at seconds: Double, as pixelFormat: String, decoder: String? = nil) throws -> [UInt8] {
    let decoding = decoder.map { ["-c:v", $0] } ?? []
    return try Array(
      TestTool.ffmpeg.output(
        ["-v", "error"] + decoding
          + [
            "-i", path, "-vf", "fps=100", "-ss", "\(seconds)", "-frames:v", "1", "-f", "rawvideo",
            "-pix_fmt", pixelFormat, "-",
          ]))
  }

  private func probe<Answer: Decodable>(_ type: Answer.Type, _ arguments: [String]) throws -> Answer {
    let output = try TestTool.ffprobe.output(["-v", "error", "-of", "json"] + arguments + [path])
    return try JSONDecoder().decode(type, from: output)
  }
}

/// A view whose color changes each second, without any text.
struct ColorClock: View {
  /// The colors, one for each second, which repeat.
  var colors: [Color] = [.red, .green, .blue, .white]

  var body: some View {
    TimelineView(.every(.seconds(1))) { context in colors[context.count % colors.count] }
  }
}
