import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia
@testable import overlay_render

@Suite("Movies from the command", .ownThreads)
struct MovieTests {
  private static let silentClock = smallClock + ["--fps", "5", "--duration", "2s", "--background", "black"]

  @Test("The options reach the encoder", .requires(.ffprobe))
  func options() throws {
    let folder = try ScratchFolder()
    let outcome = try overlayRender(
      Self.silentClock + [
        "--codec", "hevc", "--crf", "30", "--preset", "ultrafast", "--keyint", "1s", "--cfr", "-o", "x.mkv",
      ], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    let output = try TestTool.ffprobe.output([
      "-v", "error", "-show_entries", "stream=codec_name:packet=flags", "-of", "csv=p=0",
      folder.url.appendingPathComponent("x.mkv").path,
    ])
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(lines.last == "hevc")
    #expect(lines.count == 11, "ten frames and the codec")
    #expect(lines.filter { $0.hasPrefix("K") }.count >= 2, "a keyframe each second")
  }

  @Test("FFmpeg's messages are printed with --verbose only")
  func messages() throws {
    // H.264 pictures have at most 16384 columns.
    let run = smallClock + ["--size", "20000x16", "--at", "0s", "--background", "black", "-o", "x.mp4"]
    let error =
      "overlay-render: libx264 cannot be used (invalid width x height (20000x16)): "
      + "check --preset, --crf, --bitrate and --size"
    let outcome = try overlayRender(run, in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(outcome.messages == [error])
    let verbose = try overlayRender(run + ["--verbose"], in: ScratchFolder())
    #expect(
      verbose.messages.suffix(2) == ["overlay-render: FFmpeg: libx264: invalid width x height (20000x16)", error])
  }

  @Test("The doctor names the package for a missing encoder, and the well-known decoders")
  func doctor() {
    let missing = FFmpegCapabilities.Entry(name: "av1", encoders: [], missing: ["libsvtav1", "libaom-av1"])
    #expect(
      DoctorCommand.text(of: missing)
        == "no encoder: install Debian's package \(MovieCodec.encoderPackage), or an FFmpeg with libsvtav1 or libaom-av1"
    )
    let partial = FFmpegCapabilities.Entry(name: "av1", encoders: ["libaom-av1"], missing: ["libsvtav1"])
    #expect(DoctorCommand.text(of: partial) == "libaom-av1")
    #expect(
      DoctorCommand.text(ofDecoders: ["aac", "mp3", "qcelp", "tta"])
        == "aac, mp3 and 2 others; no decoder for ac3, alac, flac, mp2, opus, pcm_s16le, vorbis, wavpack or wmav2")
  }

  @Test("A movie in the size of its content has the even sides that its codec needs")
  func fittingSize() throws {
    let font = Transcript.fixtures.appendingPathComponent("ProportionalDigits.ttf").path
    let still = ["text", "12", "--font-file", font, "--font-size", "21", "--size", "fit", "--at", "0s"]
    let plain = try overlayRender(still + ["--quiet"], in: ScratchFolder())
    #expect(plain.output.starts(with: Data("YUV4MPEG2 W25 H33 ".utf8)))
    let movie = try overlayRender(still + ["--background", "black", "-v", "-o", "x.mp4"], in: ScratchFolder())
    #expect(movie.status == 0)
    #expect(movie.messages.first?.hasPrefix("overlay-render: 26x34 yuv420p ") == true)
  }

  @Test("Ticks begin at the first change of what is shown")
  func ticks() throws {
    func firstTick(_ arguments: [String], of content: RunContent, from start: MediaTime) throws -> MediaTime? {
      let command = try ClockCommand.parse(arguments + ["--tick", "-o", "x.mp4", "--duration", "9s"])
      let plan = try command.shared.run().plan
      guard case .ticks(let first)? = try plan.movieChoices(of: content, from: start).sound else { return nil }
      return first
    }
    let whole = ["--start", "2026-03-04T05:06:07Z"]
    let partial = ["--start", "2026-03-04T05:06:07.25Z"]
    let quarter = MediaTime(value: 1, timescale: 4)
    #expect(try firstTick(whole, of: .clock, from: .zero) == .zero)
    #expect(try firstTick(whole, of: .clock, from: quarter) == MediaTime(value: 3, timescale: 4))
    #expect(try firstTick(partial, of: .clock, from: .zero) == MediaTime(value: 3, timescale: 4))
    #expect(try firstTick(partial, of: .clock, from: quarter) == MediaTime(value: 1, timescale: 2))
    #expect(try firstTick(partial, of: .stopwatch, from: .zero) == .zero)
  }

  @Test("The value of --bitrate is a number, or one in thousands or millions")
  func bitRates() throws {
    func bitRate(_ text: String) throws -> Int? {
      try MovieOutputOptions.parse(["--bitrate", text]).choices().bitRate
    }
    #expect(try bitRate("800k") == 800_000)
    #expect(try bitRate("2M") == 2_000_000)
    #expect(try bitRate("1.5M") == 1_500_000)
    #expect(try bitRate("2500000") == 2_500_000)
    for text in ["", "0", "999", "1001M", "-1M", "1e6", "2 M", "k", "M", "0x10", "1,5M"] {
      #expect(throws: Failure.self) { try bitRate(text) }
    }
  }
}

