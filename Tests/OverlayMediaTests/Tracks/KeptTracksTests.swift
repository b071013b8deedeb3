import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Tracks of a movie that a new movie keeps", .requires(.ffprobe), .requires(.ffmpeg))
struct KeptTracksTests {
  private let folder: TracksFolder

  init() throws {
    folder = try TracksFolder()
  }

  /// A container and the codecs that it gets from the film.
  private static let containers: [(MovieContainer, [String])] = [
    (.mkv, ["aac", "ac3", "subrip", "webvtt"]), (.mp4, ["aac", "ac3", "mov_text", "mov_text"]),
    (.mov, ["aac", "ac3", "mov_text", "mov_text"]), (.webm, ["opus", "opus", "webvtt", "webvtt"]),
  ]

  @Test("All tracks are kept, with languages, titles, dispositions, chapters and metadata", arguments: containers)
  func everything(_ container: MovieContainer, _ codecs: [String]) async throws {
    let film = try folder.film()
    let movie = try await folder.movie(container, keeping: MovieTracks(path: film.path), seconds: 10)
    let tracks = try movie.tracks().filter { $0.kind != "data" }
    #expect(tracks.dropFirst().prefix(4).map(\.codec) == codecs)
    // QuickTime has another code for German.
    #expect(tracks.dropFirst().prefix(3).map(\.language) == ["eng", container == .mov ? "ger" : "deu", "fra"])
    if container == .mkv || container == .mp4 {
      #expect(tracks[2].disposition["comment"] == 1 && tracks[4].disposition["forced"] == 1)
    }
    #expect(try movie.chapters() == ["One 0-3000", "Two 3000-7000", "Three 7000-10000"])
    #expect(try movie.tags()["title"] == "A Film")
    #expect(try movie.tags()["creation_time"]?.hasPrefix("2026-03-01T12:00:00") == true)
    #expect(try abs(movie.duration() - 10) < 0.05)
    #expect(tracks[0].name == "Main" && tracks[2].name == "Kommentar")
    if container != .mov { #expect(try movie.tags()["artist"] == "Somebody") }
    if container == .mkv {
      #expect(tracks.last?.kind == "attachment" && tracks.last?.tags?["filename"] == "font.ttf")
    } else {
      #expect(tracks.count == 5)
    }
    let losses = try container.losses(with: MovieOptions(keeping: film.path))
    let encoded = [
      "sound track 1 (eng, aac) encoded again as opus: webm cannot hold aac",
      "sound track 2 (deu, ac3) encoded again as opus: webm cannot hold ac3",
    ]
    let attachment = ["attachment (font.ttf) left out: not possible in \(container): write mkv"]
    #expect(
      losses.map(\.description)
        == (container == .webm ? encoded + attachment : container == .mkv ? [] : attachment))
  }

  @Test("Copied sound has the same packets at the same times", arguments: [MovieContainer.mkv, .mp4, .mov])
  func copies(_ container: MovieContainer) async throws {
    let film = try folder.film()
    let movie = try await folder.movie(container, keeping: MovieTracks(path: film.path), seconds: 10)
    for track in ["a:0", "a:1"] {
      let (source, copy) = (try film.checksums(track), try movie.checksums(track))
      // Containers without edit lists lose the packet before the beginning.
      #expect(
        copy == Array(source.prefix(copy.count)) || copy == Array(source.dropFirst().prefix(copy.count)), "\(track)")
      #expect(copy.count >= source.count - 3, "\(track) \(copy.count) of \(source.count)")
      let times = (try film.packets(track).map(\.start), try movie.packets(track).map(\.start))
      let offset = source.first == copy.first ? 0 : 1
      for (index, time) in times.1.enumerated() { #expect(abs(time - times.0[index + offset]) < 0.0011, "\(track)") }
    }
  }

  @Test("Subtitles have the same texts and times", arguments: containers)
  func subtitles(_ container: MovieContainer, _ codecs: [String]) async throws {
    let film = try folder.film()
    let movie = try await folder.movie(container, keeping: MovieTracks(path: film.path), seconds: 10)
    for track in 1...2 {
      let (source, copy) = (
        try CaptionTrack(movie: film.path, subtitlesTrack: track),
        try CaptionTrack(movie: movie.path, subtitlesTrack: track)
      )
      #expect(copy.cues.map(\.plainText) == source.cues.map(\.plainText))
      for (first, second) in zip(source.cues, copy.cues) {
        #expect(abs((first.start - second.start).seconds) < 0.0011 && abs((first.end - second.end).seconds) < 0.0011)
      }
      #expect(copy.cues.count == 3)
    }
  }

