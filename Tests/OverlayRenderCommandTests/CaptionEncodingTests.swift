import Foundation
import Testing

@Suite("Encodings of caption files")
struct CaptionEncodingTests {
  private static let times = "1\n00:00:01,000 --> 00:00:02,000\n"
  private static let override = "name another with --encoding if that is wrong (--encoding help lists the names)"

  /// What a conversion to SRT gives of bytes.
  private func convert(_ bytes: Data, _ options: String...) throws -> Outcome {
    let folder = try ScratchFolder()
    try bytes.write(to: folder.url.appendingPathComponent("t"))
    return try overlayRender(["captions", "convert", "t", "-", "--to", "srt"] + options, in: folder)
  }

  @Test(
    "The encoding of an old file is guessed, and a note says so",
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
    #expect(outcome.messages == ["overlay-render: note: t: read as \(name), a guess: \(Self.override)"])
  }

  @Test("Text of unknown encoding is read as windows-1252")
  func assumed() throws {
    let outcome = try convert(Data(Self.times.utf8) + [0xF8, 0x0A])
    #expect(String(decoding: outcome.output, as: UTF8.self) == Self.times + "ø\n")
    #expect(outcome.status == 0 && outcome.messages.count == 1)
    #expect(outcome.error.contains("windows-1252"))
  }

  @Test("Damaged characters are shown as U+FFFD and named by their lines; strict refuses them")
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

  @Test("An encoding that is named and wrong is an error that says what to give")
  func wrong() throws {
    let outcome = try convert(Data(Self.times.utf8) + [0xE9, 0x0A], "--encoding", "utf-8")
    #expect(outcome.status == 65)
    #expect(
      outcome.messages == [
        "overlay-render: t:3: the byte E9 at offset 32 is not UTF-8: the file is in another encoding: "
          + "name it with --encoding (--encoding help lists the names)"
      ])
  }

  @Test(
    "The names of encodings are listed without a file as well",
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

  @Test("A FIFO without a writer is reported, and a signal ends the wait")
  func waiting() throws {
    let folder = try ScratchFolder()
    mkfifo(folder.url.appendingPathComponent("fifo").path, 0o600)
    let run = try RunningCommand(["captions", "convert", "fifo", "-", "--to", "srt"], in: folder)
    // Only the messages show that the command waits.
    for _ in 0..<3000 where try run.messages.isEmpty && run.process.isRunning { usleep(20_000) }
    run.send(SIGTERM)
    let outcome = try run.finish()
    #expect(outcome.messages == ["overlay-render: note: fifo: waiting for a program that writes to this FIFO"])
    #expect(outcome.status == -SIGTERM)
  }
}
