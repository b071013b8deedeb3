import Foundation
import TestTools
import Testing

@Suite("Output", .ownThreads)
struct OutputTests {
  @Test("Y4M in a pipe has all frames")
  func y4m() throws {
    let outcome = try overlayRender(smallClock + ["--fps", "29.97", "--duration", "2s"], in: ScratchFolder())
    let header = Data("YUV4MPEG2 W64 H36 F30000:1001 Ip A1:1 C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=LIMITED\n".utf8)
    #expect(outcome.status == 0)
    #expect(outcome.output.prefix(header.count) == header)
    // Two seconds at 29.97 are 59.94 frames: the sixtieth frame begins before the end.
    #expect(outcome.output.count == header.count + 60 * (6 + 64 * 36 * 3 / 2))
  }

  @Test("The same inputs produce the same bytes in a pipe and in a file")
  func sameBytes() throws {
    let folder = try ScratchFolder()
    let run = smallClock + ["--duration", "2s", "--quiet"]
    let first = try overlayRender(run, in: folder)
    let second = try overlayRender(run, in: folder)
    let third = try overlayRender(run + ["-o", "x.y4m"], in: folder)
    #expect(first.output == second.output)
    #expect(third.status == 0)
    #expect(try folder.data("x.y4m") == first.output)
    #expect(try folder.names == ["x.y4m"])
  }

