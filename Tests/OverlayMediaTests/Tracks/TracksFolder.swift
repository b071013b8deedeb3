import Foundation
import OverlayMedia
import OverlayRender
import TestTools

/// A folder with movies of several tracks that ffmpeg makes, and with new movies that keep their tracks.
final class TracksFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("overlay-tracks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a text file and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Runs ffmpeg in the folder and returns the path of its output, which is the last argument.
  func ffmpeg(_ arguments: [String], to name: String) throws -> String {
    _ = try TestTool.ffmpeg.output(["-v", "error", "-y"] + arguments + [path(name)])
    return path(name)
  }

  /// Writes a movie of a single color that keeps tracks, and returns it.
  func movie(
    _ container: MovieContainer, keeping tracks: MovieTracks, seconds: Double, rate: FrameRate = .fps(25),
    name: String = "kept", change: (inout MovieOptions) -> Void = { _ in }
  ) async throws -> TracksMovie {
    var options = MovieOptions()
    options.keptTracks = tracks
    options.preset = container == .mp4 || container == .mkv ? "ultrafast" : nil
    change(&options)
    let path = path("\(name).\(container.fileExtensions[0])")
    try await FrameStream(Color.red, size: PixelSize(64, 48), frameRate: rate).write(
      to: path, as: .movie(container, options), duration: .seconds(seconds), overwrite: true)
    return TracksMovie(path: path)
  }

  /// ffmpeg's options for a short movie of pictures.
  static let pictures = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=10"]

  /// Writes a movie with two tracks of sound, two of subtitles, chapters, metadata and a font.
  func film(_ name: String = "film.mkv") throws -> TracksMovie {
    let description = try file(
      "film.txt",
      """
      ;FFMETADATA1
      title=A Film
      artist=Somebody
      creation_time=2026-03-01T12:00:00Z
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=3000
      title=One
      [CHAPTER]
      TIMEBASE=1/1000
      START=3000
      END=7000
      title=Two
      [CHAPTER]
      TIMEBASE=1/1000
      START=7000
      END=10000
      title=Three

      """)
    let inputs = [
      "-f", "lavfi", "-i", "sine=440:d=10:r=48000", "-f", "lavfi", "-i", "sine=880:d=8:r=44100", "-i",
      try file("a.srt", Self.subRip), "-i", try file("a.vtt", Self.webVTT), "-i", description,
    ]
    let maps = [
      "-map", "0", "-map", "1", "-map", "2", "-map", "3", "-map", "4", "-map_metadata", "5", "-map_chapters", "5",
    ]
    let codecs = [
      "-c:v", "libx264", "-bf", "0", "-c:a:0", "aac", "-c:a:1", "ac3", "-c:s:0", "subrip", "-c:s:1", "webvtt",
    ]
    let tags = [
      "-metadata:s:v:0", "title=Main", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu",
      "-metadata:s:a:1", "title=Kommentar", "-metadata:s:s:0", "language=fra", "-disposition:a:1", "comment",
      "-disposition:s:1", "forced", "-attach", try file("font.ttf", "not a font"), "-metadata:s:t:0",
      "mimetype=application/x-truetype-font",
    ]
    return TracksMovie(path: try ffmpeg(Self.pictures + inputs + maps + codecs + tags, to: name))
  }

  static let subRip = """
    1
    00:00:00,500 --> 00:00:01,500
    Hello <i>world</i>

    2
    00:00:02,000 --> 00:00:04,200
    Second line
    of <u>two</u> <b>bold</b> & more

    3
    00:00:06,000 --> 00:00:09,500
    Ünïcode ♫

    """

  static let webVTT = """
    WEBVTT

    intro
    00:00.500 --> 00:01.500 line:0 align:start
    Hello <i>world</i> &amp; all

    00:02.000 --> 00:04.200 position:20% size:40%
    <v Ann>Second</v> <c.yellow>line</c>
    two

    00:06.000 --> 00:09.500
    Third

    """
}

/// A movie, as ffprobe and ffmpeg describe it.
final class TracksMovie {
  let path: String
  /// What ffprobe has answered, because its start takes longer than its answer.
  private var latestAnswer: Answer?

  init(path: String) { self.path = path }

