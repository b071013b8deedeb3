import Foundation
import Testing

@Suite("Text that changes during a run", .ownThreads)
struct LiveTextTests {
  private static let (width, height) = (128, 72)
  private static let style = ["--font-size", "20", "--fps", "50"]
  private static let live = ["--live", "--size", "\(width)x\(height)"] + style + GrayFrame.options

  /// Returns the frame of the same text in an offline run.
  private func picture(_ arguments: String...) throws -> GrayFrame {
    try GrayFrame.still(["text"] + arguments + Self.style, at: "2s", Self.width, Self.height)
  }

  private func next(_ run: RunningCommand) throws -> GrayFrame {
    let frame = GrayFrame(width: Self.width, pixels: Array(try run.read(Self.width * Self.height)))
    let messages = try run.messages
    try #require(frame.pixels.count == Self.width * Self.height, "the run has ended: \(messages)")
    return frame
  }

  /// Reads frames until one matches, for at most a minute of the run. Returns the frames before it that differ from
  /// their previous one.
  @discardableResult
  private func wait(for run: RunningCommand, until isExpected: (GrayFrame) throws -> Bool) throws -> [GrayFrame] {
    var changes: [GrayFrame] = []
    for _ in 0..<3000 {
      let frame = try next(run)
      if try isExpected(frame) { return changes }
      if changes.last != frame { changes.append(frame) }
    }
    let messages = try run.messages
    Issue.record("the frame did not appear: \(messages)")
    return changes
  }

  @Test("A file is followed when it is written in place, replaced, or created later")
  func file() throws {
    let folder = try ScratchFolder()
    let run = try RunningCommand(["text", "--text-file", "t.txt"] + Self.live, in: folder)
    #expect(try next(run).isBlank)
    try folder.write("one\n", to: "t.txt")
    try wait(for: run) { [one = try picture("one")] in $0 == one }
    let handle = try FileHandle(forWritingTo: folder.url.appendingPathComponent("t.txt"))
    try handle.write(contentsOf: Data("two\n".utf8))
    try wait(for: run) { [two = try picture("two")] in $0 == two }
    try folder.write("three", to: "new.txt")
    #expect(
      rename(folder.url.appendingPathComponent("new.txt").path, folder.url.appendingPathComponent("t.txt").path) == 0)
    try wait(for: run) { [three = try picture("three")] in $0 == three }
    try run.closeOutput()
    let outcome = try run.finish(readingOutput: false)
    #expect(outcome.status == 0)
    let path = folder.url.appendingPathComponent("t.txt").path
    #expect(outcome.messages.count == 1)
    #expect(outcome.error.contains("note: '\(path)' does not exist: the text appears when the file is created"))
  }

  @Test("Each problem with a file is reported, and the previous text stays")
  func problems() throws {
    let folder = try ScratchFolder()
    try folder.write("good", to: "t.txt")
    let run = try RunningCommand(["text", "--text-file", "t.txt"] + Self.live, in: folder)
    let good = try picture("good")
    try wait(for: run) { $0 == good }
    let file = folder.url.appendingPathComponent("t.txt")
    try Data([0xFF, 0xFE]).write(to: file)
    let bad = try wait(for: run) { _ in try !run.messages.isEmpty }
    #expect(bad.allSatisfy { $0 == good })
    try folder.write("better", to: "t.txt")
    try wait(for: run) { [better = try picture("better")] in $0 == better }
    let better = try picture("better")
    try folder.write(String(repeating: "a", count: (1 << 20) + 1), to: "t.txt")
    let tooLarge = try wait(for: run) { _ in try run.messages.count > 1 }
    #expect(tooLarge.allSatisfy { $0 == better })
    run.send(SIGINT)
    let outcome = try run.finish()
    #expect(outcome.status == 0)
    #expect(outcome.messages.count == 2)
    #expect(outcome.messages[0].hasSuffix("is not UTF-8 text: the previous text stays; save it as UTF-8"))
    #expect(outcome.messages[1].hasSuffix("is larger than 1 MiB: the previous text stays"))
  }

  @Test("Lines of standard input replace the text, and the last one stays")
  func lines() throws {
    let run = try RunningCommand(
      ["text", "--text-file", "-"] + Self.live, in: ScratchFolder(), readsInput: true)
    #expect(try next(run).isBlank)
    try run.write("one\n")
    try wait(for: run) { [one = try picture("one")] in $0 == one }
    try run.write("{\"text\": \"two\\nlines\", \"score\": \"1\"}\n")
    let two = try picture("two\nlines")
    try wait(for: run) { $0 == two }
    try run.write("{\"text\": \"two\\nlines\", \"time\": \"1\"}\n{broken\nlast")
    try run.closeInput()
    try wait(for: run) { [last = try picture("last")] in $0 == last }
    for _ in 0..<10 { _ = try next(run) }
    try run.closeOutput()
    let outcome = try run.finish(readingOutput: false)
    #expect(outcome.status == 0)
    #expect(
      outcome.messages == [
        "overlay-render: note: standard input: a label does not show 'score': it shows \"text\"",
        "overlay-render: note: standard input: line 4 starts with '{' but is not a JSON object of texts: '{broken'; "
          + #"write {"title": "…"}, or {"text": "{…"} for a text that starts with '{'"#,
        "overlay-render: note: standard input: a label does not show 'time': it shows \"text\"",
      ])
  }

  @Test("A lower third slides in with a new title, and replaces only the subtitle otherwise")
  func lowerThird() throws {
    let run = try RunningCommand(
      ["text", "--text-file", "-", "--title", "A", "--subtitle", "b", "--enter", "200ms"] + Self.live,
      in: ScratchFolder(), readsInput: true)
    let (first, second) = (
      try picture("--title", "A", "--subtitle", "b"), try picture("--title", "A", "--subtitle", "c")
    )
    try wait(for: run) { $0 == first }
    try run.write("{\"subtitle\": \"c\"}\n")
    let subtitleChanges = try wait(for: run) { $0 == second }
    #expect(subtitleChanges.allSatisfy { $0 == first })
    try run.write("{\"title\": \"D\"}\n")
    let changes = try wait(for: run) { [third = try picture("--title", "D", "--subtitle", "c")] in $0 == third }
    #expect(changes.contains { $0.isBlank })
    try run.closeOutput()
    #expect(try run.finish(readingOutput: false).status == 0)
  }

  @Test("Invalid markup is reported, and the previous text stays")
  func markup() throws {
    let run = try RunningCommand(
      ["text", "--text-file", "-", "--markup"] + Self.live, in: ScratchFolder(), readsInput: true)
    try run.write("<b>one</b>\n")
    let one = try picture("--markup", "<b>one</b>")
    try wait(for: run) { $0 == one }
    try run.write("<b>two\n")
    let bad = try wait(for: run) { _ in try !run.messages.isEmpty }
    #expect(bad.allSatisfy { $0 == one })
    try run.write("four\n")
    try wait(for: run) { [four = try picture("four")] in $0 == four }
    try run.closeOutput()
    let outcome = try run.finish(readingOutput: false)
    #expect(
      outcome.messages == [
        "overlay-render: note: standard input: '<b>two' has <b> that is never closed; add </b>: the previous text stays"
      ])
  }
}