@Suite("Loading of libraries", .ownThreads)
struct LibraryLoadingTests {
  private let ffmpeg: Set = ["avcodec", "avformat", "avutil", "swresample", "swscale"]

  /// The files in the memory of a process (proc(5), `maps`).
  private func maps(of process: String) throws -> String {
    // `String(contentsOfFile:)` would read only the first page of such a file.
    let file = URL(fileURLWithPath: "/proc/\(process)/maps")
    return String(decoding: try FileHandle(forReadingFrom: file).readToEnd() ?? Data(), as: UTF8.self)
  }

  /// The names of the libraries in the memory of a process that writes a clock.
  private func librariesOfRun(as format: String) throws -> Set<String> {
    let run = try RunningCommand(smallClock + ["--as", format, "--background", "black"], in: ScratchFolder())
    _ = try run.read(1000)
    return Set(try maps(of: "\(run.process.processIdentifier)").matches(of: /\/lib(\w+)\.so/).map { String($0.1) })
  }

  @Test("Only a run that writes a movie maps the FFmpeg libraries")
  func mappedLibraries() throws {
    for format in ["y4m", "raw"] {
      let libraries = try librariesOfRun(as: format)
      #expect(libraries.contains("cairo"))
      #expect(libraries.isDisjoint(with: ffmpeg))
    }
    #expect(try librariesOfRun(as: "mp4").isSuperset(of: ffmpeg))
  }

  @Test("A run without a window maps no library of windows and sound")
  func mappedWindows() throws {
    // Cairo maps libX11 and libXext itself.
    let libraries = try librariesOfRun(as: "y4m")
    #expect(libraries.isDisjoint(with: ["Xfixes", "Xrandr", "wayland", "pulse"]))
  }

  @Test("A run does not map the whole of Foundation")
  func mappedFoundation() throws {
    let libraries = try librariesOfRun(as: "y4m")
    #expect(libraries.isSuperset(of: ["FoundationEssentials", "FoundationInternationalization"]))
    #expect(!libraries.contains("Foundation"))
  }

  private let required = FFmpegLibraries.requiredVersion

  @Test("Without the libraries, movies are unavailable and everything else works")
  func missingLibraries() throws {
    let folder = try ScratchFolder()
    // The loader stops at the first file of a name. An empty one hides the library of the system.
    for version in 50..<80 { try folder.write("", to: "libavutil.so.\(version)") }
    let hidden = ["LD_LIBRARY_PATH": folder.url.path]
    let run = smallClock + ["--duration", "1s", "--background", "black"]
    #expect(try overlayRender(run + ["-o", "x.y4m"], in: folder, variables: hidden).status == 0)
    let movie = try overlayRender(run + ["-o", "x.mp4"], in: folder, variables: hidden)
    #expect(movie.status == 69)
    #expect(movie.messages.count == 1)
    #expect(movie.error.hasPrefix("overlay-render: the libraries of FFmpeg \(required) cannot be loaded ("))
    #expect(movie.error.contains(/\): install Debian's packages libavformat\d+ and .*, or write y4m or raw\n/))
    #expect(try !folder.names.contains { $0.contains("mp4") })
    let doctor = try overlayRender(["doctor"], in: folder, variables: hidden)
    #expect(doctor.status == 0)
    #expect(
      String(decoding: doctor.output, as: UTF8.self).contains("\nMovies\n  the libraries of FFmpeg"))
  }

  @Test("Libraries of another version are named, and not used")
  func otherVersion() throws {
    let folder = try ScratchFolder()
    for version in 50..<80 { try folder.write("", to: "libavutil.so.\(version)") }
    // Any library that can be loaded.
    let library = try #require(maps(of: "self").firstMatch(of: /\/\S+\/libcairo\.so\.\d\S*/))
    let other = required + 1
    let copy = folder.url.appending(path: "libavutil.so.\(52 + other)")
    try FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(at: URL(fileURLWithPath: String(library.output)), to: copy)
    let variables = ["LD_LIBRARY_PATH": folder.url.path]
    let movie = try overlayRender(
      smallClock + ["--duration", "1s", "--background", "black", "-o", "x.mp4"], in: folder, variables: variables)
    #expect(movie.status == 69)
    let problem = "FFmpeg \(required) is required, and this machine has FFmpeg \(other)"
    #expect(
      movie.error == "overlay-render: \(problem): install a build of this program for this system, "
        + "or write y4m or raw\n")
    let doctor = try overlayRender(["doctor"], in: folder, variables: variables)
    #expect(doctor.status == 0)
    #expect(String(decoding: doctor.output, as: UTF8.self).contains("\nMovies\n  \(problem)"))
  }
}
