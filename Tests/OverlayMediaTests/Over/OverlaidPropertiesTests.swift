import CFFmpeg
import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Properties of movies with overlays", .requires(.ffmpeg))
struct OverlaidPropertiesTests {
  private let movies: OverlaidMovieFolder

  init() throws {
    movies = try OverlaidMovieFolder()
  }

  @Test("A turned movie stays turned in mp4, and is upright where no orientation is stored", arguments: [90, 180, 270])
  func rotation(degrees: Int) async throws {
    let plain = try movies.make("plain.mp4", seconds: 1, "-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p")
    let path = movies.folder("turned.mp4")
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-i", plain, "-c", "copy", "-metadata:s:v", "rotate=\(degrees)", path,
    ])
    let movie = try Movie(path: path)
    #expect(movie.naturalSize == (degrees == 180 ? PixelSize(96, 64) : PixelSize(64, 96)))
    let format = try VideoFormat(size: movie.naturalSize, pixelFormat: .yuv420p)
    let before = try movies.pictures(path, format, isUpright: true)

    let turned = try await movies.write(Mark(), over: path, to: "b.mp4", options: Self.lossless)
    let rotations = ["stream_side_data=rotation", "stream=width"]
    for entries in rotations { #expect(try probe(turned, entries) == probe(path, entries)) }
    let upright = try await movies.write(Mark(), over: path, to: "b.mkv", options: MovieOptions(codec: .ffv1))
    for written in [turned, upright] {
      let after = try movies.pictures(written, format, isUpright: true)
      #expect(after.count == before.count)
      for (a, b) in zip(before, after) {
        let difference = PictureDifference(a, b, format, in: Mark.area)
        try #require(difference.isSameOutside && difference.differsInside)
      }
    }
  }

  @Test("Transparent pictures stay transparent")
  func alpha() async throws {
    let path = try movies.make(
      "a.webm", seconds: 1, filter: "format=yuva420p,colorchannelmixer=aa=0.5", "-c:v", "libvpx-vp9", "-pix_fmt",
      "yuva420p")
    #expect(try Movie(path: path).pictures.pixelFormatName == "yuva420p")
    let written = try await movies.write(Mark(), over: path, to: "b.webm")
    let format = try VideoFormat(size: PixelSize(96, 64), pixelFormat: .yuva420p)
    let pictures = try decodedPictures(written, as: "yuva420p", decoder: ["-c:v", "libvpx-vp9"])
    let alpha = pictures.prefix(format.byteCount).suffix(96 * 64)
    #expect(alpha.first.map { (118...138).contains($0) } == true)
    #expect(alpha.dropFirst((Mark.area.y + 4) * 96 + Mark.area.x + 8).first.map { $0 > 245 } == true)
  }

  @Test("Sound goes on after the pictures, and a gap in it stays", arguments: ["mkv", "mp4"])
  func longerSound(_ container: String) async throws {
    let path = try movies.make(
      "a.mkv", rate: 5, seconds: 40, "-f", "lavfi", "-i", "sine=440:duration=47", "-af",
      "aselect='lt(t,5)+gt(t,25)'", "-c:a", "aac")
    let written = try await movies.write(Mark(), over: path, to: "b.\(container)")
    func starts(_ path: String) throws -> [Double] {
      let output = try TestTool.ffprobe.output([
        "-v", "error", "-select_streams", "a", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path,
      ])
      return String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap {
        Double($0.prefix { $0 != "," })
      }
    }
    let (before, after) = (try starts(path), try starts(written))
    #expect(abs((before.last ?? 0) - 47) < 0.1 && abs((after.last ?? 0) - (before.last ?? -1)) < 0.03)
    let gap = zip(after, after.dropFirst()).first { $1 - $0 > 1 }
    #expect(gap.map { abs($0 - 5) < 0.1 && abs($1 - 25) < 0.1 } == true)
    let cut = try await movies.write(Mark(), over: path, to: "c.\(container)", duration: .seconds(2))
    #expect(try abs((starts(cut).last ?? 0) - 2) < 0.1)
    let short = try movies.make("short.mp4", seconds: 2, "-c:v", "libx264")
    for (name, sound) in [("d", MovieSound.file(path: path)), ("e", .ticks(first: .zero))] {
      let options = MovieOptions(sound: sound)
      let replaced = try await movies.write(Mark(), over: short, to: "\(name).\(container)", options: options)
      #expect(try abs((starts(replaced).last ?? 0) - 2) < 0.1)
    }
  }

  @Test("The shape of pixels is turned with them, and color differences get their own columns")
  func turnedPixels() async throws {
    let plain = try movies.make(
      "plain.mp4", seconds: 1, filter: "setsar=2/1", "-c:v", "libx264", "-pix_fmt", "yuv422p")
    let path = movies.folder("turned.mp4")
    _ = try TestTool.ffmpeg.output(["-v", "error", "-i", plain, "-c", "copy", "-metadata:s:v", "rotate=90", path])
    #expect(try Movie(path: path).naturalSize == PixelSize(64, 192))
    let written = try await movies.write(Mark(), over: path, to: "b.mkv", options: MovieOptions(codec: .ffv1))
    #expect(
      try probe(written, "stream=width,height,sample_aspect_ratio,pix_fmt") == [["64", "96", "1:2", "yuv444p"]])
  }

  /// H.264 without losses.
  private static let lossless = MovieOptions(codec: .h264, constantRateFactor: 0)

  @Test("All orientations of a display matrix lead back")
  func orientations() throws {
    let size = PixelSize(5, 3)
    let format = try VideoFormat(size: size, pixelFormat: .yuv420p)
    let stored = try picture(format) { x, y in UInt8(10 * y + x) }
    for (a, b) in [(1, 0), (-1, 0), (0, 1), (0, -1)] as [(Int32, Int32)] {
      for mirror in [1, -1] as [Int32] {
        let (c, d) = (-b * mirror, a * mirror)
        let orientation = Orientation(displayMatrix: [a, b, 0, c, d, 0, 0, 0, 1])
        let shownFormat = try VideoFormat(size: orientation.size(of: size), pixelFormat: .yuv420p)
        var draft = try PixelBufferDraft(format: shownFormat)
        draft.copyPixels(of: stored, turnedTo: orientation)
        let shown = draft.freeze()
        for y in 0..<3 {
          for x in 0..<5 {
            let left = Int(min(0, 4 * a) + min(0, 2 * c))
            let top = Int(min(0, 4 * b) + min(0, 2 * d))
            let place = (Int(a) * x + Int(c) * y - left, Int(b) * x + Int(d) * y - top)
            #expect(luma(shown, place.0, place.1) == UInt8(10 * y + x))
            let area = PixelRect(x: x, y: y, width: 1, height: 1)
            #expect(orientation.rectangle(of: area, in: size) == PixelRect(x: place.0, y: place.1, width: 1, height: 1))
          }
        }
        var back = try PixelBufferDraft(format: format)
        back.copyPixels(of: shown, turnedTo: orientation.inverse)
        #expect(back.freeze().withUnsafeBytes { Array($0) } == stored.withUnsafeBytes { Array($0) })
      }
    }
  }

  private func picture(_ format: VideoFormat, luma: (Int, Int) -> UInt8) throws -> PixelBuffer {
    var draft = try PixelBufferDraft(format: format)
    draft.withUnsafeMutableBytes { bytes in
      for index in bytes.indices {
        let width = format.size.width
        bytes[index] = index < format.planes[1].offset ? luma(index % width, index / width) : UInt8(index)
      }
    }
    return draft.freeze()
  }

  private func luma(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> UInt8 {
    picture.withUnsafeBytes { $0[y * picture.format.planes[0].bytesPerRow + x] }
  }

  @Test("Pixels that are not square stay so, and the overlay is squeezed with them")
  func aspectRatio() async throws {
    let path = try movies.make("a.mkv", filter: "setsar=2/1", "-c:v", "ffv1", "-pix_fmt", "yuv444p")
    let movie = try Movie(path: path)
    #expect(movie.naturalSize == PixelSize(192, 64))
    let mark = PixelRect(x: 80, y: 20, width: 40, height: 20)
    let written = try await movies.write(Mark(area: mark), over: path, to: "b.mkv", options: MovieOptions(codec: .ffv1))
    #expect(try probe(written, "stream=width,sample_aspect_ratio") == [["96", "2:1"]])
    let format = try VideoFormat(size: PixelSize(96, 64), pixelFormat: .yuv444p)
    for (a, b) in try zip(movies.pictures(path, format), movies.pictures(written, format)) {
      // Scaling makes edges of a few pixels.
      let difference = PictureDifference(a, b, format, in: PixelRect(x: 36, y: 20, width: 28, height: 20))
      try #require(difference.isSameOutside && difference.differsInside)
    }
    // A format without such pixels gets square ones.
    let stretched = try await movies.write(Mark(area: mark), over: path, to: "b.y4m")
    #expect(try probe(stretched, "stream=width,height") == [["192", "64"]])
  }

  @Test(
    "The properties of color stay as they are, also unspecified ones",
    arguments: [
      ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv"],
      ["-color_primaries", "smpte170m", "-color_trc", "smpte170m", "-colorspace", "smpte170m", "-color_range", "pc"],
      ["-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc"],
      [],
    ], ["b.mp4", "b.mkv"])
  func color(tags: [String], name: String) async throws {
    let arguments = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=5:duration=1"] + tags
    let path = movies.folder("a.mp4")
    let pixelFormat = tags.contains("smpte2084") ? "yuv420p10le" : "yuv420p"
    _ = try TestTool.ffmpeg.output(arguments + ["-c:v", "libx264", "-pix_fmt", pixelFormat, path])
    let written = try await movies.write(Mark(), over: path, to: name)
    let entries = "stream=color_range,color_space,color_transfer,color_primaries,chroma_location,pix_fmt"
    #expect(try probe(written, entries) == probe(path, entries))
  }

  @Test("An interlaced movie is encoded with its fields")
  func interlaced() async throws {
    let path = try movies.make(
      "a.mkv", rate: 50, filter: "tinterlace=interleave_top,fieldorder=tff", "-c:v", "mpeg2video", "-flags",
      "+ilme+ildct", "-top", "1", "-q:v", "2", "-pix_fmt", "yuv420p")
    let written = try await movies.write(Mark(), over: path, to: "b.mp4")
    #expect(try probe(written, "stream=field_order") == [["tt"]])
    let fields = try probe(written, "frame=interlaced_frame,top_field_first")
    #expect(fields.filter { !$0.isEmpty }.allSatisfy { $0.prefix(2) == ["1", "1"] })
  }

  @Test(
    "FFV1 keeps the pixel format and the pixels of a movie",
    arguments: [
      "yuv411p", "yuv410p", "yuv440p", "yuva420p10le", "yuv422p16le", "gray16le", "ya8", "gbrp10le", "gbrap12le",
    ])
  func ownPixelFormat(name: String) async throws {
    let path = try movies.make("a.mkv", rate: 5, seconds: 1, "-c:v", "ffv1", "-strict", "-2", "-pix_fmt", name)
    // Without an area, nothing is drawn.
    let written = try await movies.write(EmptyView(), over: path, to: "b.mkv")
    #expect(try probe(written, "stream=codec_name,pix_fmt") == [["ffv1", name]])
    #expect(try decodedPictures(written, as: name) == decodedPictures(path, as: name))
    let marked = try await movies.write(Mark(), over: path, to: "c.mkv")
    #expect(try probe(marked, "stream=pix_fmt") == [[name]])
    #expect(try decodedPictures(marked, as: name) != decodedPictures(path, as: name))
  }

  @Test("Interleaved color differences are separated in pictures of any size", arguments: ["nv12", "nv21"], [90, 64])
  func interleavedColorDifferences(name: String, width: Int) async throws {
    let path = movies.folder("a.nut")
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(width)x70:rate=5:duration=1", "-c:v", "rawvideo", "-pix_fmt",
      name, path,
    ])
    let written = try await movies.write(EmptyView(), over: path, to: "b.mkv", options: MovieOptions(codec: .ffv1))
    #expect(try decodedPictures(written, as: "yuv420p") == decodedPictures(path, as: "yuv420p"))
  }

  @Test("Pictures get a pixel format of the codec that keeps most of them")
  func pixelFormats() throws {
    func format(_ container: MovieContainer, _ name: String, codec: MovieCodec? = nil) throws -> PixelFormat? {
      let path = try movies.make("\(name).mkv", rate: 2, seconds: 1, "-c:v", "ffv1", "-pix_fmt", name)
      let options = MovieOptions(codec: codec).keepingPictures(of: try Movie(path: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      return OutputFormat.movie(container, options).defaultPixelFormat
    }
    #expect(try format(.mp4, "yuv422p") == .yuv422p)
    #expect(try format(.mov, "yuv420p") == .yuv420p)
    #expect(try format(.mov, "yuv422p10le") == .yuv422p10)
    #expect(try format(.webm, "yuva420p") == .yuva420p)
    #expect(try format(.mkv, "gray") == .gray)
    #expect(try format(.mp4, "gray") == .yuv420p)
    #expect(try format(.webm, "yuv411p") == .yuv422p || format(.webm, "yuv411p") == .yuv444p)
    #expect(try format(.mov, "yuv420p", codec: .prores) == .yuv422p10)
    #expect(MovieContainer.mov.codec(for: .yuv422p10) == .prores)
    #expect(OutputFormat.movie(.mp4).pixelFormats == [.yuv420p, .yuv444p], "rendered pictures")
  }

  @Test("The luminance of HDR is kept that only the pictures have", arguments: ["mp4", "mkv"])
  func luminance(_ container: String) async throws {
    let luminance = "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
    let path = try movies.make(
      "hdr.mkv", seconds: 1, "-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-color_trc", "smpte2084",
      "-color_primaries", "bt2020", "-colorspace", "bt2020nc", "-x265-params",
      "log-level=none:\(luminance):max-cll=1000,400")
    let entries = "stream_side_data=red_x,max_luminance,max_content,max_average"
    #expect(try probe(path, entries).joined().isEmpty)
    let written = try await movies.write(Mark(), over: path, to: "b.\(container)")
    let values = try probe(written, entries).joined()
    let numbers = values.compactMap { value -> Double? in
      let parts = value.split(separator: "/").compactMap { Double($0) }
      return parts.count == 2 ? parts[0] / parts[1] : parts.first
    }
    #expect(numbers.sorted() == [0.68, 400, 1000, 1000])
  }

  @Test("A movie stays stereoscopic", arguments: ["mkv", "mp4"])
  func stereo(_ container: String) async throws {
    let path = try movies.make(
      "a.mkv", seconds: 1, "-c:v", "libx264", "-pix_fmt", "yuv420p", "-metadata:s:v", "stereo_mode=left_right")
    let written = try await movies.write(Mark(), over: path, to: "b.\(container)")
    let entries = "stream_side_data=type"
    #expect(try probe(written, entries).joined().contains("side by side"))
    #expect(try probe(written, "stream=width,sample_aspect_ratio") == probe(path, "stream=width,sample_aspect_ratio"))
  }

  /// Movies of codecs and pixel formats, with the codec and the pixel format that they get in a container.
  private static let codecs: [(String, [String], MovieContainer, MovieOptions, [String])] = [
    ("a.mkv", ["libx265", "yuv420p10le"], .mp4, MovieOptions(), ["hevc", "yuv420p10le"]),
    ("a.mkv", ["libx265", "yuv420p"], .mp4, MovieOptions(codec: .h264), ["h264", "yuv420p"]),
    ("a.mkv", ["libx265", "yuv420p"], .webm, MovieOptions(), ["vp9", "yuv420p"]),
    ("a.webm", ["libvpx-vp9", "yuv420p"], .mkv, MovieOptions(), ["vp9", "yuv420p"]),
    ("a.webm", ["libvpx-vp9", "yuv420p"], .mkv, MovieOptions(preset: "veryfast"), ["h264", "yuv420p"]),
    ("a.mkv", ["ffv1", "yuv422p"], .mkv, MovieOptions(), ["ffv1", "yuv422p"]),
    ("a.mov", ["prores_ks", "yuva444p10le"], .mov, MovieOptions(), ["prores", "yuva444p12le"]),
    ("a.mov", ["prores_ks", "yuva444p10le"], .mkv, MovieOptions(), ["prores", "yuva444p12le"]),
    ("a.mov", ["prores_ks", "yuva444p10le"], .mkv, MovieOptions(codec: .ffv1), ["ffv1", "yuva444p16le"]),
    ("a.gif", ["gif", "rgb8"], .mp4, MovieOptions(), ["h264", "yuv420p"]),
    ("a.mov", ["png", "rgb24"], .mp4, MovieOptions(), ["h264", "yuv420p"]),
    ("a.mov", ["png", "pal8"], .webm, MovieOptions(), ["vp9", "yuv420p"]),
    ("a.mpg", ["mpeg2video", "yuv420p"], .mkv, MovieOptions(), ["h264", "yuv420p"]),
  ]

  @Test("A movie keeps its codec where that is useful, and gets a pixel format that players show", arguments: codecs)
  func codec(
    _ name: String, _ source: [String], _ container: MovieContainer, _ options: MovieOptions, _ expected: [String]
  ) async throws {
    let path = try movies.make(name, rate: 10, seconds: 1, "-c:v", source[0], "-pix_fmt", source[1])
    let written = try await movies.write(Mark(), over: path, to: "b.\(container)", options: options)
    #expect(try probe(written, "stream=codec_name,pix_fmt") == [expected])
  }

  /// Returns the notes about a movie with an overlay.
  private func notes(_ path: String, to name: String, options: MovieOptions = MovieOptions()) throws -> [String] {
    let movie = try Movie(path: path)
    let frames = FrameStream(Mark(), size: movie.naturalSize).over(movie)
    let options = frames.options(options)
    let plan = try OutputPlan(
      destination: OutputDestination(movies.folder(name)), format: nil, pixelFormat: nil,
      formats: OutputFormat.builtIn + MovieContainer.all.map { .movie($0, options) })
    return try OverlaidOutput(of: movie, for: plan, options: options).notes
  }

  @Test("A note says that an output without tracks holds pictures only")
  func picturesOnly() throws {
    let path = try movies.make(
      "a.mp4", seconds: 1, "-f", "lavfi", "-i", "sine=440:duration=1", "-pix_fmt", "yuv420p", "-timecode",
      "01:00:00:00")
    for (name, format) in [("b.y4m", "y4m"), ("b.raw", "raw"), ("b.gif", "gif"), ("b%03d.png", "png")] {
      let lost = "\(path): sound track 1 (und, aac) and timecode (01:00:00:00) left out"
      let found = try notes(path, to: name)
      #expect(found.contains("\(lost): \(format) holds pictures only: write mp4, mov or mkv"), "\(found)")
    }
  }

  @Test("A note says that pictures are encoded with another codec, unless it is chosen")
  func codecNotes() throws {
    let path = try movies.make("a.mkv", seconds: 1, "-c:v", "mpeg2video", "-pix_fmt", "yuv420p")
    #expect(try notes(path, to: "b.mp4") == ["\(path): its pictures in mpeg2video are encoded as h264"])
    #expect(try notes(path, to: "b.webm") == ["\(path): its pictures in mpeg2video are encoded as vp9"])
    #expect(try notes(path, to: "b.mp4", options: MovieOptions(codec: .h264)).isEmpty)
    #expect(try notes(path, to: "b.y4m").isEmpty)
    let gray = try movies.make("b.mkv", seconds: 1, "-c:v", "ffv1", "-pix_fmt", "gray")
    #expect(
      try notes(gray, to: "c.mp4")
        == ["\(gray): its pictures in ffv1 are encoded as h264, and converted from gray to yuv420p"])
    let raw = try movies.make("c.nut", seconds: 1, "-c:v", "rawvideo", "-pix_fmt", "yuv420p")
    #expect(try notes(raw, to: "d.nut").isEmpty)
  }

  @Test("Notes say what happens to alpha and to the colors of HDR")
  func notes() throws {
    let transparent = try movies.make("a.webm", seconds: 1, "-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p")
    #expect(try notes(transparent, to: "b.webm").isEmpty)
    #expect(
      try notes(transparent, to: "b.mp4")
        == ["\(transparent): its pictures in yuva420p are converted to yuv420p for vp9 in mp4, without their alpha"])
    let hdr = try movies.make(
      "hdr.mkv", seconds: 1, "-c:v", "libx264", "-pix_fmt", "yuv420p10le", "-color_trc", "smpte2084",
      "-color_primaries", "bt2020", "-colorspace", "bt2020nc")
    let note = "\(hdr): the movie is HDR (PQ): white of the overlay has 203 cd/m²"
    #expect(try notes(hdr, to: "b.mkv") == [note])
    #expect(
      try notes(hdr, to: "b.y4m").last
        == "\(hdr): its colors are for PQ, but y4m does not say so: players show them pale")
  }

  @Test("A size that the codec cannot encode is an error that names others")
  func oddSize() async throws {
    let path = try movies.make("a.mkv", size: PixelSize(65, 49), "-c:v", "ffv1", "-pix_fmt", "yuv420p")
    let error = MediaError.movieSizeNotPossible(
      path: path, size: PixelSize(65, 49), pixelFormat: .yuv420p, codec: .h264, alternative: .yuv444p, codecs: [.vp9])
    await #expect(throws: error) { try await movies.write(Mark(), over: path, to: "b.mp4") }
    #expect(
      error.description == "\(path): h264 cannot encode 65x49 in yuv420p: choose yuv444p, vp9 or another container")
    #expect(movies.folder.names == ["a.mkv"])
  }

  @Test("The grid has the times of the movie, and the frames of the rate after them")
  func grid() {
    func tick(_ num: Int32, _ den: Int32, _ rate: FrameRate) -> [Int32] {
      let tick = TimeGrid(timeBase: AVRational(num: num, den: den), rate: rate).tick
      return [tick.num, tick.den]
    }
    #expect(tick(1, 12_800, .fps(25)) == [1, 12_800])
    #expect(tick(1, 1000, .fps(29.97)) == [1, 30_000])
    #expect(tick(1, 1000, .fps(24)) == [1, 3000])
    #expect(tick(1001, 30_000, .fps(29.97)) == [1001, 30_000])
    #expect(tick(1, 2_147_483_647, .fps(29.97)) == [1, 2_147_483_647])
  }

  @Test("A format without times gets the frames of a constant rate")
  func constantRate() async throws {
    let path = try movies.make(
      "a.mp4", filter: "settb=1/12800,setpts='PTS+mod(N*7,5)*50'", "-fps_mode", "passthrough", "-enc_time_base", "-1",
      "-pix_fmt", "yuv420p")
    let format = try VideoFormat(size: PixelSize(96, 64), pixelFormat: .yuv420p)
    let all = try await movies.write(Mark(), over: path, to: "a.y4m", frameRate: .fps(25))
    #expect(try movies.pictures(all, format).count == 50)
    let half = try await movies.write(Mark(), over: path, to: "b.y4m", frameRate: .fps(10))
    #expect(try movies.pictures(half, format).count == 20)
    let double = try await movies.write(
      Mark(), over: path, to: "b.mkv", frameRate: .fps(50), options: MovieOptions(codec: .ffv1, frames: .every))
    #expect(try movies.times(double) == (0..<100).map { Double($0) / 50 })
  }
}
