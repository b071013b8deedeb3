import Foundation
import TestTools
import Testing

/// An invalid command line with the expected status and message.
struct Refusal: CustomTestStringConvertible {
  let arguments: [String]
  let status: Int32
  let message: String

  init(_ arguments: String..., status: Int32 = 64, says message: String) {
    self.arguments = arguments
    self.status = status
    self.message = "overlay-render: " + message
  }

  var testDescription: String { arguments.joined(separator: " ") }
}

@Suite("Bad input", .ownThreads)
struct BadInputTests {
  static let badValues: [Refusal] = [
    Refusal(
      "clock", "--size", "0x10",
      says: "--size: '0x10' is not a possible picture size: give sides of 1 to 32767 pixels"),
    Refusal(
      "clock", "--size", "32768x10",
      says: "--size: '32768x10' is not a possible picture size: give sides of 1 to 32767 pixels"),
    Refusal(
      "clock", "--size", "-5x5",
      says: "--size: '-5x5' is not a picture size: give WIDTHxHEIGHT in pixels, such as 1280x720"),
    Refusal(
      "clock", "--size", "huge",
      says: "--size: 'huge' is not a picture size: give WIDTHxHEIGHT in pixels, such as 1280x720"),
    Refusal(
      "clock", "--fps", "0",
      says: "--fps: '0' is not a frame rate: give frames per second over 0, such as 30, 30000/1001 or 29.97"),
    Refusal(
      "clock", "--fps", "-30",
      says: "--fps: '-30' is not a frame rate: give frames per second over 0, such as 30, 30000/1001 or 29.97"),
    Refusal(
      "clock", "--fps", "1/0",
      says: "--fps: '1/0' is not a frame rate: the number after '/' must be over 0, as in 30000/1001"),
    Refusal(
      "clock", "--duration", "10x",
      says: "--duration: '10x' has the unknown unit 'x'; units are d, h, m, s, ms, us and ns"),
    Refusal("clock", "--duration", "0s", says: "--duration: the run is empty: give a duration such as 10s"),
    Refusal("clock", "--start", "2026-02-30", says: "--start: '2026-02-30' is not a time (there is no such date)"),
    Refusal(
      "clock", "--time-zone", "Europe/Berlinn",
      says: "--time-zone: 'Europe/Berlinn': unknown time zone; near: Europe/Berlin"),
    Refusal(
      "clock", "--locale", "xx-YY",
      says: "--locale: 'xx-YY': unknown locale; give a name such as en-US, de or ar-EG-u-nu-latn"),
    Refusal("clock", "--color", "redd", says: "--color: 'redd': unknown color; near: red"),
    Refusal(
      "clock", "--background", "#12",
      says: "--background: '#12' is not a color; # is followed by 3, 4, 6 or 8 hexadecimal digits, as in #ff8800"),
    Refusal(
      "clock", "--outline", "65", says: "--outline: '65' is not a number of pixels from 0 to 64: give one such as 48"),
    Refusal(
      "text", "x", "--language", "Japanese",
      says: "--language: 'Japanese' is not a language: give a tag such as ja, zh-Hant or pt-BR"),
    Refusal(
      "clock", "--shadow", "3",
      says: "--shadow: '3' is not a shadow: give DX,DY[,BLUR][:COLOR], such as 3,3,4:black, or none"),
    Refusal(
      "clock", "--shadow", "3,x",
      says: "--shadow: 'x' is not a number of pixels from -4096 to 4096: give one such as 48"),
    Refusal(
      "clock", "--shadow", "3,3,-1",
      says: "--shadow: '-1' is not a number of pixels from 0 to 256: give one such as 48"),
    Refusal("clock", "--shadow", "3,3:redd", says: "--shadow: 'redd': unknown color; near: red"),
    Refusal(
      "clock", "--font-size", "0",
      says: "--font-size: '0' is not a number of pixels from 1 to 2048: give one such as 48"),
    Refusal("clock", "--format", "", says: "--format: the pattern is empty; give one such as 'HH:mm:ss'"),
    Refusal(
      "clock", "--format", "HH\tmm",
      says: "--format: 'HH\\tmm' has a control character at 3; patterns are one line of text"),
    Refusal(
      "countdown", "--for", "1s", "--format", "x",
      says: "--format: 'x' has 'x' at 1, which is not a field; put text between quotes"),
    Refusal(
      "countdown", "--for", "1s", "--zero-text", "a\nb",
      says: "--zero-text: 'a\\nb' has a control character at 2: give a single line of text"),
    Refusal("countdown", "--to", "25:00", says: "--to: '25:00' is not a time (hours go up to 23)"),
    Refusal(
      "timecode", "--from", "1:2",
      says: "--from: '1:2' is not a timecode: give HH:MM:SS:FF, or HH:MM:SS;FF for drop-frame"),
    Refusal(
      "timecode", "--drop-frame",
      says:
        "--drop-frame: there is no drop-frame timecode at 30 frames per second: "
        + "use 30000/1001 or 60000/1001, or leave drop-frame out"
    ),
  ]

