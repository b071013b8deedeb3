import Foundation
import TestTools
import Testing

@Suite("Several outputs of one run", .ownThreads)
struct SeveralOutputsTests {
  private struct Statistics: Decodable {
    struct Output: Decodable {
      let name, format: String
      let frames, dropped, lost, bytesWritten: Int
      let problem, ending: String?
    }

    let frames, drawn, dropped, bytesWritten: Int
    let outputs: [Output]
  }

  private func statistics(_ folder: ScratchFolder) throws -> Statistics {
    try JSONDecoder().decode(Statistics.self, from: folder.data("s.json"))
  }

  @Test("The outputs are the same as from separate runs, and the pictures are drawn once")
  func sameBytes() throws {
    let folder = try ScratchFolder()
    let clock = smallClock + ["--duration", "2s"]
    let names = ["a.y4m", "b.rgba", "c/%03d.png"]
    try FileManager.default.createDirectory(at: folder.url.appending(path: "alone"), withIntermediateDirectories: true)
    for name in names { #expect(try overlayRender(clock + ["-o", "alone/" + name], in: folder).status == 0) }
    let outcome = try overlayRender(
      clock + names.flatMap { ["-o", $0] } + ["-o", "-", "--stats", "s.json"], in: folder)
    #expect(outcome.status == 0, "\(outcome.error)")
    for name in ["a.y4m", "b.rgba", "c/001.png", "c/060.png"] {
      #expect(try folder.data(name) == folder.data("alone/" + name), "\(name)")
    }
    #expect(try outcome.output == folder.data("a.y4m"))
    let statistics = try statistics(folder)
    #expect(statistics.drawn == 2)
    #expect(statistics.frames == 60)
    #expect(statistics.outputs.map(\.name) == names + ["standard output"])
    #expect(statistics.outputs.map(\.format) == ["y4m", "raw", "png", "y4m"])
    #expect(statistics.outputs.allSatisfy { $0.frames == 60 && $0.dropped == 0 && $0.problem == nil })
    #expect(statistics.bytesWritten == statistics.outputs.reduce(0) { $0 + $1.bytesWritten })
  }

  @Test("Movies of several codecs and pixel formats are written at once", .requires(.ffmpeg))
  func movies() throws {
    let folder = try ScratchFolder()
    let outcome = try overlayRender(
      smallClock + ["--duration", "2s", "--tick", "-o", "a.mp4", "-o", "b.mov", "-o", "c.y4m", "--cfr"], in: folder)
    #expect(outcome.status == 0, "\(outcome.error)")
    for (name, codec) in [("a.mp4", "h264"), ("b.mov", "prores")] {
      let stream = try TestTool.ffprobe.output([
        "-v", "error", "-count_packets", "-show_entries", "stream=codec_name,nb_read_packets", "-select_streams", "v",
        "-of", "csv=p=0", folder.url.appending(path: name).path,
      ])
      #expect(String(decoding: stream, as: UTF8.self).hasPrefix("\(codec),60"), "\(name)")
    }
  }

  @Test("A server that is not there does not end the recording, and its error decides the exit status")
  func failedServer() throws {
    let folder = try ScratchFolder()
    let url = "rtmp://127.0.0.1:1/live/secret-key"
    let outcome = try overlayRender(
      smallClock + ["--live", "--duration", "2s", "-o", url, "-o", "x.y4m", "--stats", "s.json"], in: folder)
    #expect(outcome.status == 74)
    #expect(outcome.messages.contains { $0.hasSuffix("; the other outputs are not affected") }, "\(outcome.error)")
    #expect(outcome.messages.count { $0.contains("the stream failed") } == 1)
    #expect(!outcome.error.contains("secret-key"))
    let outputs = try statistics(folder).outputs
    #expect(outputs[0].problem != nil)
    #expect(outputs[0].frames == 0)
    // Also those after the failure.
    #expect(outputs[0].lost == 60)
    #expect(outcome.messages.contains("overlay-render: note: rtmp://127.0.0.1:1/live/…: 60 of 60 frames were lost"))
    #expect(outputs[1].frames == 60)
    #expect(try folder.data("x.y4m").count > 60 * 64 * 36)
  }

  @Test("A signal says of each file where its frames are")
  func signal() throws {
    let folder = try ScratchFolder()
    let run = try RunningCommand(
      smallClock + ["--live", "--duration", "1h", "-o", "a.y4m", "-o", "b.gray", "-o", "null.y4m"]
        + ["--as", "y4m", "--as", "raw", "--as", "y4m", "--stats", "-", "--stats-every", "20ms"], in: folder)
    while run.process.isRunning, try !run.readLine().contains(/"frames":[1-9]/) {}
    run.send(SIGINT)
    let outcome = try run.finish()
    #expect(outcome.status == 130)
    for name in ["a.y4m", "b.gray", "null.y4m"] {
      let message = "overlay-render: \(name): interrupted by SIGINT and not created"
      #expect(outcome.messages.contains { $0.hasPrefix(message) })
    }
    #expect(try folder.names.filter { $0.hasSuffix(".part") }.count == 3)
  }

  @Test("A signal while an output waits for its reader leaves nothing, and says so")
  func signalWhileOpening() throws {
    let folder = try ScratchFolder()
    mkfifo(folder.url.appending(path: "f").path, 0o600)
    let run = try RunningCommand(
      smallClock + ["--duration", "2s", "-o", "a.y4m", "-o", "f", "--as", "y4m", "--stats", "s.json"], in: folder)
    #expect(try waitUntil { try folder.names.contains { $0.hasSuffix(".part") } })
    run.send(SIGINT)
    let outcome = try run.finish()
    #expect(outcome.status == 130)
    let message = "overlay-render: a.y4m: interrupted by SIGINT before the first frame: nothing was written"
    #expect(outcome.messages.contains(message), "\(outcome.error)")
    #expect(try folder.names == ["f"])
  }

  @Test("After a signal, an output that is complete is not reported, and what the other one lost is counted")
  func signalAfterCompletion() throws {
    let folder = try ScratchFolder()
    mkfifo(folder.url.appending(path: "f").path, 0o600)
    let run = try RunningCommand(
      ["clock", "--size", "640x360", "--background", "black", "--live", "--duration", "1s", "--fps", "60"]
        + ["-o", "f", "-o", "a.y4m", "--stats", "s.json"], in: folder)
    // Opens the FIFO, and reads nothing.
    let reader = open(folder.url.appending(path: "f").path, O_RDONLY)
    defer { close(reader) }
    #expect(try waitUntil { try folder.names.contains("a.y4m") })
    run.send(SIGINT)
    let outcome = try run.finish()
    #expect(outcome.status == 130)
    #expect(!outcome.error.contains("a.y4m"), "\(outcome.error)")
    let outputs = try statistics(folder).outputs
    #expect(outputs.map(\.ending) == ["endedEarly", "finished"])
    #expect(outputs[1].frames == 60)
    #expect(try statistics(folder).dropped == outputs[0].dropped)
  }

  @Test("Readers may open FIFOs in any order")
  func readers() throws {
    let folder = try ScratchFolder()
    for name in ["a", "b"] { mkfifo(folder.url.appending(path: name).path, 0o600) }
    let run = try RunningCommand(
      smallClock + ["--duration", "100ms", "--quiet", "-o", "a", "-o", "b"], in: folder)
    var contents: [Data] = []
    let files = try ["b", "a"].map { name in
      try FileHandle(forReadingFrom: folder.url.appending(path: name))
    }
    for file in files { contents.append(try file.readToEnd() ?? Data()) }
    #expect(try run.finish().status == 0)
    #expect(contents[0] == contents[1])
    #expect(contents[0].count > 3 * 64 * 36)
  }

  @Test(
    "Outputs that cannot be written together are refused",
    arguments: [
      (["-o", "x.y4m", "-o", "x.y4m"], "-o: x.y4m is given twice: give different outputs"),
      (["-o", "x.y4m", "-o", "./x.y4m"], "-o: x.y4m and ./x.y4m write to the same file: give different outputs"),
      (
        ["-o", "p/001.png", "-o", "p/%03d.png"],
        "-o: p/001.png and p/%03d.png write to the same file: give different outputs"
      ),
      (
        ["-o", "%03d.png", "-o", "%d.png"],
        "-o: %03d.png and %d.png write to the same file: give different outputs"
      ),
      (["-o", "-", "-o", "-"], "-o: standard output is given twice: give different outputs"),
      (
        ["-o", "x.y4m", "-o", "y.raw", "--as", "y4m", "--as", "raw", "--as", "png"],
        "--as is given 3 times for 2 outputs: give it once, or once for each -o"
      ),
      (
        ["-o", "x.y4m", "--pixel-format", "gray", "--pixel-format", "gray"],
        "--pixel-format is given 2 times for one output: give it once, or once for each -o"
      ),
      (
        ["-o", "x.y4m", "-o", "y.png"],
        "y.png holds only one frame: give --at 0s for a still, or a numbered name such as frames/%05d.png"
      ),
    ])
  func refused(options: [String], message: String) throws {
    let folder = try ScratchFolder()
    let outcome = try overlayRender(smallClock + ["--duration", "1s"] + options, in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.messages == ["overlay-render: " + message])
    #expect(try folder.names.isEmpty)
  }
}
