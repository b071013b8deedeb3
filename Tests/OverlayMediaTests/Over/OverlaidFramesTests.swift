import CFFmpeg
import Foundation
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Overlays on movies", .requires(.ffmpeg))
struct OverlaidFramesTests {
  private let movies: OverlaidMovieFolder

  init() throws {
    movies = try OverlaidMovieFolder()
  }

  @Test(
    "Pixels outside of the ink stay as in the movie, in its own pixel format",
    arguments: [
      PixelFormat.yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10, .yuva420p, .bgra,
    ])
  func pixels(pixelFormat: PixelFormat) async throws {
    let path = try movies.make(
      "a.mkv", size: PixelSize(97, 63), seconds: 1, "-pix_fmt", pixelFormat.name, "-c:v", "ffv1")
    let written = try await movies.write(
      Mark(), over: path, to: "b.mkv", options: MovieOptions(codec: .ffv1))
    #expect(try probe(written, "stream=pix_fmt") == [[pixelFormat.name]])
    let format = try VideoFormat(size: PixelSize(97, 63), pixelFormat: pixelFormat)
    let (before, after) = try (movies.pictures(path, format), movies.pictures(written, format))
    #expect(before.count == 25 && after.count == 25)
    for (a, b) in zip(before, after) {
      let difference = PictureDifference(a, b, format, in: Mark.area)
      try #require(difference.isSameOutside && difference.differsInside)
    }
  }

  @Test(
    "The pictures have the times of the movie",
    arguments: [
      ("a.mp4", "null", "b.mp4"), ("a.mkv", "select='not(mod(n,7))+lt(n,20)'", "b.mp4"),
      ("a.mp4", "select='not(mod(n,7))+lt(n,20)'", "b.mkv"),
      ("a.mp4", "settb=1/12800,setpts='PTS+mod(N,3)*100'", "b.mov"),
      ("a.webm", "settb=1/1000,setpts='PTS+mod(N*7,5)*5'", "b.webm"),
      ("a.mp4", "settb=1/12800,setpts='PTS*1.01'", "b.nut"),
    ])
  func times(name: String, filter: String, output: String) async throws {
    let path = try movies.make(
      name, size: PixelSize(64, 48), filter: filter, "-fps_mode", "passthrough", "-enc_time_base", "-1",
      "-pix_fmt", "yuv420p")
    let written = try await movies.write(Mark(), over: path, to: output)
    let (before, after) = try (movies.times(path), movies.times(written))
    #expect(before.count > 20 && before.count == after.count)
    for (a, b) in zip(before, after) { try #require(abs(a - b) <= 0.0011) }
  }

  @Test("A clock over a slide show shows every second")
  func slideShow() async throws {
    let path = try movies.make("a.mp4", seconds: 9, filter: "fps=1/3", "-pix_fmt", "yuv420p")
    let movie = try Movie(path: path)
    #expect(try movies.times(path).count == 3)
    var starts: [Double] = []
    for try await sample in FrameStream(ColorClock(), size: movie.naturalSize).over(movie) {
      starts.append(sample.presentationTime.seconds)
    }
    #expect(starts == Array(stride(from: 0.0, to: 9, by: 1)))
    // A rate of 1/3 is multiplied to at least 25, and the rate of a usual movie stays.
    #expect(movie.overlayFrameRate == .fps(25))
    #expect(try Movie(path: movies.make("b.mp4", rate: 12, "-pix_fmt", "yuv420p")).overlayFrameRate == .fps(12))
  }

  @Test("A picture is split at the first frame of the rate at which the view differs")
  func splits() async throws {
    // Pictures of 700 ms.
    let path = try movies.make(
      "a.mkv", rate: 10, seconds: 4, filter: "select='not(mod(n,7))'", "-fps_mode", "vfr", "-c:v", "ffv1")
    let movie = try Movie(path: path)
    let whole = try movies.times(path)
    #expect(whole == [0, 0.7, 1.4, 2.1, 2.8, 3.5])
    // The view changes at whole seconds, and pictures are split at multiples of 250 ms after their beginning.
    let frames = FrameStream(ColorClock(), size: movie.naturalSize).over(movie, frameRate: .fps(4))
    var starts: [Double] = []
    var previousEnd = MediaTime.zero
    for try await sample in frames {
      #expect(sample.presentationTime == previousEnd)
      previousEnd = sample.presentationTime + sample.duration
      starts.append(sample.presentationTime.seconds)
    }
    #expect(starts == [0, 0.7, 1.2, 1.4, 2.1, 2.8, 3.05, 3.5])
    // Rounded times and slow frames do not split pictures of a frame.
    let slow = FrameStream(TimecodeText(from: try Timecode(parsing: "00:00:00:00", rate: .fps(2))), size: .init(96, 64))
      .over(movie, frameRate: .fps(2))
    #expect(try await slow.reduce(0) { count, _ in count + 1 } == 6)
  }

  @Test("A part of a movie is the same as that part of the whole", arguments: ["a.mp4", "a.mkv"])
  func parts(name: String) async throws {
    let path = try movies.make(
      name, size: PixelSize(64, 48), seconds: 4, filter: "select='not(mod(n,7))+lt(n,40)'", "-fps_mode", "vfr", "-g",
      "30", "-pix_fmt", "yuv420p")
    let movie = try Movie(path: path)
    let stream = FrameStream(ColorClock(), size: movie.naturalSize)
    func samples(_ frames: OverlaidFrames) async throws -> [(start: MediaTime, end: MediaTime, bytes: [UInt8])] {
      try await frames.reduce(into: []) { samples, sample in
        let bytes = sample.pixelBuffer?.withUnsafeBytes { Array($0) } ?? []
        samples.append((sample.presentationTime, sample.presentationTime + sample.duration, bytes))
      }
    }
    let whole = try await samples(stream.over(movie))
    for start in [MediaTime.seconds(1), MediaTime(value: 1305, timescale: 1000), MediaTime(value: 33, timescale: 10)] {
      let end = start + MediaTime(value: 410, timescale: 1000)
      let part = try await samples(stream.over(movie, from: start, duration: end - start))
      let expected = whole.filter { $0.end > start && $0.start < end }
      #expect(part.map(\.start) == expected.map { max($0.start, start) })
      #expect(part.map(\.end) == expected.map { min($0.end, end) })
      #expect(part.map(\.bytes) == expected.map(\.bytes))
    }
    let end = whole.last?.end
    await #expect(throws: MediaError.movieEndsBefore(path: path, time: .seconds(9), end: end, isDamaged: false)) {
      _ = try await samples(stream.over(movie, from: .seconds(9)))
    }
  }