  static let badCombinations: [Refusal] = [
    Refusal("countdown", says: "a countdown needs a target: give --to TIME or --for SPAN"),
    Refusal(
      "countdown", "--to", "12:00", "--for", "1s", says: "--to and --for cannot be used together: give one of them"),
    Refusal(
      "countdown", "--for", "1s", "--zero-text", "x", "--at-zero", "hold",
      says: "--zero-text and --at-zero cannot be used together: give one of them"),
    Refusal(
      "clock", "-o", "x.y4m",
      says: "x.y4m: a clock is endless: give --duration, such as --duration 10s, or --live"),
    Refusal(
      "clock", "--as", "null", says: "null: a clock is endless: give --duration, such as --duration 10s, or --live"),
    Refusal(
      "clock", "-o", "x.png",
      says: "x.png holds only one frame: give --at 0s for a still, or a numbered name such as frames/%05d.png"),
    Refusal(
      "clock", "-o", "f/%x.png", "--duration", "1s",
      says: "f/%x.png: the % at character 3 is not valid: write one number as %d or %05d, and a percent sign as %%"),
    Refusal("clock", "-o", "", says: "the output's name is empty: give a file, or - for standard output"),
    Refusal(
      "clock", "-o", "clock",
      says: "clock: the name does not determine a format: end it with .y4m, .raw, .png, .mp4, .mov, .mkv, .webm, .nut, "
        + ".gif, .apng or .m3u8, or give --as FORMAT"),
    Refusal(
      "clock", "--vfr", "-o", "x.y4m",
      says: "--vfr: y4m has no timestamps and needs every frame: leave out --vfr"),
    Refusal(
      "clock", "--pixel-format", "bgra", "-o", "x.y4m", says: "y4m cannot hold bgra: choose yuv420p, yuv444p or gray"),
    Refusal(
      "clock", "--premultiplied", "-o", "x.y4m",
      says: "yuv420p has no premultiplied form: --premultiplied requires bgra or rgba"),
    Refusal(
      "clock", "--live", "--at", "0s",
      says: "--at cannot be used with --live: leave one of them out"),
    Refusal(
      "clock", "--duration", "1s", "--at", "1s",
      says: "--at: 1 s is after the run, which ends at 1 s: give an earlier time, or a longer --duration"),
    Refusal(
      "clock", "--stats", "-", says: "--stats -: standard output is used for the frames: give a file, or -o FILE"),
    Refusal(
      "clock", "--explain", "-", says: "--explain -: standard output is used for the frames: give a file, or -o FILE"),
    Refusal(
      "clock", "-o", "x.y4m", "--explain", "x.y4m", "--duration", "1s",
      says: "--explain: x.y4m is also the output: give another file"),
    Refusal(
      "clock", "-o", "x.y4m", "--explain", "a", "--stats", "a",
      says: "--explain and --stats cannot both write to a: give different files"),
    Refusal("clock", "--stats-every", "1s", says: "--stats-every requires --stats: give --stats FILE"),
    Refusal("clock", "--quiet", "--verbose", says: "--quiet and --verbose cannot be used together: give one of them"),
    Refusal("clock", "--foo", says: "Unknown option '--foo'. Did you mean '--fps'? (see overlay-render clock --help)"),
    Refusal("clock", "more", says: "Unexpected argument 'more' (see overlay-render clock --help)"),
    Refusal("clock", "--size", says: "Missing value for '--size <WxH|fit>' (see overlay-render clock --help)"),
    Refusal(
      "clock", "--color-matrix", "bt2020",
      says: "The value 'bt2020' is invalid for '--color-matrix <color-matrix>'. Please provide one of "
        + "'bt601' and 'bt709'. (see overlay-render clock --help)"),
    Refusal(
      "countdown", "--for", "1s", "--at-zero", "stop",
      says: "The value 'stop' is invalid for '--at-zero <at-zero>'. Please provide one of the following: "
        + "hold, hide, count-up, count-up-signed, loop, end (see overlay-render countdown --help)"),
    Refusal(
      "clock", "--font-file", "none.ttf", "--duration", "1s", status: 66,
      says: "none.ttf: no such font file: check its name"),
    Refusal(
      "clock", "--font", "No Such Family", "--strict-fonts", "--duration", "1s", status: 69,
      says: "--font: the font family 'No Such Family' is not installed: install it, or give --font-file"),
    Refusal(
      "clock", "--font", "sans, No Such Family", "--strict-fonts", "--duration", "1s", status: 69,
      says: "--font: the font family 'No Such Family' is not installed: install it, or give --font-file"),
    Refusal(
      "clock", "--duration", "1s", "-o", "none/x.y4m", status: 73,
      says: "none/x.y4m: the folder none does not exist: create it first"),
    Refusal(
      "clock", "--duration", "1s", "-o", "/proc/x.y4m", status: 73,
      says: "/proc/x.y4m: cannot be created (No such file or directory): give another name"),
    Refusal(
      "clock", "--duration", "1s", "--size", "64x36", "-o", "/dev/full", status: 74,
      says: "/dev/full: no space left: free some space, or write to another disk"),
  ]