  @Test("A movie that begins later has everything from there on", arguments: containers)
  func later(_ container: MovieContainer, _ codecs: [String]) async throws {
    let film = try folder.film()
    let tracks = MovieTracks(path: film.path, from: .seconds(2.5), to: .seconds(8.5))
    let movie = try await folder.movie(container, keeping: tracks, seconds: 6)
    #expect(try movie.chapters() == ["One 0-500", "Two 500-4500", "Three 4500-6000"])
    #expect(try movie.tags()["creation_time"]?.hasPrefix("2026-03-01T12:00:02.5") != container.keepsFractions)
    let cues = try CaptionTrack(movie: movie.path, subtitlesTrack: 1).cues
    // The film's cues are late by the samples that AAC adds before the beginning.
    let source = try CaptionTrack(movie: film.path, subtitlesTrack: 1).cues
    let times = [[.zero, source[1].end - .seconds(2.5)], [source[2].start - .seconds(2.5), .seconds(6)]]
    for (cue, time) in zip(cues, times) {
      #expect(abs((cue.start - time[0]).seconds) < 0.0011 && abs((cue.end - time[1]).seconds) < 0.0011)
    }
    #expect(cues.map(\.plainText) == source.dropFirst().map(\.plainText))
    #expect(try abs(movie.duration() - 6) < 0.05)
    for (track, end) in [("a:0", 6.0), ("a:1", 5.5)] {
      let packets = try movie.packets(track)
      #expect(abs((packets.first?.start ?? -1)) < 0.03)
      #expect(abs((packets.map { $0.start + $0.duration }.max() ?? 0) - end) < 0.05, "\(track)")
    }
  }

