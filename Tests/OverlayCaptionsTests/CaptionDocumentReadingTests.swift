import Foundation
import TestTools
import Testing

@testable import OverlayCaptions

@Suite("Reading caption files")
struct CaptionDocumentReadingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func error(_ name: String, _ options: CaptionReadingOptions = CaptionReadingOptions()) -> String? {
    do throws(CaptionError) {
      _ = try CaptionDocument(contentsOfFile: name.hasPrefix("/") ? name : folder(name), options: options)
      return nil
    } catch {
      return error.description.replacing(folder.path + "/", with: "")
    }
  }

  private static let cue = "1\n00:00:01,000 --> 00:00:02,000\n"

  @Test("The content of a file determines its format, not its name")
  func names() throws {
    folder.make("talk.vtt", Self.cue + "one\n")
    let document = try CaptionDocument(contentsOfFile: folder("talk.vtt"))
    #expect(document.format == .subRip && document.track.cues.map(\.plainText) == ["one"])
  }

  @Test("Plain lines are accepted for .txt, with an interval, and from standard input")
  func plainLines() throws {
    folder.make("lines.txt", "one\ntwo\n")
    folder.make("lines", "one\ntwo\n")
    #expect(try CaptionDocument(contentsOfFile: folder("lines.txt")).track == CaptionTrack(lines: ["one", "two"]))
    let timed = CaptionReadingOptions(lineInterval: .seconds(3))
    let track = CaptionTrack(lines: ["one", "two"], every: .seconds(3))
    #expect(try CaptionDocument(contentsOfFile: folder("lines"), options: timed).track == track)
    let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder("lines")))
    #expect(try CaptionDocument(readingFrom: input.fileDescriptor).format == .lines)
    #expect(
      error("lines")
        == "lines: 'one' is not the start of SRT, WebVTT, LRC or JSON captions: "
        + "for plain lines, each a caption, read them as such or name the file .txt")
  }

  @Test("A requested format is used, or is an error if the content does not have it")
  func namedFormats() throws {
    folder.make("a.srt", Self.cue + "one\n")
    let lines = try CaptionDocument(contentsOfFile: folder("a.srt"), options: CaptionReadingOptions(format: .lines))
    #expect(lines.track.cues.count == 3)
    folder.make("b.srt", "one\n")
    #expect(
      error("b.srt", CaptionReadingOptions(format: .subRip))
        == "b.srt: it is not SRT: no line has times, as in 00:00:01,000 --> 00:00:02,000")
  }

  @Test("Errors state the file, the line, the problem and how to fix it, in one line")
  func errors() throws {
    #expect(error("none.srt") == "none.srt: there is no such file: check its name")
    #expect(error("none.srt/more") == "none.srt/more: there is no such file: check its name")
    #expect(error(folder.path) == "\(folder.path): it is a folder: name a file in it")
    #expect(error("/dev/null") == "/dev/null: it is not a file: name a file that contains captions")
    folder.make("empty.srt", "")
    #expect(error("empty.srt") == "empty.srt: it is empty: there are no captions in it")
    folder.make("x.ass", "[Script Info]\n")
    #expect(
      error("x.ass")
        == "x.ass: it is an ASS file, which is not supported: convert it with ffmpeg -i FILE.ass FILE.srt")
    _ = FileManager.default.createFile(atPath: folder("bad.srt"), contents: Data(Self.cue.utf8) + [0xE9, 0x0A])
    #expect(
      error("bad.srt")
        == "bad.srt:3: the byte E9 at offset 32 is not UTF-8: the file is in another encoding")
    #expect(error("bad.srt", CaptionReadingOptions(encoding: "latin1")) == nil)
    #expect(
      error("bad.srt", CaptionReadingOptions(encoding: "latin"))
        == "bad.srt: 'latin': unknown encoding; give a name such as windows-1252, Shift_JIS or GB18030")
    let wide = Self.cue.utf8.flatMap { [$0, 0] as [UInt8] }
    _ = FileManager.default.createFile(atPath: folder("wide.srt"), contents: Data(wide))
    #expect(
      error("wide.srt") == "wide.srt: it looks like UTF-16 without a byte order mark (utf-16le)")
    folder.make("a\nb", "{}")
    #expect(error("a\nb") == "a\\nb:1: the document has no 'cues'")
  }

  @Test("Every error has its own description in one line")
  func descriptions() {
    let kinds: [CaptionError.Kind] =
      [
        .missing, .folder, .notAFile, .unreadable(SystemError(rawValue: 13)), .tooLarge, .empty,
        .notUTF8(offset: 1, byte: 2, line: 3), .notInEncoding("a", offset: 1, line: 2),
        .unknownEncoding("a\n", near: ["b"]),
        .unmarkedUTF16(encoding: "utf-16le"), .encodingNotInstalled("a"), .binary, .unknownFormat(beginning: "a\n"),
        .badJSON(CaptionJSONError(line: 1, path: "a", reason: .tooDeep)),
      ] + CaptionFormat.allCases.map { .notInFormat($0) }
      + UnsupportedCaptionFormat.allCases.map { .unsupportedFormat($0) }
    #expect(Set(kinds.map(\.description)).count == kinds.count)
    #expect(kinds.allSatisfy { !$0.description.contains("\n") })
    #expect(CaptionError(.empty, in: nil).description == "it is empty: there are no captions in it")
  }

  @Test("Files above the size limit are rejected, whatever size their status has")
  func size() throws {
    folder.make("large.srt", "")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder("large.srt")))
    // The file is sparse, so it needs no space on the disk.
    try file.truncate(atOffset: 2 << 30)
    #expect(error("large.srt") == "large.srt: it holds more than 32 MiB: split it")
    let zeros = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/zero"))
    #expect(throws: CaptionError.Kind.tooLarge) { try CaptionFile.bytes(from: zeros.fileDescriptor) }
  }

  @Test("A FIFO is read until its writer closes it")
  func fifo() throws {
    let path = folder.makeFIFO("fifo")
    let text = Self.cue + String(repeating: "words ", count: 9000)
    let reading = Background { Result { try CaptionDocument(contentsOfFile: path) } }
    let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try writer.write(contentsOf: Data(text.utf8.prefix(40)))
    try writer.write(contentsOf: Data(text.utf8.dropFirst(40)))
    try writer.close()
    #expect(try reading.value().get().track.cues.map { $0.plainText.utf8.count } == [53_999])
  }

  @Test("A FIFO without a writer is reported once, and read when a writer opens it")
  func waiting() throws {
    let path = folder.makeFIFO("fifo")
    let waited = DispatchSemaphore(value: 0)
    let reading = Background { Result { try CaptionFile.bytes(ofFile: path, patience: 0) { waited.signal() } } }
    #expect(waited.wait(timeout: .now() + 20) == .success)
    let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try writer.write(contentsOf: Data("late".utf8))
    try writer.close()
    #expect(try reading.value().get() == Array("late".utf8))
    #expect(waited.wait(timeout: .now()) == .timedOut)
  }

  @Test("Reading waits for a nonblocking pipe")
  func nonBlockingPipe() throws {
    let pipe = try TestPipe()
    let descriptor = pipe.reading
    #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    let reading = Background { Result { try CaptionFile.bytes(from: descriptor) } }
    // The pieces are so small that the reader encounters an empty pipe.
    for _ in 0..<2000 { #expect(write(pipe.writing, "late", 4) == 4) }
    pipe.closeWriting()
    #expect(try reading.value().get() == Array(String(repeating: "late", count: 2000).utf8))
  }

  @Test("Problems of bytes and of cues are in the order of the lines")
  func problems() throws {
    let document = try CaptionDocument(
      Array("1\n0:01 --> 0:x9\n\n2\n0:01 --> 0:02\na\0b\n0:05 --> 0:04\n".utf8) + [0xC3])
    #expect(
      document.problems.first.map { "\($0.line): \($0)" } == [
        "2: '0:x9' is not a time", "6: a zero byte is left out",
        "7: the cue ends before it starts: its times may be swapped",
        "8: the file ends in the middle of a character, which is left out",
      ])
    #expect(document.problems.count == 4 && document.track.cues.map(\.plainText) == ["ab"])
  }

  @Test("The encoding of WebVTT is detected if it is not damaged UTF-8")
  func webVTTInOtherEncodings() throws {
    let header = Array("WEBVTT\n\n00:01.000 --> 00:02.000\n".utf8)
    let russian: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]
    func document(_ text: [UInt8], _ answer: String?) throws -> CaptionDocument {
      try CaptionDocument(header + text) { _ in answer }
    }
    let guessed = try document(russian, "WINDOWS-1251")
    #expect(guessed.track.cues.map(\.plainText) == ["Привет"] && guessed.encoding == .detected("windows-1251"))
    #expect(guessed.format == .webVTT && guessed.problems.count == 0)
    // If no answer fits, or if the text is damaged, the decoder of the specification is used.
    for answer in [nil, "nonsense", "UTF-8"] {
      let decoded = try document(russian, answer)
      #expect(decoded.track.cues.map(\.plainText) == [String(repeating: "\u{FFFD}", count: 6)])
      #expect(decoded.encoding == .known("UTF-8"))
      #expect(decoded.problems.first == [CaptionProblem(line: 4, .invalidCharacters(count: 6))])
    }
    let damaged = try document(Array(String(repeating: "é", count: 20).utf8) + [0xFF], "WINDOWS-1251")
    #expect(damaged.track.cues.map(\.plainText) == [String(repeating: "é", count: 20) + "\u{FFFD}"])
  }

  @Test("The WebVTT reader gets the original bytes")
  func webVTT() throws {
    let document = try CaptionDocument(
      [UInt8].byteOrderMark + Array("WEBVTT\n\n00:01.000 --> 00:02.000\n".utf8) + [0xFF])
    #expect(document.format == .webVTT && document.track.cues.count == 1)
    #expect(document.problems.first == [CaptionProblem(line: 4, .invalidCharacters(count: 1))])
    let twice = [UInt8].byteOrderMark + .byteOrderMark + Array("WEBVTT\n\n00:01.000 --> 00:02.000\nx\n".utf8)
    #expect(try CaptionDocument(twice).format == .webVTT)
    let wide = "\u{FEFF}WEBVTT\n\n00:01.000 --> 00:02.000\nx".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try CaptionDocument(wide).format == .webVTT)
  }
}