  @Test("PNG files are numbered from 1 in a new folder, and repeated pictures are the same file")
  func pngSequence() throws {
    let folder = try ScratchFolder()
    let outcome = try overlayRender(smallClock + ["--fps", "2", "--duration", "2s", "-o", "f/g/%03d.png"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    #expect(
      try folder.names == ["f", "f/g", "f/g/001.png", "f/g/002.png", "f/g/003.png", "f/g/004.png"])
    #expect(try folder.data("f/g/001.png") == folder.data("f/g/002.png"))
    #expect(try folder.data("f/g/002.png") != folder.data("f/g/003.png"))
  }

  @Test("A still is written to a file name without a number, or to standard output")
  func still() throws {
    let folder = try ScratchFolder()
    #expect(try overlayRender(smallClock + ["--at", "5s", "-o", "still.png"], in: folder).status == 0)
    let piped = try overlayRender(smallClock + ["--at", "5s", "--as", "png"], in: folder)
    #expect(try folder.data("still.png") == piped.output)
    #expect(piped.output.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test("The null format writes nothing")
  func null() throws {
    let folder = try ScratchFolder()
    let outcome = try overlayRender(smallClock + ["--duration", "2s", "--as", "null"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.isEmpty)
    #expect(try folder.names.isEmpty)
  }

  @Test("An existing file is replaced with --overwrite")
  func overwrite() throws {
    let folder = try ScratchFolder()
    try folder.write("old", to: "x.raw")
    let outcome = try overlayRender(
      smallClock + ["--duration", "100ms", "--pixel-format", "gray", "-o", "x.raw", "--overwrite"], in: folder)
    #expect(outcome.status == 0)
    #expect(try folder.data("x.raw").count == 3 * 64 * 36)
  }

  @Test("A FIFO keeps its name, and uses Y4M without an extension")
  func fifo() async throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("fifo").path
    #expect(mkfifo(path, 0o600) == 0)
    let run = try RunningCommand(smallClock + ["--duration", "1s", "-o", "fifo", "--quiet"], in: folder)
    let frames = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd()
    #expect(try run.finish().status == 0)
    #expect(try frames == overlayRender(smallClock + ["--duration", "1s"], in: folder).output)
  }

  @Test("A reader that closes the pipe is a normal end without messages")
  func closedReader() throws {
    let run = try RunningCommand(smallClock + ["--quiet"], in: ScratchFolder())
    #expect(try run.read(10_000).count == 10_000)
    try run.closeOutput()
    let outcome = try run.finish(readingOutput: false)
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
  }

  @Test("The loss of alpha is noted once, unless --quiet is given")
  func alphaNote() throws {
    let note =
      "overlay-render: note: y4m in yuv420p has no alpha, so transparent pixels become black; "
      + "raw, png, mov, nut and apng keep alpha, and so does webm in yuva420p"
    let run = smallClock + ["--duration", "1s"]
    #expect(try overlayRender(run, in: ScratchFolder()).messages == [note])
    #expect(try overlayRender(run + ["--quiet"], in: ScratchFolder()).messages == [])
    #expect(try overlayRender(run + ["--background", "black"], in: ScratchFolder()).messages == [])
    #expect(try overlayRender(run + ["--as", "raw"], in: ScratchFolder()).messages == [])
    let mov = try overlayRender(run + ["--codec", "h264", "-o", "x.mov"], in: ScratchFolder())
    #expect(mov.messages.count == 1 && mov.error.contains("become black; leave out --codec to keep alpha"))
  }

  @Test("A missing font is noted, with the font in use")
  func fontNote() throws {
    let outcome = try overlayRender(
      smallClock + ["--duration", "1s", "--as", "null", "--font", "No Such Family"], in: ScratchFolder())
    #expect(outcome.status == 0)
    #expect(outcome.messages.count == 1)
    #expect(outcome.error.contains(/note: the font family 'No Such Family' is not installed: using .+/))
  }

  @Test("Alpha is straight without --premultiplied")
  func premultiplied() throws {
    let still = smallClock + ["--at", "0s", "--as", "raw", "--background", "rgb(255 0 0 / 50%)"]
    let straight = try overlayRender(still, in: ScratchFolder()).output
    let premultiplied = try overlayRender(still + ["--premultiplied"], in: ScratchFolder()).output
    #expect(straight.prefix(4) == Data([0, 0, 255, 128]))
    #expect(premultiplied.prefix(4) == Data([0, 0, 128, 128]))
  }

  @Test(
    "A picture with --size fit has room for the text, its outline and its box", arguments: [[], ["--box", "red"]])
  func fit(style: [String]) throws {
    let folder = try ScratchFolder()
    let arguments = [
      "clock", "--start", "2026-03-04T05:06:07Z", "--format", "EEEE d MMMM H:mm", "--locale", "en", "--outline", "12",
      "--size", "fit", "--font-size", "40",
    ]
    let outcome = try overlayRender(arguments + style + ["--at", "0s", "-o", "x.y4m"], in: folder)
    #expect(outcome.status == 0)
    let header = try String(decoding: folder.data("x.y4m").prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let sides = header.split(separator: " ").dropFirst().prefix(2).compactMap { Int($0.dropFirst()) }
    try #require(sides.count == 2)
    let (width, height) = (sides[0], sides[1])
    // The picture is wide enough for a Wednesday in September, on any day: a larger picture has no more ink.
    for start in ["2026-03-04T05:06:07Z", "2026-09-30T22:22:22Z"] {
      let still = arguments + style + ["--start", start, "--padding", "0", "--at", "0s", "--as", "raw"]
      let fitting = try overlayRender(still + ["--size", "\(width)x\(height)"], in: folder).output
      let roomy = try overlayRender(still + ["--size", "\(width + 40)x\(height + 40)"], in: folder).output
      #expect(fitting.count == 4 * width * height)
      #expect(inkedPixelCount(fitting) > 0)
      #expect(inkedPixelCount(fitting) == inkedPixelCount(roomy))
    }
  }

  private func inkedPixelCount(_ bgra: Data) -> Int {
    bgra.withUnsafeBytes { bytes in stride(from: 3, to: bytes.count, by: 4).count { bytes[$0] > 0 } }
  }

  @Test("The progress bar is shown on terminals only", .requires(.script))
  func progressBar() throws {
    let folder = try ScratchFolder()
    let run = "'\(RunningCommand.executable.path)' clock --size 64x36 --duration 2s --as null"
    for (command, hasBar) in [(run, true), (run + " --quiet", false)] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: TestTool.script.path)
      process.arguments = ["-qec", command, "/dev/null"]
      process.currentDirectoryURL = folder.url
      process.standardInput = FileHandle.nullDevice
      let output = try RunningCommand.start(process) { $0.standardOutput = $1 }
      let text = try String(decoding: output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(text.contains("] 100%  60/60 frames") == hasBar)
    }
  }
}