  @Test("AAC of a broadcast is copied", arguments: [MovieContainer.mkv, .mp4, .mov])
  func broadcast(_ container: MovieContainer) async throws {
    let film = TracksMovie(
      path: try folder.ffmpeg(
        TracksFolder.pictures + ["-f", "lavfi", "-i", "sine=440:d=10:r=48000", "-c:v", "libx264", "-c:a", "aac"],
        to: "a.ts"))
    #expect(try container.losses(with: MovieOptions(keeping: film.path)).isEmpty)
    let movie = try await folder.movie(container, keeping: MovieTracks(path: film.path), seconds: 10)
    #expect(try movie.tracks().map(\.codec).contains("aac"))
    let (source, copy) = (try film.checksums("a:0", filter: "aac_adtstoasc"), try movie.checksums("a:0"))
    let offset = source.firstIndex(of: copy.first ?? "") ?? 1000
    #expect(offset < 3 && copy.count > 460)
    #expect(copy == Array(source.dropFirst(offset).prefix(copy.count)))
    let times = (try film.packets("a:0").map(\.start), try movie.packets("a:0").map(\.start))
    let beginning = try min(times.0[0], film.packets("v:0").map(\.start).min() ?? .nan)
    for (index, time) in times.1.enumerated() { #expect(abs(times.0[index + offset] - beginning - time) < 0.0011) }
    #expect(try movie.samples("a:0").count > 470_000)
  }

  @Test("Sound of another codec in the middle of a broadcast is left out", arguments: [MovieContainer.mkv, .mp4])
  func otherCodec(_ container: MovieContainer) async throws {
    let parts = try ["aac", "mp2"].map { codec in
      try folder.ffmpeg(
        TracksFolder.pictures + ["-f", "lavfi", "-i", "sine=440:d=3:r=48000", "-t", "3", "-c:v", "libx264"]
          + ["-c:a", codec],
        to: codec + ".ts")
    }
    let film = folder.path("film.ts")
    let bytes = try parts.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    try bytes.reduce(Data(), +).write(to: URL(fileURLWithPath: film))
    let movie = try await folder.movie(container, keeping: MovieTracks(path: film), seconds: 6)
    let source = try TracksMovie(path: parts[0]).checksums("a:0", filter: "aac_adtstoasc")
    let copy = try movie.checksums("a:0")
    #expect(copy.count > 130 && Set(copy).isSubset(of: source), "\(copy.count)")
  }

  @Test("A file whose subtitles are far apart is not read to its end at the beginning")
  func pace() throws {
    let subtitles = try folder.file("a.srt", "1\n00:00:01,000 --> 00:00:02,000\nOnly\n")
    let film = try folder.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=60", "-i", subtitles, "-c:v", "libx264", "-c:s", "subrip"],
      to: "film.mkv")
    let kept = try #require(
      try KeptMovie(MovieTracks(path: film), in: .mkv, replacesSound: true, isFragmented: false).subtitles)
    let video = try VideoFormat(size: PixelSize(64, 48), pixelFormat: .yuv420p)
    let request = OutputRequest(destination: .path(folder.path("kept.mkv")), video: video, rate: .fps(25))
    let output = try request.openBytes()
    let muxer = try Muxer("matroska", output: output, writesAtOnce: false)
    try kept.addStreams(to: muxer, in: .mkv)
    try muxer.writeHeader(options: [])
    try kept.write(until: 3_000_000, to: muxer)
    #expect(!kept.isFinished)
    try kept.write(until: 60_000_000, to: muxer)
    #expect(kept.isFinished)
    try muxer.finish()
    try output.finish()
    #expect(try TracksMovie(path: folder.path("kept.mkv")).packets("s:0").map(\.start) == [1])
  }

  @Test("Sound that is encoded again is named")
  func encodedSound() throws {
    let film = try folder.film()
    var options = MovieOptions()
    options.keptTracks = MovieTracks(path: film.path, from: .seconds(2))
    #expect(
      try MovieContainer.mkv.losses(with: options).notes
        == [
          "sound track 1 (eng, aac) encoded again as aac: the beginning of the movie is left out",
          "sound track 2 (deu, ac3) encoded again as ac3: the beginning of the movie is left out",
        ])
    // Samples are not lossy.
    #expect(try MovieContainer.nut.losses(with: options).allSatisfy { $0.part != .sound })
  }

  @Test(
    "A part of a movie has sound of the same codec if the container holds it, and no loss if there was none",
    arguments: [
      ("flac", MovieContainer.mkv, "flac"), ("pcm_s16le", .mkv, "pcm_s16le"), ("pcm_s24le", .mkv, "pcm_s24le"),
      ("pcm_f32le", .mkv, "pcm_f32le"), ("alac", .mp4, "alac"), ("alac", .mkv, "alac"), ("aac", .mkv, "aac"),
      ("libmp3lame", .mp4, "mp3"), ("libvorbis", .mkv, "vorbis"), ("ac3", .mov, "ac3"), ("libopus", .mp4, "opus"),
      ("flac", .mov, "pcm_s24le"), ("alac", .nut, "flac"), ("pcm_s16be", .nut, "flac"), ("tta", .mkv, "flac"),
      ("flac", .webm, "opus"), ("flac", .mp4, "aac"), ("mp2", .mkv, "opus"),
    ])
  func sameCodec(_ codec: String, _ container: MovieContainer, _ expected: String) async throws {
    let isDeep = codec == "flac" || codec == "alac"
    let film = try folder.ffmpeg(
      TracksFolder.pictures + ["-f", "lavfi", "-i", "aevalsrc='0.3*sin(2*PI*t*t*200)':s=48000:d=4"]
        + ["-c:v", "libx264", "-c:a", codec]
        + (isDeep ? ["-sample_fmt", codec == "flac" ? "s32" : "s32p", "-bits_per_raw_sample", "24"] : []),
      to: codec == "pcm_s16be" ? "a.mov" : "a.mkv")
    let tracks = MovieTracks(path: film, from: .seconds(1))
    let movie = try await folder.movie(container, keeping: tracks, seconds: 2)
    #expect(try movie.tracks().first { $0.kind == "audio" }?.codec == expected)
    var options = MovieOptions()
    options.keptTracks = tracks
    let losses = try container.losses(with: options)
    let isLossless = ["flac", "alac"].contains(expected) || expected.hasPrefix("pcm_")
    #expect(losses.count { $0.part == .sound } == (isLossless ? 0 : 1))
    if isLossless {
      let source = try TracksMovie(path: film).deepSamples("a:0").dropFirst(48_000).prefix(96_000)
      #expect(try movie.deepSamples("a:0") == Array(source))
    }
  }

  /// Offsets of the sound and of the pictures in a file, and the beginning of the new movie.
  private static let offsets: [(sound: Double, pictures: Double, start: Double)] = [
    (0, 0, 0), (0.7, 0, 0), (2.3, 0, 0), (0, 0.6, 0.6), (0.7, 0, 1.2), (0, 0, 3.456), (0, 0.6, 2),
  ]

  @Test(
    "Sound is in step to the sample, whatever begins first", arguments: ["pcm.mov", "aac.mp4", "pcm.mkv"], offsets)
  func inStep(_ name: String, _ offset: (sound: Double, pictures: Double, start: Double)) async throws {
    // A tone that begins 4.2 s after the sound.
    let tone = "aevalsrc='if(gte(t,4.2),0.5*sin(2*PI*1000*t),0)':s=48000:d=9"
    let codec = name.hasPrefix("pcm") ? "pcm_s16le" : "aac"
    let film = try folder.ffmpeg(
      ["-itsoffset", "\(offset.pictures)"] + TracksFolder.pictures + [
        "-itsoffset", "\(offset.sound)", "-f", "lavfi", "-i", tone,
      ]
        + ["-c:v", "libx264", "-bf", "0", "-c:a", codec, "-copyts"], to: name)
    let reader = try PictureReader(path: film)
    _ = try reader.next()
    #expect(abs(reader.time.seconds - offset.pictures) < 0.0005 + 0.0001)
    for container in name == "pcm.mov" ? [MovieContainer.mov, .mkv] : [.mov] {
      // A movie begins with its first picture.
      let start = offset.start == offset.pictures ? reader.time : MediaTime.seconds(offset.start)
      let movie = try await folder.movie(container, keeping: MovieTracks(path: film, from: start), seconds: 7)
      let onset = try movie.onset("a:0", rate: 48_000)
      let expected = try TracksMovie(path: film).onset("a:0", rate: 48_000) - start.seconds
      // Matroska counts milliseconds.
      let tolerance = name.hasSuffix("mkv") || container == .mkv ? 0.0011 : 1.5 / 48_000
      let isLossy = codec == "aac" || container == .mkv
      #expect(abs(onset - expected) < tolerance + (isLossy ? 0.003 : 0), "\(container) \(onset) \(expected)")
    }
  }

  @Test(
    "Sound from far within a movie is the same as if all before it were decoded",
    arguments: [
      ("a.mov", "pcm_s16le"), ("a.mkv", "flac"), ("a.mp4", "aac"), ("b.mkv", "libopus"), ("a.ts", "mp2"),
      ("a.avi", "libmp3lame"),
    ])
  func far(_ name: String, _ codec: String) async throws {
    let film = try folder.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=5:d=40", "-f", "lavfi", "-i",
        "aevalsrc='0.3*sin(2*PI*t*t*20)':s=48000:d=40",
      ]
        + ["-c:v", "mpeg4", "-c:a", codec, "-strict", "-2"], to: name)
    let movie = try await folder.movie(.mov, keeping: MovieTracks(path: film, from: .seconds(32.5)), seconds: 3)
    let samples = try movie.samples("a:0")
    // AAC and MP3 have packets of many samples.
    let isLossy = try movie.tracks().contains { $0.codec == "aac" || $0.codec == "mp3" }
    #expect(abs(samples.count - 144_000) <= (isLossy ? 1152 : 0))
    // The sound of a file is decoded from its beginning.
    var options = MovieOptions(sound: .file(path: film, from: .seconds(32.5)))
    options.codec = .h264
    try await FrameStream(Color.red, size: PixelSize(64, 48), frameRate: .fps(25)).write(
      to: folder.path("whole.mov"), as: .movie(.mov, options), duration: .seconds(3))
    let source = try TracksMovie(path: folder.path("whole.mov")).samples("a:0")
    // Matroska counts milliseconds.
    let shifts = name == "b.mkv" ? -48...48 : 0...0
    let differences = shifts.map { shift in
      (4800..<9600).map { (index: Int) -> Int in abs(Int(samples[index + shift]) - Int(source[index])) }.max() ?? .max
    }
    #expect(differences.min() ?? .max < (name == "b.mkv" ? 1000 : 40), "\(differences)")
  }

  @Test("Encoded sound is cut at the end of the pictures to the sample, and shorter sound ends earlier")
  func end() async throws {
    let film = try folder.ffmpeg(
      TracksFolder.pictures + [
        "-f", "lavfi", "-i", "sine=440:d=10:r=48000", "-f", "lavfi", "-i", "sine=440:d=3:r=48000",
      ]
        + ["-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-c:a", "pcm_s16le"], to: "film.mov")
    let movie = try await folder.movie(.mov, keeping: MovieTracks(path: film, from: .seconds(1)), seconds: 5)
    #expect(try movie.samples("a:0").count == 240_000)
    #expect(try movie.samples("a:1").count == 96_000)
    #expect(try movie.samples("a:1") == Array(TracksMovie(path: film).samples("a:1").dropFirst(48_000)))
  }

  @Test("Another sound replaces all sound of the movie, and the rest is kept")
  func replacedSound() async throws {
    let film = try folder.film()
    let movie = try await folder.movie(.mkv, keeping: MovieTracks(path: film.path), seconds: 10) {
      $0.sound = .ticks(first: .zero)
    }
    #expect(try movie.tracks().map(\.kind) == ["video", "audio", "subtitle", "subtitle", "attachment"])
    #expect(try movie.chapters().count == 3)
  }

  @Test("A cover picture is kept in mp4 and mkv", arguments: [MovieContainer.mp4, .mkv, .mov])
  func cover(_ container: MovieContainer) async throws {
    let picture = try folder.ffmpeg(TracksFolder.pictures + ["-frames:v", "1"], to: "cover.png")
    let film = try folder.ffmpeg(
      TracksFolder.pictures + ["-f", "lavfi", "-i", "sine=440:d=10:r=48000", "-i", picture]
        + ["-map", "0", "-map", "1", "-map", "2", "-c:v:0", "libx264", "-c:v:1", "copy", "-c:a", "aac"]
        + ["-disposition:v:1", "attached_pic"], to: "film.mp4")
    let movie = try await folder.movie(container, keeping: MovieTracks(path: film), seconds: 10)
    let covers = try movie.tracks().filter { $0.disposition["attached_pic"] == 1 }
    #expect(covers.map(\.codec) == (container == .mov ? [] : ["png"]))
    let artwork = try Movie(path: movie.path).artwork
    #expect(artwork == (container == .mov ? nil : Array(try Data(contentsOf: URL(filePath: picture)))))
    let losses = try container.losses(with: MovieOptions(keeping: film)).map(\.description)
    #expect(losses == (container == .mov ? ["cover picture (png) left out: not possible in mov: write mkv"] : []))
    // The sound does not wait for the track of one picture.
    #expect(try movie.packets("a:0").count > 460)
  }

  @Test("Subtitles that are pictures are copied to mkv, and left out elsewhere")
  func pictures() async throws {
    let film = try folder.movieWithPictureSubtitles()
    let movie = try await folder.movie(.mkv, keeping: MovieTracks(path: film.path), seconds: 10)
    #expect(try movie.tracks().map(\.codec).contains("hdmv_pgs_subtitle"))
    #expect(try movie.checksums("s:0") == film.checksums("s:0"))
    #expect(
      try MovieContainer.mp4.losses(with: MovieOptions(keeping: film.path)).map(\.description)
        == ["subtitle track 1 (hdmv_pgs_subtitle) left out: not possible in mp4: write mkv"])
    #expect(throws: MediaError.subtitlesNotText(path: film.path, number: 1, codec: "hdmv_pgs_subtitle")) {
      _ = try CaptionTrack(movie: film.path, subtitlesTrack: 1)
    }
  }
}

