import Foundation
import Testing

@Suite("Encodings of caption files", .ownThreads)
struct CaptionEncodingTests {
  private static let times = "1\n00:00:01,000 --> 00:00:02,000\n"
  private static let override = "if that is wrong, give another one with --encoding (--encoding help lists the names)"

  /// Converts bytes to SRT.
  private func convert(_ bytes: Data, _ options: String...) throws -> Outcome {
    let folder = try ScratchFolder()
    try bytes.write(to: folder.url.appendingPathComponent("t"))
    return try overlayRender(["captions", "convert", "t", "-", "--to", "srt"] + options, in: folder)
  }

  @Test(
    "The encoding of an old file is detected, with a note",
    arguments: [
      ("Мы должны уйти отсюда прямо сейчас.", String.Encoding.windowsCP1251, "windows-1251"),
      ("Zażółć gęślą jaźń, powiedział mój stary przyjaciel.", .windowsCP1250, "windows-1250"),
      ("Où étiez-vous hier soir à huit heures ?", .isoLatin1, "windows-1252"),
      ("明日の朝、東京へ行きます。", .shiftJIS, "windows-31J"), ("明日の朝、東京へ行きます。", .iso2022JP, "ISO-2022-JP"),
    ])
  func guessed(text: String, encoding: String.Encoding, name: String) throws {
    let captions = Self.times + text + "\n"
    let outcome = try convert(#require(captions.data(using: encoding)))
    #expect(outcome.status == 0 && String(decoding: outcome.output, as: UTF8.self) == captions)
    #expect(outcome.messages == ["overlay-render: note: t: read as \(name) (detected): \(Self.override)"])
  }

  @Test("Text of unknown encoding is read as windows-1252")
  func assumed() throws {
    let outcome = try convert(Data(Self.times.utf8) + [0xF8, 0x0A])
    #expect(String(decoding: outcome.output, as: UTF8.self) == Self.times + "ø\n")
    #expect(outcome.status == 0 && outcome.messages.count == 1)
    #expect(outcome.error.contains("windows-1252"))
  }

  @Test("Damaged characters are shown as U+FFFD with a note, and are an error with --strict")
  func damaged() throws {
    let text = String(repeating: "é", count: 20)
    let bytes = Data((Self.times + text).utf8) + [0xFF, 0x0A]
    let outcome = try convert(bytes)
    #expect(String(decoding: outcome.output, as: UTF8.self) == Self.times + text + "\u{FFFD}\n")
    #expect(outcome.messages == ["overlay-render: note: t:3: a damaged character is shown as U+FFFD"])
    let strict = try convert(bytes, "--strict")
    #expect(strict.status == 65 && strict.output.isEmpty)
    #expect(strict.messages == ["overlay-render: t:3: a damaged character is shown as U+FFFD"])
  }

  @Test("A wrong --encoding is an error with a remedy")
  func wrong() throws {
    let outcome = try convert(Data(Self.times.utf8) + [0xE9, 0x0A], "--encoding", "utf-8")
    #expect(outcome.status == 65)
    #expect(
      outcome.messages == [
        "overlay-render: t:3: the byte E9 at offset 32 is not UTF-8: the file is in another encoding: "
          + "give it with --encoding (--encoding help lists the names)"
      ])
  }

  @Test(
    "The names of encodings are listed without a file, too",
    arguments: [
      ["subtitles", "--encoding", "help"], ["captions", "convert", "--encoding=help"],
      ["captions", "check", "t.srt", "--encoding", "help"],
    ])
  func names(arguments: [String]) throws {
    let outcome = try overlayRender(arguments, in: ScratchFolder())
    let names = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    #expect(names.first == "UTF-8" && names.contains("windows-1252") && names.contains("Shift_JIS"))
  }

  @Test("Waiting for the writer of a FIFO is reported, and a signal ends it")
  func waiting() throws {
    let folder = try ScratchFolder()
    mkfifo(folder.url.appendingPathComponent("fifo").path, 0o600)
    let run = try RunningCommand(["captions", "convert", "fifo", "-", "--to", "srt"], in: folder)
    // The message is the only sign that the command waits.
    for _ in 0..<3000 where try run.messages.isEmpty && run.process.isRunning { usleep(20_000) }
    run.send(SIGTERM)
    let outcome = try run.finish()
    #expect(outcome.messages == ["overlay-render: note: fifo: waiting for a writer"])
    #expect(outcome.status == -SIGTERM)
  }
}
