import Foundation
import Testing

@Suite("Runs", .ownThreads)
struct RunTests {
  private static let frame = 64 * 36
  private static let raw = ["--as", "raw", "--pixel-format", "gray"]

  /// The frames of a run in grayscale.
  private func frames(_ arguments: [String]) throws -> [Data] {
    let outcome = try overlayRender(arguments + Self.raw, in: ScratchFolder())
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.count.isMultiple(of: Self.frame))
    return stride(from: 0, to: outcome.output.count, by: Self.frame).map { outcome.output[$0..<($0 + Self.frame)] }
  }

  @Test("A part of a run has the same frames as the whole run", arguments: ["30", "29.97", "23.976", "25"])
  func part(rate: String) throws {
    let run = smallClock + ["--fps", rate, "--duration", "4s"]
    let whole = try frames(run)
    let perSecond = try #require(Double(rate))
    let first = Int((1.5 * perSecond).rounded(.up))
    let last = Int((3.2 * perSecond).rounded(.up))
    #expect(try frames(run + ["--from-time", "1500ms", "--to-time", "3.2s"]) == Array(whole[first..<last]))
    #expect(try frames(run + ["--from-time", "3.2s"]) == Array(whole[last...]))
    #expect(try frames(run + ["--to-time", "1h"]) == whole)
    #expect(try frames(run + ["--at", "1500ms"]) == [whole[Int(1.5 * perSecond)]])
  }

  @Test("A part of an endless run can be rendered")
  func endless() throws {
    #expect(try frames(smallClock + ["--from-time", "1h", "--to-time", "01:00:01"]).count == 30)
  }

  @Test("A countdown in a file ends one smallest unit after zero")
  func countdownIntoFile() throws {
    for (format, frameCount) in [("ss", 90), ("s.S", 63)] {
      let folder = try ScratchFolder()
      let outcome = try overlayRender(
        ["countdown", "--size", "64x36", "--for", "2s", "--format", format, "-o", "x.raw"] + Self.raw, in: folder)
      #expect(outcome.status == 0)
      #expect(try folder.data("x.raw").count == frameCount * Self.frame)
    }
  }

  @Test("A countdown with --at-zero end ends in a pipe, too; others continue")
  func countdownIntoPipe() throws {
    let run = ["countdown", "--size", "64x36", "--for", "1s", "--format", "ss"]
    #expect(try frames(run + ["--at-zero", "end"]).count == 60)
    #expect(try frames(run + ["--at-zero", "end", "--duration", "500ms"]).count == 15)
    let endless = try RunningCommand(run + Self.raw, in: ScratchFolder())
    #expect(try endless.read(200 * Self.frame).count == 200 * Self.frame)
    try endless.closeOutput()
    #expect(try endless.finish(readingOutput: false).status == 0)
  }

  @Test("A countdown to a time shows the same as one for the same span")
  func countdownToMoment() throws {
    let start = ["--size", "64x36", "--start", "2026-03-04T05:06:07Z", "--duration", "4s"]
    let span = try frames(["countdown", "--for", "2s"] + start)
    #expect(try frames(["countdown", "--to", "2026-03-04T05:06:09Z"] + start) == span)
    #expect(try frames(["countdown", "--to", "05:06:09", "--time-zone", "UTC"] + start) == span)
    #expect(try frames(["countdown", "--to", "2026-03-04 06:06:09", "--time-zone", "Europe/Berlin"] + start) == span)
  }

  @Test("--at-zero and --zero-text determine the frames after zero")
  func atZero() throws {
    let run = ["countdown", "--size", "64x36", "--for", "1s", "--format", "ss", "--duration", "3s"]
    let hold = try frames(run)
    let hide = try frames(run + ["--at-zero", "hide"])
    let countUp = try frames(run + ["--at-zero", "count-up"])
    let text = try frames(run + ["--zero-text", "Go!"])
    #expect(hold[30] == hold[89])
    #expect(Set(hide[30]).count == 1)
    #expect(countUp[30] == hold[30] && countUp[60] == hold[0])
    #expect(text[30] != hold[30] && text[30] == text[89])
    #expect(try frames(run + ["--at-zero", "count-up-signed"])[60] != countUp[60])
    #expect(try frames(run + ["--at-zero", "loop"])[60] == hold[30])
  }

  @Test("A stopwatch and timecode start at --from")
  func beginnings() throws {
    let size = ["--size", "64x36"]
    let stopwatch = try frames(["stopwatch", "--from", "59s", "--to-time", "2s"] + size)
    #expect(try frames(["stopwatch", "--from", "1m", "--to-time", "1s"] + size) == Array(stopwatch[30...]))
    let timecode = try frames(["timecode", "--fps", "29.97", "--from", "00:00:59;29", "--to-time", "60ms"] + size)
    let minute = ["timecode", "--fps", "29.97", "--drop-frame", "--from", "00:01:00:02", "--at", "0s"] + size
    #expect(timecode.count == 2)
    #expect(try frames(minute) == [timecode[1]])
  }

  @Test("A live run writes every frame once, in real time")
  func live() throws {
    let live = try overlayRender(
      smallClock + ["--live", "--fps", "50", "--duration", "300ms"] + Self.raw, in: ScratchFolder())
    #expect(live.status == 0)
    #expect(live.output.count == 15 * Self.frame)
    let countdown = ["countdown", "--size", "64x36", "--for", "200ms", "--format", "s.S", "--at-zero", "end", "--live"]
    #expect(try frames(countdown).count == 9)
  }
}

@Suite("Runs in which nothing is visible", .ownThreads)
struct BlankPictureTests {
  private func messages(_ arguments: String...) throws -> [String] {
    let folder = try ScratchFolder()
    try folder.write("1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n", to: "talk.srt")
    let outcome = try overlayRender(["subtitles", "talk.srt", "--size", "320x180"] + arguments, in: folder)
    #expect(outcome.status == 0)
    return outcome.messages
  }

  @Test("A still or a part of a run between two cues is noted, one with a cue is not")
  func subtitles() throws {
    #expect(
      try messages("--at", "2.5s", "-o", "still.png") == [
        "overlay-render: note: nothing is visible at 2.5s: the picture is fully transparent; "
          + "try another time, such as --at 1.0s"
      ])
    #expect(
      try messages("--from-time", "2s", "--to-time", "3s", "--as", "null") == [
        "overlay-render: note: nothing is visible in this part of the run: every picture is fully transparent"
      ])
    #expect(try messages("--at", "1.5s", "-o", "still.png").isEmpty)
    #expect(try messages("--from-time", "2s", "--to-time", "3.1s", "--as", "null").isEmpty)
    #expect(try messages("--at", "2.5s", "--background", "#0001", "-o", "still.png").isEmpty)
  }
}