  @Test("The view has the time of the movie")
  func viewTime() async throws {
    let path = try movies.make("a.mp4", rate: 5, seconds: 3, "-pix_fmt", "yuv420p")
    let movie = try Movie(path: path)
    var colors: [UInt8] = []
    let view = ColorClock(colors: [.black, .white, .black])
    for try await sample in FrameStream(view, size: movie.naturalSize).over(movie) {
      colors.append(sample.pixelBuffer?.withUnsafeBytes { $0[0] } ?? 0)
    }
    #expect(colors == Array(repeating: 16, count: 5) + Array(repeating: 235, count: 5) + Array(repeating: 16, count: 5))
  }

  @Test("An unchanged view is drawn once")
  func work() async throws {
    let path = try movies.make("a.mp4", "-pix_fmt", "yuv420p")
    let movie = try Movie(path: path)
    let result = try await FrameStream(Mark(), size: movie.naturalSize).over(movie).write(to: movies.folder("b.mkv"))
    #expect(result.statistics.frames == 50 && result.statistics.drawn == 1 && result.statistics.repeated == 0)
  }

  @Test("A picture is drawn into a corner")
  func logo() async throws {
    let path = try movies.make("a.mkv", seconds: 1, "-c:v", "ffv1", "-pix_fmt", "yuv444p")
    let movie = try Movie(path: path)
    try Color.white.writePNG(to: movies.folder("logo.png"), size: PixelSize(20, 10))
    let logo = try Image(file: movies.folder("logo.png")).scaling(.fit).frame(width: 40, height: 20).padding(4)
      .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topTrailing)
    try await FrameStream(logo, size: movie.naturalSize).over(movie)
      .write(to: movies.folder("b.mkv"), options: MovieOptions(codec: .ffv1))
    let format = try VideoFormat(size: PixelSize(96, 64), pixelFormat: .yuv444p)
    for (a, b) in try zip(movies.pictures(path, format), movies.pictures(movies.folder("b.mkv"), format)) {
      let difference = PictureDifference(a, b, format, in: PixelRect(x: 52, y: 4, width: 40, height: 20))
      try #require(difference.isSameOutside && difference.differsInside)
    }
  }

  @Test("Closed captions in the pictures are found, and empty ones are not")
  func closedCaptions() async throws {
    func hasClosedCaptions(_ captions: [UInt8]) async throws -> Bool? {
      let path = try movies.make("a.m2v", seconds: 1, "-c:v", "mpeg2video", "-pix_fmt", "yuv420p")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      // The user data of ATSC A/53 are before the first slice of a picture.
      let slice = Data([0, 0, 1, 1])
      let userData = Data([0, 0, 1, 0xB2] + Array("GA94".utf8) + [3, 0x41, 0xFF] + captions + [0xFF])
      var captioned = Data()
      var rest = bytes[...]
      while let range = rest.range(of: slice) {
        captioned += rest[..<range.lowerBound] + userData + slice
        rest = rest[range.upperBound...]
      }
      try (captioned + rest).write(to: URL(fileURLWithPath: movies.folder("captioned.m2v")))
      let movie = try Movie(path: movies.folder("captioned.m2v"))
      var frames = FrameStream(Mark(), size: movie.naturalSize).over(movie)
      let found = Mutex<Bool?>(nil)
      frames.onEnd = { ending in found.withLock { $0 = ending.hasClosedCaptions } }
      for try await _ in frames {}
      try? FileManager.default.removeItem(atPath: path)
      return found.withLock { $0 }
    }
    #expect(try await hasClosedCaptions([0xFC, 0x94, 0x2C]) == true, "CEA-608")
    #expect(try await hasClosedCaptions([0xFF, 0x02, 0x21]) == true, "CEA-708")
    #expect(try await hasClosedCaptions([0xFC, 0x80, 0x80]) == false, "a pause")
    #expect(try await hasClosedCaptions([0xF8, 0x94, 0x2C]) == false, "not valid")
  }

  @Test("What can be decoded of a damaged movie is written")
  func damage() async throws {
    let path = try movies.make("a.mkv", seconds: 4, "-c:v", "libx264", "-pix_fmt", "yuv420p")
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: movies.folder("cut.mkv")))
    let movie = try Movie(path: movies.folder("cut.mkv"))
    let stream = FrameStream(Mark(), size: movie.naturalSize)
    var frames = stream.over(movie)
    let end = Mutex(MediaTime.invalid)
    await confirmation { confirm in
      frames.onEnd = { ending in
        if ending.damage == .unreadableParts { confirm() }
        end.withLock { $0 = ending.lastPicture.end }
      }
      let result = try? await frames.write(to: movies.folder("b.mp4"))
      #expect((result?.statistics.frames ?? 0) > 20)
    }
    // An error about a time after the damage says where that is.
    let lastEnd = end.withLock(\.self)
    #expect(lastEnd > .seconds(1) && lastEnd < .seconds(3))
    let error = MediaError.movieEndsBefore(path: movie.path, time: .seconds(3), end: lastEnd, isDamaged: true)
    await #expect(throws: error) { for try await _ in stream.over(movie, from: .seconds(3)) {} }
  }

  @Test("Damage is found in containers whose demuxers do not report it", arguments: ["avi", "ts", "mkv"])
  func silentDamage(container: String) async throws {
    let path = try movies.make("a.\(container)", seconds: 5, "-c:v", "mpeg4", "-pix_fmt", "yuv420p")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    func damage(_ data: Data) async throws -> MovieDamage? {
      let path = movies.folder("damaged.\(container)")
      try data.write(to: URL(fileURLWithPath: path))
      let movie = try Movie(path: path)
      var frames = FrameStream(Mark(), size: movie.naturalSize).over(movie)
      let found = Mutex<MovieDamage?>(nil)
      frames.onEnd = { ending in found.withLock { $0 = ending.damage } }
      for try await _ in frames {}
      return found.withLock(\.self)
    }
    #expect(try await damage(whole) == nil)
    // A whole packet of MPEG-TS may be missing, but not a part of one.
    #expect(try await damage(whole.prefix(whole.count / 2 / 188 * 188 + 37)) != nil)
    var changed = whole
    for start in stride(from: whole.count / 3, to: whole.count * 2 / 3, by: 1000) {
      changed.replaceSubrange(start..<start + 200, with: Data(count: 200))
    }
    #expect(try await damage(changed) != nil)
    if container == "ts" {
      // Without whole packets, the demuxer marks the pictures around them.
      let start = whole.count / 2 / 188 * 188
      #expect(try await damage(whole.prefix(start) + whole.dropFirst(start + 12 * 188)) != nil)
    }
    if container == "avi" {
      // A writer that cannot go back leaves a number in the header that stands for none.
      let pipe = try TestTool.ffmpeg.output(["-v", "error", "-i", path, "-c", "copy", "-f", "avi", "-"])
      #expect(try await damage(pipe) == nil)
    }
  }

  @Test(
    "The order of fields that only the pictures have is known, as in DV",
    arguments: [("576", "25"), ("480", "30000/1001")])
  func fieldsOfDV(lines: String, rate: String) throws {
    let format = lines == "576" ? "yuv420p" : "yuv411p"
    for name in ["a.avi", "a.dv"] {
      let path = movies.folder(name)
      _ = try TestTool.ffmpeg.output([
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=720x\(lines):r=\(rate):d=0.2", "-pix_fmt", format, "-c:v",
        "dvvideo", path,
      ])
      let movie = try Movie(path: path)
      #expect(movie.pictures.isInterlaced && movie.pictures.fieldOrder == AV_FIELD_BB.rawValue)
    }
  }

  @Test("A movie that begins before time zero is written as a whole", arguments: ["mkv", "mp4"])
  func earlyBeginning(container: String) async throws {
    let (base, early) = (movies.folder("base.mp4"), movies.folder("early.mkv"))
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=30:d=2", "-f", "lavfi", "-i", "sine=d=2", "-c:v",
      "libx264",
      "-bf", "0", "-c:a", "aac", base,
    ])
    func packets(_ path: String, _ stream: String) throws -> [String.SubSequence] {
      let output = try TestTool.ffprobe.output([
        "-v", "error", "-select_streams", stream, "-show_entries", "packet=pts_time", "-of", "csv=p=0", path,
      ])
      return String(decoding: output, as: UTF8.self).split(separator: "\n")
    }
    // FFmpeg knows no times of the pictures before zero. In the second movie, only sound is before it.
    for inputs in [["-itsoffset", "-1", "-i", base], ["-i", base, "-itsoffset", "-1", "-i", base]] {
      let maps = inputs.count > 4 ? ["-map", "0:v", "-map", "1:a"] : []
      _ = try TestTool.ffmpeg.output(
        ["-v", "error", "-y", "-copyts"] + inputs + maps + ["-c", "copy", "-avoid_negative_ts", "disabled", early])
      let movie = try Movie(path: early)
      let output = movies.folder("out.\(container)")
      let result = try await FrameStream(Mark(), size: movie.naturalSize).over(movie)
        .write(to: OutputDestination(output), overwrite: true)
      #expect(result.statistics.frames == 60)
      #expect(try packets(output, "v").count == 60)
      #expect(try packets(output, "a").count == packets(early, "a").count)
      let first = try packets(output, "v").first.flatMap { Double($0) } ?? -1
      #expect(abs(first - (maps.isEmpty ? 0 : 1)) < 0.03, "\(first)")
    }
  }

  @Test("Pictures that no frame of a constant rate shows are counted")
  func unshownPictures() async throws {
    let movie = try Movie(path: movies.make("a.mkv", seconds: 2, "-c:v", "libx264", "-pix_fmt", "yuv420p"))
    func counts(_ rate: FrameRate, constant: Bool, of other: Movie? = nil) async throws -> [Int] {
      let movie = other ?? movie
      var frames = FrameStream(Mark(), size: movie.naturalSize).over(movie, frameRate: rate)
      frames.form.hasConstantRate = constant
      let found = Mutex<[Int]>([])
      frames.onEnd = { ending in found.withLock { $0 = [ending.untimedCount, ending.unshownCount] } }
      var count = 0
      for try await _ in frames { count += 1 }
      return found.withLock { $0 + [count] }
    }
    let rate = movie.nominalFrameRate
    let half = try FrameRate(numerator: rate.numerator, denominator: rate.denominator * 2)
    let whole = try await counts(rate, constant: true)
    #expect(whole.prefix(2) == [0, 0])
    #expect(try await counts(half, constant: false) == whole)
    // In Matroska, FFmpeg knows no times of the pictures before zero, and here no other track says how many there are.
    let early = movies.folder("early.mkv")
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-copyts", "-itsoffset", "-0.5", "-i", movies.folder("a.mkv"), "-c", "copy", "-avoid_negative_ts",
      "disabled", early,
    ])
    let cut = try await counts(rate, constant: false, of: Movie(path: early))
    #expect(cut[0] + cut[1] + cut[2] == whole[2] && cut[0] > 0, "\(cut)")
    let shown = try await counts(half, constant: true)
    #expect(shown[0] == 0 && shown[1] > whole[2] / 3 && shown[1] + shown[2] == whole[2])
  }

  @Test("Pictures that end long before the announced duration are damage", arguments: ["libx264", "mpeg4"])
  func missingPictures(codec: String) async throws {
    let path = try movies.make("a.mkv", seconds: 5, "-c:v", codec, "-pix_fmt", "yuv420p")
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let hole = 1500..<(data.count - 600)
    data.replaceSubrange(hole, with: Data(count: hole.count))
    try data.write(to: URL(fileURLWithPath: movies.folder("hole.mkv")))
    func damage(_ path: String, to end: MediaTime? = nil) async throws -> [MovieDamage] {
      let movie = try Movie(path: path)
      var frames = FrameStream(Mark(), size: movie.naturalSize).over(movie, duration: end)
      let found = Mutex<[MovieDamage]>([])
      frames.onEnd = { ending in found.withLock { $0 += [ending.damage].compactMap(\.self) } }
      for try await _ in frames {}
      return found.withLock(\.self)
    }
    let found = try await damage(movies.folder("hole.mkv"))
    #expect(found.count == 1)
    if case .earlyEnd(let end, let announced)? = found.first {
      #expect(end < .seconds(1) && announced == .seconds(5))
      #expect(
        found.first?.description
          == "the pictures end at \(end.inSeconds(places: 3)), though the movie announces 5 s: "
          + "the rest is damaged or missing")
    }
    #expect(try await damage(path).isEmpty)
    #expect(try await damage(path, to: .seconds(1)).isEmpty)
  }

  @Test("A file whose sound is longer than its pictures is not damaged")
  func longerFile() throws {
    let whole = try movies.make("a.mp4", seconds: 6, "-f", "lavfi", "-i", "sine=d=6", "-c:v", "libx264")
    let path = movies.folder("a.mkv")
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-i", whole, "-vf", "select='lt(t,2)'", "-fps_mode", "vfr", "-c:a", "copy", path,
    ])
    try expectNoDamage(path)
  }

  @Test(
    "The announced end of a movie is the end of its pictures, whatever else it contains",
    arguments: ["a.mkv", "a.mp4", "a.ts", "a.avi", "a.webm", "a.flv", "a.mpg", "a.gif"])
  func announcedEnd(_ name: String) throws {
    let sound = name == "a.gif" ? [] : ["-f", "lavfi", "-i", "sine=d=6"]
    let codec = name.hasSuffix("webm") ? ["-c:v", "libvpx-vp9", "-deadline", "realtime"] : []
    _ = try TestTool.ffmpeg.output(
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2"] + sound + codec + [movies.folder(name)])
    try expectNoDamage(movies.folder(name))
  }

  /// Expects that a movie of 2 s has the end that it announces.
  private func expectNoDamage(_ path: String) throws {
    let reader = try PictureReader(path: path)
    while try reader.next() {}
    #expect(abs(reader.end.seconds - 2) < 0.1)
    #expect(MovieDamage(after: reader) == nil, "\(String(describing: reader.announcedEnd))")
  }
}
