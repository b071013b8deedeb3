import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Timecode and data of a movie that a new movie keeps", .requires(.ffprobe), .requires(.ffmpeg))
struct KeptTimecodeTests {
  private let folder: TracksFolder

  init() throws {
    folder = try TracksFolder()
  }

  /// Makes a movie with timecode.
  private func film(_ name: String, _ timecode: String, rate: FrameRate, arguments: [String] = []) throws -> String {
    try folder.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=\(rate.numerator)/\(rate.denominator):d=4"] + arguments
        + ["-timecode", timecode, "-c:v:0", name.hasSuffix("mxf") ? "mpeg2video" : "libx264"], to: name)
  }

  /// The timecode that ffprobe finds: in mp4 and mov in a track, and otherwise in the tags of the file.
  private func timecode(of movie: TracksMovie) throws -> String? {
    let tracks = try movie.tracks().filter { $0.kind == "data" }
    guard let track = tracks.first else { return try movie.tags()["timecode"] }
    #expect(tracks.count == 1)
    #expect(try movie.tracks().first?.tags?["timecode"] == track.tags?["timecode"])
    return track.tags?["timecode"]
  }

  @Test(
    "Timecode is kept in the form of the container",
    arguments: [
      ("a.mov", MovieContainer.mov), ("a.mp4", .mov), ("a.mov", .mp4), ("a.mov", .mkv), ("a.mp4", .webm),
      ("a.mkv", .mkv), ("a.mkv", .mov), ("a.mxf", .mov), ("a.mxf", .nut),
    ])
  func containers(_ name: String, _ container: MovieContainer) async throws {
    let path = try film(name, "01:02:03:04", rate: .fps(25))
    let movie = try await folder.movie(container, keeping: MovieTracks(path: path), seconds: 1)
    #expect(try timecode(of: movie) == "01:02:03:04")
    #expect(try container.losses(with: MovieOptions(keeping: path)).isEmpty)
    if container == .mov || container == .mp4 { #expect(try movie.tracks().map(\.kind) == ["video", "data"]) }
  }

  @Test("Fragments have timecode, and a cover has none of its own")
  func fragments() async throws {
    let picture = try folder.ffmpeg(TracksFolder.pictures + ["-frames:v", "1"], to: "cover.png")
    let path = try film(
      "a.mp4", "10:00:00:00", rate: .fps(25),
      arguments: ["-i", picture, "-map", "0", "-map", "1", "-c:v:1", "png", "-disposition:v:1", "attached_pic"])
    let movie = try await folder.movie(.mp4, keeping: MovieTracks(path: path), seconds: 1) { $0.isFragmented = true }
    #expect(try timecode(of: movie) == "10:00:00:00")
    let whole = try await folder.movie(.mp4, keeping: MovieTracks(path: path), seconds: 1)
    #expect(try timecode(of: whole) == "10:00:00:00")
    #expect(try whole.tracks().map(\.kind).sorted() == ["data", "video", "video"])
  }

  @Test(
    "A movie that begins later has the timecode of its first picture",
    arguments: [
      ("00:00:59;20", FrameRate.ntsc, 1.001, "00:01:00;22"), ("00:00:59:20", .ntsc, 1.001, "00:01:00:20"),
      ("00:59:59;28", .ntsc, 0.0334, "00:59:59;29"), ("00:00:59;58", .ntscDouble, 0.0334, "00:01:00;04"),
      ("23:59:59:24", .fps(25), 2.04, "00:00:02:00"), ("01:00:00:00", .fps(25), 0.078, "01:00:00:01"),
      // The last millisecond of a picture.
      ("09:59:59;00", .ntsc, 1, "09:59:59;29"), ("10:00:00:00", .ntscDouble, 0.5, "10:00:00:29"),
      ("10:00:00:00", .fps(25), 1.0399, "10:00:01:00"),
    ])
  func later(_ text: String, _ rate: FrameRate, _ start: Double, _ expected: String) async throws {
    for name in ["a.mov", "a.mkv"] {
      let path = try film(name, text, rate: rate)
      let tracks = MovieTracks(path: path, from: .seconds(start))
      let movie = try await folder.movie(.mov, keeping: tracks, seconds: 1, rate: rate)
      #expect(try timecode(of: movie) == expected, "\(name)")
    }
  }

  @Test("Timecode is left out beside chapters without sound, which would be shown as subtitles")
  func besideChapters() async throws {
    let chapters = try folder.file("a.txt", ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=2\ntitle=One\n")
    let path = try film("a.mkv", "01:00:00:00", rate: .fps(25), arguments: ["-i", chapters, "-map_chapters", "1"])
    for container in [MovieContainer.mp4, .mov] {
      let movie = try await folder.movie(container, keeping: MovieTracks(path: path), seconds: 4)
      #expect(try movie.tracks().allSatisfy { $0.kind != "subtitle" })
      #expect(try movie.chapters() == ["One 0-2000"])
      #expect(
        try container.losses(with: MovieOptions(keeping: path)).map(\.description) == [
          "timecode (01:00:00:00) left out: \(container) cannot hold it beside chapters if there is no sound: write mkv"
        ])
    }
    let movie = try await folder.movie(.mkv, keeping: MovieTracks(path: path), seconds: 4)
    #expect(try timecode(of: movie) == "01:00:00:00")
  }

  @Test("At another rate, timecode shows the same time of day")
  func otherRate() async throws {
    let path = try film("a.mov", "01:00:00:12", rate: .fps(25))
    let double = try await folder.movie(.mov, keeping: MovieTracks(path: path), seconds: 1, rate: .fps(50))
    #expect(try timecode(of: double) == "01:00:00:24")
    let dropped = try film("b.mov", "00:10:00;14", rate: .ntsc)
    let whole = try await folder.movie(.mov, keeping: MovieTracks(path: dropped), seconds: 1, rate: .fps(30))
    #expect(try timecode(of: whole) == "00:10:00:14")
  }

  @Test("Timecode and data that are not kept are named")
  func losses() async throws {
    let path = try film("a.mov", "01:00:00:00", rate: .fps(25))
    #expect(
      try MovieContainer.gif.losses(with: MovieOptions(keeping: path)).map(\.description)
        == ["timecode (01:00:00:00) left out: gif holds pictures only: write mp4, mov or mkv"])
    let invalid = try folder.ffmpeg(
      TracksFolder.pictures + ["-c:v", "libx264", "-metadata", "timecode=25 o'clock"], to: "b.mkv")
    #expect(
      try MovieContainer.mov.losses(with: MovieOptions(keeping: invalid)).map(\.description)
        == ["timecode (25 o'clock) left out: it does not have the rate or the form of a timecode"])
    let movie = try await folder.movie(.mkv, keeping: MovieTracks(path: invalid), seconds: 1)
    #expect(try timecode(of: movie) == nil)

    let data = try folder.file("data.bin", String(repeating: "data", count: 100))
    let telemetry = try film(
      "c.mov", "01:00:00:00", rate: .fps(25),
      arguments: ["-f", "data", "-i", data, "-map", "0", "-map", "1", "-c:d", "copy", "-tag:d", "gpmd"])
    #expect(
      try MovieContainer.mov.losses(with: MovieOptions(keeping: telemetry)).map(\.description)
        == ["data track (gpmd) left out: only pictures, sound, subtitles, chapters and attachments are kept"])
    // The texts of chapters are a track too.
    let chapters = TracksMovie(
      path: try folder.ffmpeg(["-i", try folder.film().path, "-map", "0:v", "-c", "copy"], to: "chapters.mp4"))
    #expect(try chapters.tracks().contains { $0.kind == "data" })
    #expect(try MovieContainer.mp4.losses(with: MovieOptions(keeping: chapters.path)).isEmpty)
  }

  @Test("All that an output cannot hold for one reason is one line")
  func notes() throws {
    let film = try folder.film()
    #expect(
      try MovieContainer.gif.losses(with: MovieOptions(keeping: film.path)).notes == [
        "2 sound tracks, attachment (font.ttf), chapters and 2 subtitle tracks left out: "
          + "gif holds pictures only: write mp4, mov or mkv"
      ])
    #expect(
      try MovieContainer.mp4.losses(with: MovieOptions(keeping: film.path)).notes
        == ["attachment (font.ttf) left out: not possible in mp4: write mkv"])
  }
}