  @Test("An invalid value is an error in one line, and no file is created", arguments: badValues)
  func values(refusal: Refusal) throws {
    let folder = try ScratchFolder()
    let output = ["-o", "x.y4m"] + (refusal.arguments.contains("--duration") ? [] : ["--duration", "1s"])
    let outcome = try overlayRender(refusal.arguments + output, in: folder)
    #expect(outcome.status == refusal.status)
    #expect(outcome.messages == [refusal.message])
    #expect(try folder.names.isEmpty)
  }

  @Test("An invalid combination is an error in one line, and no file is created", arguments: badCombinations)
  func combinations(refusal: Refusal) throws {
    let folder = try ScratchFolder()
    let outcome = try overlayRender(refusal.arguments, in: folder)
    #expect(outcome.status == refusal.status)
    #expect(outcome.messages == [refusal.message])
    #expect(outcome.output.isEmpty)
    #expect(try folder.names.isEmpty)
  }

  @Test("An existing output stays, and the error is the only message")
  func existing() throws {
    let folder = try ScratchFolder()
    try folder.write("mine", to: "x.y4m")
    let outcome = try overlayRender(smallClock + ["--duration", "1s", "-o", "x.y4m", "--font", "None"], in: folder)
    #expect(outcome.status == 73)
    #expect(
      outcome.messages == ["overlay-render: x.y4m: already exists: give another name, or add --overwrite to replace it"]
    )
    #expect(try folder.data("x.y4m") == Data("mine".utf8))
    #expect(try folder.names == ["x.y4m"])
  }

  @Test("A folder is not a valid output")
  func folder() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("x.y4m"), withIntermediateDirectories: false)
    let outcome = try overlayRender(smallClock + ["--duration", "1s", "-o", "x.y4m"], in: folder)
    #expect(outcome.status == 73)
    #expect(outcome.messages == ["overlay-render: x.y4m: is a folder: give the name of a file in it"])
  }

  @Test("A folder without write permission is an error", .requires(.setpriv))
  func unwritable() throws {
    let folder = try ScratchFolder()
    chmod(folder.url.path, 0o555)
    let outcome = try UnprivilegedCommand().run(smallClock + ["--duration", "1s", "-o", "x.y4m"], in: folder)
    #expect(outcome.status == 73)
    #expect(outcome.messages == ["overlay-render: x.y4m: permission denied: choose a folder with write permission"])
    chmod(folder.url.path, 0o755)
  }

  @Test("A FIFO is not a valid font file, and the command does not wait for a writer")
  func fontFIFO() throws {
    let folder = try ScratchFolder()
    mkfifo(folder.url.appendingPathComponent("f.ttf").path, 0o600)
    let outcome = try overlayRender(
      smallClock + ["--duration", "1s", "--as", "null", "--font-file", "f.ttf"], in: folder)
    #expect(outcome.status == 65)
    #expect(
      outcome.messages == ["overlay-render: f.ttf: is not a font file: give a TrueType or OpenType file"])
  }

  @Test("A file without a font is an error, and no file is created")
  func noFont() throws {
    let folder = try ScratchFolder()
    try folder.write("text", to: "text.ttf")
    let outcome = try overlayRender(
      smallClock + ["--duration", "1s", "-o", "x.y4m", "--font-file", "text.ttf"], in: folder)
    #expect(outcome.status == 65)
    #expect(
      outcome.messages == ["overlay-render: text.ttf: is not a font file: give a TrueType or OpenType file"])
    #expect(try folder.names == ["text.ttf"])
  }

  @Test("A run without any font fails before it creates a file")
  func noFontsAtAll() throws {
    let folder = try ScratchFolder()
    try folder.write("<fontconfig><dir>/nowhere</dir></fontconfig>", to: "fonts.conf")
    let outcome = try shell(
      "FONTCONFIG_FILE=$PWD/fonts.conf '\(RunningCommand.executable.path)' clock --duration 1s -o x.y4m", in: folder)
    #expect(outcome.status == 69)
    #expect(
      outcome.messages.last
        == "overlay-render: no fonts are installed: install a font, such as Debian's fonts-dejavu-core, "
        + "or give --font-file")
    #expect(try folder.names == ["fonts.conf"])
  }

  @Test("Arguments that are not UTF-8 are an error with the byte offset")
  func invalidText() throws {
    let outcome = try shell(
      "'\(RunningCommand.executable.path)' clock --format \"HH$(printf '\\303(')\" -o x.y4m", in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(outcome.messages == ["overlay-render: argument 3 is not valid UTF-8 at byte 2: encode it as UTF-8"])
  }

  @Test("A message with a line break in a name is one line")
  func lineEndInName() throws {
    let outcome = try overlayRender(smallClock + ["--duration", "1s", "-o", "a\nb/x.y4m"], in: ScratchFolder())
    #expect(outcome.status == 73)
    #expect(outcome.messages == ["overlay-render: a\\nb/x.y4m: the folder a\\nb does not exist: create it first"])
  }

  @Test("Frames are not written to another file if standard output is closed")
  func closedOutput() throws {
    let outcome = try shell("'\(RunningCommand.executable.path)' clock --duration 1s >&-", in: ScratchFolder())
    #expect(outcome.status == 73)
    #expect(
      outcome.messages == ["overlay-render: standard output is open for reading only: give -o FILE or pipe it"])
  }

  private func shell(_ command: String, in folder: ScratchFolder) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder.url
    let error = try RunningCommand.start(process) { $0.standardError = $1 }
    let text = try error.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: Data(), error: String(decoding: text, as: UTF8.self))
  }
}
