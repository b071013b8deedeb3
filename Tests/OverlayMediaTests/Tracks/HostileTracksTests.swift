import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Hostile tracks of a movie that a new movie keeps", .requires(.ffprobe), .requires(.ffmpeg))
struct HostileTracksTests {
  private let folder: TracksFolder

  init() throws {
    folder = try TracksFolder()
  }

  private static let containers: [MovieContainer] = [.mkv, .mp4, .webm]

  @Test("Metadata that is not UTF-8 is kept with replaced bytes", arguments: containers)
  func encoding(_ container: MovieContainer) async throws {
    let film = try folder.ffmpeg(
      TracksFolder.pictures + [
        "-f", "lavfi", "-i", "sine=d=10", "-map", "0", "-map", "1", "-metadata", "title=BadXXXX",
      ]
        + ["-metadata:s:a:0", "title=BadXXXX", "-metadata:s:a:0", "language=XXX", "-c:a", "aac"], to: "film.mkv")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: film))
    while let range = bytes.range(of: Data("XXX".utf8)) { bytes.replaceSubrange(range, with: [0xFF, 0xC0, 0x80]) }
    try bytes.write(to: URL(fileURLWithPath: film))
    let movie = try await folder.movie(container, keeping: MovieTracks(path: film), seconds: 2)
    #expect(try movie.tags()["title"]?.hasPrefix("Bad\u{FFFD}") == true)
    #expect(try movie.tracks().map(\.kind) == ["video", "audio"])
  }

  @Test("Of very many tracks the first ones are kept")
  func manyTracks() async throws {
    let subtitles = try folder.file("a.srt", TracksFolder.subRip)
    let maps = Array(repeating: ["-map", "1"], count: 20) + Array(repeating: ["-map", "2"], count: 80)
    let film = try folder.ffmpeg(
      TracksFolder.pictures + ["-f", "lavfi", "-i", "sine=d=3", "-i", subtitles, "-map", "0"] + maps.flatMap(\.self)
        + ["-c:v", "libx264", "-c:a", "pcm_s16le", "-c:s", "subrip"], to: "film.mkv")
    let movie = try await folder.movie(.mkv, keeping: MovieTracks(path: film), seconds: 5)
    let kinds = try movie.tracks().map(\.kind)
    #expect(kinds.count { $0 == "audio" } == 16 && kinds.count { $0 == "subtitle" } == 64)
    #expect(
      try MovieContainer.mkv.losses(with: MovieOptions(keeping: film)).map(\.description) == [
        "sound track 17 (pcm_s16le) left out: only the first 16 are kept",
        "subtitle track 65 (subrip) left out: only the first 64 are kept",
      ])
  }

  @Test("Subtitles after the end, and tracks without any packet, change nothing", arguments: containers)
  func emptyTracks(_ container: MovieContainer) async throws {
    let subtitles = try folder.file(
      "a.srt",
      """
      1
      00:00:01,000 --> 00:00:02,000
      One

      2
      00:00:03,000 --> 99:00:00,000
      Without end

      3
      98:00:00,000 --> 99:00:00,000
      Absurd

      """)
    let film = try folder.ffmpeg(
      TracksFolder.pictures + ["-f", "lavfi", "-i", "sine=d=10", "-i", subtitles]
        + ["-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-c:a", "aac", "-c:s", "subrip"], to: "film.mkv")
    // The second tracks begin after the part that is kept.
    let empty = try folder.ffmpeg(
      [
        "-i", film, "-itsoffset", "50", "-i", film, "-map", "0", "-map", "1:a", "-map", "1:s", "-c", "copy", "-t", "10",
      ],
      to: "empty.mkv")
    let tracks = MovieTracks(path: empty, to: .seconds(5))
    let movie = try await folder.movie(container, keeping: tracks, seconds: 5)
    #expect(try abs(movie.duration() - 5) < 0.1)
    let cues = try CaptionTrack(movie: movie.path, subtitlesTrack: 1).cues
    #expect(cues.map(\.plainText) == ["One", "Without end"])
    #expect(cues.last.map { abs($0.end.seconds - 5) < 0.05 } == true)
    #expect(try movie.packets("a:0").map(\.start).max() ?? 0 > 4.9)
  }

  @Test("A movie that is cut off gives what it has", arguments: [1, 3, 6, 10])
  func truncation(_ part: Int) async throws {
    let film = try folder.film()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: film.path))
    try bytes.prefix(bytes.count * part / 12).write(to: URL(fileURLWithPath: film.path))
    do {
      let movie = try await folder.movie(.mkv, keeping: MovieTracks(path: film.path), seconds: 10)
      #expect(try abs(movie.duration() - 10) < 0.1)
    } catch let error as MediaError {
      #expect(!error.description.contains("\n"))
    }
  }

  @Test("A file that is not a movie is an error before anything is written")
  func unreadable() async throws {
    for path in [try folder.file("text.mkv", "no movie"), folder.path("missing.mkv"), folder.path("")] {
      await #expect(throws: MediaError.self) {
        _ = try await folder.movie(.mkv, keeping: MovieTracks(path: path), seconds: 1)
      }
      #expect(!FileManager.default.fileExists(atPath: folder.path("kept.mkv")))
    }
  }

  @Test("Sound whose decoder or encoder fails is left out")
  func damagedSound() async throws {
    let film = try folder.ffmpeg(
      TracksFolder.pictures + ["-f", "lavfi", "-i", "sine=d=10", "-c:v", "libx264", "-c:a", "flac"], to: "film.mkv")
    let movie = try await folder.movie(.gif, keeping: MovieTracks(path: film), seconds: 1)
    #expect(try movie.tracks().map(\.kind) == ["video"])
    #expect(
      try MovieContainer.gif.losses(with: MovieOptions(keeping: film)).map(\.description)
        == ["sound track 1 (flac) left out: gif holds pictures only: write mp4, mov or mkv"])
  }
}