  struct Track: Decodable {
    let kind: String
    let codec: String?
    let start: String?
    let tags: [String: String]?
    let disposition: [String: Int]

    var language: String? { tags?["language"] }
    /// The title, which is the name of the handler in mp4 and mov.
    var name: String? { tags?["title"] ?? tags?["handler_name"] }

    enum CodingKeys: String, CodingKey {
      case kind = "codec_type"
      case codec = "codec_name"
      case start = "start_time"
      case tags, disposition
    }
  }

  struct Chapter: Decodable {
    let start: String
    let end: String
    let tags: [String: String]?

    enum CodingKeys: String, CodingKey {
      case start = "start_time"
      case end = "end_time"
      case tags
    }

    /// The title and the times in milliseconds.
    var summary: String {
      let times = [start, end].map { Int(((Double($0) ?? .nan) * 1000).rounded()) }
      return "\(tags?["title"] ?? "") \(times[0])-\(times[1])"
    }
  }

  private struct Answer: Decodable {
    struct Format: Decodable {
      let duration: String?
      let tags: [String: String]?
    }
    let streams: [Track]?
    let chapters: [Chapter]?
    let format: Format?
  }

  private func answer() throws -> Answer {
    if let latestAnswer { return latestAnswer }
    let sections = ["-show_streams", "-show_chapters", "-show_format"]
    let output = try TestTool.ffprobe.output(["-v", "error", "-of", "json"] + sections + [path])
    let answer = try JSONDecoder().decode(Answer.self, from: output)
    latestAnswer = answer
    return answer
  }

  func tracks() throws -> [Track] { try answer().streams ?? [] }

  func chapters() throws -> [String] { try answer().chapters?.map(\.summary) ?? [] }

  /// The metadata, with names in lowercase.
  func tags() throws -> [String: String] {
    let tags = try answer().format?.tags ?? [:]
    return Dictionary(tags.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
  }

  func duration() throws -> Double {
    try answer().format?.duration.flatMap(Double.init) ?? .nan
  }

  /// The times of the packets of a track, such as `a:0`, in seconds: start and duration.
  func packets(_ track: String) throws -> [(start: Double, duration: Double)] {
    let output = try TestTool.ffprobe.output([
      "-v", "error", "-select_streams", track, "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0", path,
    ])
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map { line in
      let fields = line.split(separator: ",").map { Double($0) ?? .nan }
      return (fields.first ?? .nan, fields.count > 1 ? fields[1] : 0)
    }
  }

  /// The checksums of the packets of a track, after a filter of FFmpeg.
  func checksums(_ track: String, filter: String = "null") throws -> [String] {
    let output = try TestTool.ffmpeg.output([
      "-v", "error", "-i", path, "-map", "0:" + track, "-c", "copy", "-bsf", filter, "-f", "framemd5", "-",
    ])
    return String(decoding: output, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: ",")[5].trimmingCharacters(in: .whitespaces) }
  }

  /// The decoded sound of a track from the beginning of the movie, as 16-bit samples of one channel at its own rate.
  func samples(_ track: String) throws -> [Int16] {
    let output = try TestTool.ffmpeg.output([
      "-v", "error", "-copyts", "-i", path, "-map", "0:" + track, "-af", "aresample=async=1:first_pts=0", "-ac", "1",
      "-f", "s16le", "-",
    ])
    return output.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  /// The decoded sound of a track as 32-bit samples of one channel.
  func deepSamples(_ track: String) throws -> [Int32] {
    let output = try TestTool.ffmpeg.output(["-v", "error", "-i", path, "-map", "0:" + track, "-f", "s32le", "-"])
    return output.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
  }

  /// The first moment of a track, in seconds, at which its sound is loud.
  func onset(_ track: String, rate: Double) throws -> Double {
    Double(try samples(track).firstIndex { $0.magnitude > 1000 } ?? -1) / rate
  }

  /// The texts of a track of subtitles, converted to SRT by ffmpeg.
  func subRip(_ track: String) throws -> String {
    let output = try TestTool.ffmpeg.output(["-v", "error", "-i", path, "-map", "0:" + track, "-f", "srt", "-"])
    return String(decoding: output, as: UTF8.self)
  }
}