extension MovieOptions {
  init(keeping path: String) {
    self.init()
    keptTracks = MovieTracks(path: path)
  }
}

extension MovieContainer {
  /// Whether the date of a movie has fractions of a second.
  fileprivate var keepsFractions: Bool { self == .mp4 || self == .mov }
}

extension TracksFolder {
  /// Writes a movie with a track of subtitles in the format of Blu-ray discs: compositions without any object.
  func movieWithPictureSubtitles() throws -> TracksMovie {
    func segment(_ kind: UInt8, at seconds: Int, _ content: [UInt8]) -> [UInt8] {
      let time = (0..<4).reversed().map { UInt8(truncatingIfNeeded: seconds * 90_000 >> (8 * $0)) }
      return Array("PG".utf8) + time + [0, 0, 0, 0, kind, 0, UInt8(content.count)] + content
    }
    let stream = [1, 3, 6].flatMap { seconds in
      let composition: [UInt8] = [0, 64, 0, 48, 0x10, 0, UInt8(seconds), 0x80, 0, 0, 0]
      return segment(0x16, at: seconds, composition) + segment(0x80, at: seconds, [])
    }
    try Data(stream).write(to: URL(fileURLWithPath: path("a.sup")))
    return TracksMovie(
      path: try ffmpeg(
        Self.pictures + ["-i", path("a.sup"), "-map", "0", "-map", "1", "-c:v", "libx264", "-c:s", "copy"],
        to: "pgs.mkv"))
  }
}
