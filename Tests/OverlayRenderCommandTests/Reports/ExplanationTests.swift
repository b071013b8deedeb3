import Foundation
import Testing

@Suite("Explanations", .ownThreads)
struct ExplanationTests {
  private func lines(_ data: Data) -> [String] {
    String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The first ten columns of a line.
  private func columns(_ line: String) -> [Substring] {
    Array(line.split(separator: " ", omittingEmptySubsequences: true).prefix(10))
  }

  @Test(
    "Every rendering command explains each drawn frame", arguments: ["clock", "countdown", "stopwatch", "timecode"])
  func commands(command: String) throws {
    let content = ["countdown": ["--for", "2s"], "timecode": ["--fps", "2"]][command] ?? []
    let outcome = try overlayRender(
      [command, "--size", "64x36", "--duration", "1500ms", "--as", "null", "--explain", "-", "--quiet"] + content,
      in: ScratchFolder())
    #expect(outcome.status == 0)
    let lines = lines(outcome.output)
    #expect(lines.count == (command == "timecode" ? 3 : 2))
    for line in lines {
      let columns = columns(line)
      #expect(columns.count == 10 && columns[1] == "frame" && columns[3] == "damage")
      #expect(columns[5].hasPrefix("rectangle"))
      #expect(columns[7] == "px" && columns[9] == "us" && Int(columns[8]) != nil)
    }
    #expect(lines.first?.hasPrefix("00:00:00.000000  frame      0  damage 1 rectangle     2304 px") == true)
    #expect(lines.first?.hasSuffix("(start)") == true && lines.last?.hasSuffix("(time)") == true)
  }

  @Test("A file receives the lines during the run, and the frames do not change")
  func file() throws {
    let folder = try ScratchFolder()
    let run = smallClock + ["--duration", "3s", "--quiet"]
    let plain = try overlayRender(run, in: folder)
    let explained = try overlayRender(run + ["--explain", "why.txt"], in: folder)
    #expect(explained.status == 0 && explained.output == plain.output)
    let views = lines(try folder.data("why.txt")).map { $0.split(separator: " us  ").last ?? "" }
    #expect(
      views == [
        #"whole view: ClockText "05:06:07" (start)"#, #"ClockText "05:06:08" (time)"#, #"ClockText "05:06:09" (time)"#,
      ])
    let shown = try overlayRender(run + ["--show-damage"], in: folder)
    #expect(shown.status == 0 && shown.output != plain.output && shown.output.count == plain.output.count)
  }

  @Test("An existing file stays, and a failed run leaves no file")
  func files() throws {
    let folder = try ScratchFolder()
    try folder.write("mine", to: "why.txt")
    let run = smallClock + ["--duration", "1s", "-o", "x.y4m", "--stats", "s.json"]
    let refused = try overlayRender(run + ["--explain", "why.txt"], in: folder)
    #expect(refused.status == 73)
    #expect(
      refused.messages == [
        "overlay-render: why.txt: already exists: give another name, or add --overwrite to replace it"
      ])
    #expect(try folder.data("why.txt") == Data("mine".utf8))
    #expect(try folder.names == ["why.txt"], "the statistics are removed")
    let missing = try overlayRender(run + ["--explain", "none/why.txt"], in: folder)
    #expect(missing.status == 73 && missing.messages.count == 1)
    let failed = try overlayRender(
      smallClock + ["--duration", "1s", "-o", "none/x.y4m", "--explain", "new.txt"], in: folder)
    #expect(failed.status == 73)
    #expect(try folder.names == ["why.txt"])
    let replaced = try overlayRender(run + ["--explain", "why.txt", "--overwrite"], in: folder)
    #expect(replaced.status == 0)
    #expect(lines(try folder.data("why.txt")).count == 1)
  }
}
