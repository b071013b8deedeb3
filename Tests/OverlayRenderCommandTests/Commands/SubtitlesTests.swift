import Foundation
import Testing

@Suite("Subtitles", .ownThreads)
struct SubtitlesTests {
  private static let (width, height) = (320, 180)
  /// Words of different width, from 0.5 s to 1.5 s and from 1.5 s to 3 s.
  private static let talk = """
    1
    00:00:00,500 --> 00:00:01,500
    one

    2
    00:00:01,500 --> 00:00:03,000
    twenty-two gjpqy

    """

  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(Self.talk, to: "talk.srt")
    return folder
  }

  private func frames(_ arguments: String..., in folder: ScratchFolder) throws -> [GrayFrame] {
    try GrayFrame.run(["subtitles"] + arguments, Self.width, Self.height, in: folder)
  }

  /// Returns the frames that differ from their previous one.
  private func changes(in frames: [GrayFrame]) -> [Int] {
    frames.indices.dropFirst().filter { frames[$0] != frames[$0 - 1] }
  }

  // MARK: Time

  @Test("At 29.97 frames per second every cue is visible from its first frame to its last")
  func exactFrames() throws {
    let folder = try ScratchFolder()
    // Every third of a second, with an offset: no start is the time of a frame.
    let times = (0...30).map { $0 * 333 + 7 }
    let cues = zip(times, times.dropFirst()).enumerated().map { number, span in
      String(
        format: "00:00:%02d,%03d --> 00:00:%02d,%03d\nn%d\n", span.0 / 1000, span.0 % 1000, span.1 / 1000,
        span.1 % 1000, number)
    }
    try folder.write(cues.joined(separator: "\n"), to: "t.srt")
    let all = try GrayFrame.run(["subtitles", "t.srt", "--fps", "29.97"], 64, 36, in: folder)
    // Frame n is due at n * 1001 / 30 ms: the first one at or after a time in milliseconds.
    let firstFrames = times.map { ($0 * 30 + 1000) / 1001 }
    #expect(all.count == firstFrames.last)
    #expect(changes(in: all) == Array(firstFrames.dropLast()))
  }

  @Test("A run ends with the last cue, in a file, in a pipe and live")
  func duration() throws {
    let folder = try folder()
    let arguments = ["subtitles", "talk.srt", "--fps", "10"]
    let pipe = try GrayFrame.run(arguments, 64, 36, in: folder)
    #expect(pipe.count == 30)
    let file = try overlayRender(
      arguments + ["--size", "64x36", "-o", "x.gray", "--stats", "-"] + GrayFrame.options, in: folder)
    #expect(file.status == 0)
    #expect(try folder.data("x.gray") == Data(pipe.flatMap(\.pixels)))
    let live = try GrayFrame.run(arguments + ["--live", "--shift", "-2.5s"], 64, 36, in: folder)
    #expect(live.count == 5)
  }

  @Test("A part of a run and a still have the same frames as the whole run")
  func parts() throws {
    let folder = try folder()
    let all = try frames("talk.srt", "--fps", "10", in: folder)
    #expect(changes(in: all) == [5, 15])
    let part = try frames("talk.srt", "--fps", "10", "--from-time", "1.4s", "--to-time", "1.6s", in: folder)
    #expect(part == Array(all[14..<16]))
    #expect(try frames("talk.srt", "--fps", "10", "--at", "1.5s", in: folder) == [all[15]])
    #expect(try frames("talk.srt", "--fps", "10", "--shift", "+500ms", "--at", "2s", in: folder) == [all[15]])
  }

  @Test("A loop starts again at the end of the last cue")
  func loop() throws {
    let folder = try folder()
    let all = try frames("talk.srt", "--fps", "10", "--loop", "--duration", "7s", in: folder)
    #expect(all.count == 70)
    #expect(all[30..<60] == all[0..<30] && all[60..<70] == all[0..<10])
  }

  @Test("Plain lines of standard input are shown one after the other")
  func plainLines() throws {
    let folder = try ScratchFolder()
    let command = try RunningCommand(
      [
        "subtitles", "-", "--every", "2s", "--duration", "8s", "--fps", "1", "--size", "64x36", "-o", "frames/%03d.png",
      ],
      in: folder, readsInput: true)
    try command.write("one\ntwo\nthree\n")
    try command.closeInput()
    #expect(try command.finish().status == 0)
    #expect(try folder.names.filter { $0.hasSuffix(".png") }.count == 8)
    let pictures = try folder.names.filter { $0.hasSuffix(".png") }.map(folder.data)
    #expect(pictures[0] == pictures[1] && pictures[1] != pictures[2] && pictures[3] != pictures[4])
  }

  @Test("--every applies to plain lines next to a file with times")
  func plainSecond() throws {
    let folder = try folder()
    try folder.write("eins\nzwei\n", to: "deutsch")
    let all = try frames("talk.srt", "--second", "deutsch", "--every", "1s", "--fps", "10", in: folder)
    #expect(changes(in: all) == [5, 10, 15, 20])
  }

  // MARK: Look

  @Test("Cues are at the bottom, or at --align; cues with a position of their own keep it")
  func alignment() throws {
    let folder = try folder()
    try folder.write("1\n00:00:00,000 --> 00:00:01,000\n{\\an8}one\n", to: "top.srt")
    let middle = Self.height / 2
    func rows(_ arguments: String...) throws -> Range<Int> {
      try GrayFrame.still(
        ["subtitles"] + arguments, at: "700ms", Self.width, Self.height, in: folder
      ).inkedRows
    }
    #expect(try rows("talk.srt").lowerBound > middle)
    #expect(try rows("talk.srt", "--align", "top").upperBound < middle)
    #expect(try rows("top.srt", "--align", "bottom").upperBound < middle)
    #expect(try rows("talk.srt", "--padding", "0").upperBound > rows("talk.srt", "--padding", "40").upperBound + 20)
  }

  @Test("Outline, shadow and box are drawn or left out")
  func edges() throws {
    let folder = try folder()
    func alpha(_ arguments: String...) throws -> Int {
      let outcome = try overlayRender(
        ["subtitles", "talk.srt", "--at", "1s", "--size", "320x180", "--as", "raw"] + arguments, in: folder)
      #expect(outcome.status == 0 && outcome.messages.isEmpty)
      return stride(from: outcome.output.startIndex + 3, to: outcome.output.endIndex, by: 4)
        .count { outcome.output[$0] > 0 }
    }
    let (bare, outlined) = (try alpha("--outline", "0", "--shadow", "none"), try alpha("--shadow", "none"))
    let (usual, boxed) = (try alpha(), try alpha("--box", "#000b"))
    #expect(0 < bare && bare < outlined && outlined < usual && usual < boxed)
    #expect(try alpha("--background", "black") == 320 * 180)
  }

  @Test(
    "A picture with --size fit has room for every cue, its outline and its shadow",
    arguments: [
      ["--style", "listening", "--second", "talk.srt"], ["--outline", "9"], ["--outline", "0", "--shadow", "none"],
      ["--shadow", "9,9,3:red", "--padding", "0"],
    ])
  func fit(options: [String]) throws {
    let folder = try folder()
    let outcome = try overlayRender(
      ["subtitles", "talk.srt", "--size", "fit", "--font-size", "20", "--fps", "2", "--as", "raw", "--verbose"]
        + options, in: folder)
    #expect(outcome.status == 0)
    let raw = outcome.output
    let size = try #require(outcome.error.firstMatch(of: /([0-9]+)x([0-9]+)/))
    let (width, height) = (try #require(Int(size.1)), try #require(Int(size.2)))
    try #require(raw.count == 6 * 4 * width * height)
    var inkedFrames = 0
    for start in stride(from: raw.startIndex, to: raw.endIndex, by: 4 * width * height) {
      func alpha(_ x: Int, _ y: Int) -> UInt8 { raw[start + 4 * (y * width + x) + 3] }
      #expect((0..<width).allSatisfy { alpha($0, 0) == 0 && alpha($0, height - 1) == 0 })
      #expect((0..<height).allSatisfy { alpha(0, $0) == 0 && alpha(width - 1, $0) == 0 })
      if (0..<(width * height)).contains(where: { alpha($0 % width, $0 / width) > 0 }) { inkedFrames += 1 }
    }
    #expect(inkedFrames >= 5)
  }
}
