import Foundation
import RenderTestTools
import Synchronization
import TestTools
import Testing

@testable import OverlayRender

@Suite("Texts from lines of input", .timeLimit(.minutes(10)))
struct TextLinesTests {
  private let pipe: TestPipe

  init() throws {
    pipe = try TestPipe()
  }

  private func write(_ text: String) {
    var remaining = Array(text.utf8)[...]
    while !remaining.isEmpty {
      let count = remaining.withUnsafeBytes { Glibc.write(pipe.writing, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      remaining = remaining.dropFirst(count)
    }
  }

  @Test("A complete line replaces the text")
  func lines() async throws {
    let lines = try TextLines(descriptor: pipe.reading, initial: ["title": "before"])
    #expect(lines.texts.current.value == ["title": "before"])
    write("first\n")
    #expect(await lines.texts.becomes(["title": "before", "text": "first"]))
    write("sec")
    write("ond\r\nthi")
    #expect(await lines.texts.becomes(["title": "before", "text": "second"]))
    write("rd\n\n")
    #expect(await lines.texts.becomes(["title": "before", "text": ""]))
    write("no line end")
    pipe.closeWriting()
    #expect(await lines.isAtEnd.becomes(true))
    #expect(lines.texts.current.value == ["title": "before", "text": "no line end"], "the text stays")
    #expect(lines.problem.current.value == nil)
  }

  @Test("A sequence has every line, also the last one without a line end")
  func sequence() async throws {
    write("\u{FEFF}first\r\n\nsec")
    var iterator = AsyncTextLines(descriptor: pipe.reading).makeAsyncIterator()
    #expect(try await iterator.next() == "first")
    #expect(try await iterator.next() == "")
    // The pipe holds all of it.
    #expect(fcntl(pipe.writing, 1031 /* F_SETPIPE_SZ */, 1 << 20) > 0)
    write("ond\n\(String(repeating: "x", count: TextLines.lineLimit + 9))\nlast")
    pipe.closeWriting()
    #expect(try await iterator.next() == "second")
    #expect(try await iterator.next() == String(repeating: "x", count: TextLines.lineLimit))
    #expect(try await iterator.next() == "last")
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
  }

  @Test("Canceling ends a sequence that waits for a line")
  func canceledSequence() async throws {
    let (started, continuation) = AsyncStream<Void>.makeStream()
    let task = Task { [descriptor = pipe.reading] in
      var lines: [String] = []
      for try await line in AsyncTextLines(descriptor: descriptor) {
        lines.append(line)
        continuation.finish()
      }
      return lines
    }
    write("one\n")
    for await _ in started {}
    task.cancel()
    #expect(try await task.value == ["one"])
  }

  @Test("A sequence of a descriptor that cannot be read throws")
  func unreadableSequence() async {
    let folder = open("/", O_RDONLY)
    defer { close(folder) }
    var iterator = AsyncTextLines(descriptor: folder).makeAsyncIterator()
    do {
      _ = try await iterator.next()
      Issue.record("a folder has lines")
    } catch {
      #expect(error.rawValue == EISDIR)
    }
  }

  @Test("A JSON object replaces the texts that it names")
  func objects() async throws {
    let lines = try TextLines(descriptor: pipe.reading)
    write(#"{"title": "Tonight", "subtitle": "at \u0038"}"# + "\n")
    #expect(await lines.texts.becomes(["title": "Tonight", "subtitle": "at 8"]))
    write(#"{"subtitle": "now", "text": "{plain"}"# + "\n")
    #expect(await lines.texts.becomes(["title": "Tonight", "subtitle": "now", "text": "{plain"]))
  }

  @Test(
    "A line that starts as an object but is not one of texts is reported each time and left out",
    arguments: ["{", "{}}", #"{"a": 1}"#, #"{"a": null}"#, #"{"a": {"b": "c"}}"#, "{not json}", #"{"a": "b""#])
  func malformed(line: String) async throws {
    let lines = try TextLines(descriptor: pipe.reading)
    let problemCount = Mutex(0)
    let subscription = lines.problem.onUpdate { problemCount.withLock { $0 += 1 } }
    write("first\n\(line)\n\(line)\n")
    #expect(await lines.problem.becomes(.notNamedTexts(line: 3, text: line)))
    pipe.closeWriting()
    #expect(await lines.isAtEnd.becomes(true))
    #expect(problemCount.withLock { $0 } == 2 && lines.texts.current.value == ["text": "first"])
    subscription.cancel()
  }

  @Test("Ten megabytes without a line break are one cut line, in limited memory")
  func endlessLine() async throws {
    let lines = try TextLines(descriptor: pipe.reading)
    for _ in 0..<160 { write(String(repeating: "a", count: 1 << 16)) }
    #expect(lines.texts.current.value.isEmpty)
    write("\nnext\n")
    #expect(await lines.texts.becomes(["text": "next"]))
    #expect(lines.problem.current.value == .cut(line: 1))
    var splitter = LineSplitter(limit: TextLines.lineLimit)
    for _ in 0..<4 { [UInt8](repeating: 97, count: 1 << 16).withUnsafeBytes { splitter.append($0) { _ in } } }
    #expect(splitter.unfinishedByteCount <= TextLines.lineLimit + 1)
  }

  @Test("The number of names is limited")
  func names() async throws {
    let lines = try TextLines(descriptor: pipe.reading)
    for number in 0..<300 { write("{\"\(number)\": \"x\"}\n") }
    write("last\n")
    pipe.closeWriting()
    #expect(await lines.isAtEnd.becomes(true))
    #expect(lines.texts.current.value.count == 257 && lines.problem.current.value == .tooManyNames(line: 300))
  }

  @Test("A byte order mark before the first line is removed")
  func byteOrderMark() async throws {
    let lines = try TextLines(descriptor: pipe.reading)
    write("\u{FEFF}{\"a\": \"b\"}\n")
    #expect(await lines.texts.becomes(["a": "b"]))
  }

  @Test("A file is read like a pipe, and read errors are reported")
  func otherDescriptors() async throws {
    let folder = try TemporaryFolder()
    folder.make("input", "one\ntwo")
    let file = open(folder("input"), O_RDONLY)
    let lines = try TextLines(descriptor: file)
    #expect(await lines.isAtEnd.becomes(true))
    #expect(lines.texts.current.value == ["text": "two"])
    close(file)
    let directory = open(folder.path, O_RDONLY)
    let refused = try TextLines(descriptor: directory)
    #expect(await refused.isAtEnd.becomes(true))
    #expect(refused.problem.current.value == .unreadable(SystemError(rawValue: EISDIR)))
    close(directory)
  }

  @Test("The thread ends with its source")
  func release() async throws {
    weak var texts: LiveData<NamedTexts>?
    do {
      let lines = try TextLines(descriptor: pipe.reading)
      texts = lines.texts
      write("one\n")
      #expect(await lines.texts.becomes(["text": "one"]))
    }
    #expect(await eventually { texts == nil }, "the thread keeps it alive while it reads")
  }
}

@Suite("Splitting bytes into lines")
struct LineSplitterTests {
  private func lines(_ pieces: [[UInt8]], limit: Int = 8) -> [LineSplitter.Line] {
    var splitter = LineSplitter(limit: limit)
    var lines: [LineSplitter.Line] = []
    for piece in pieces { piece.withUnsafeBytes { splitter.append($0) { lines.append($0) } } }
    if let last = splitter.finish() { lines.append(last) }
    #expect(splitter.finish() == nil)
    return lines
  }

  @Test("Lines do not depend on how the bytes are divided")
  func pieces() {
    let bytes = Array("one\r\ntwo\n\n\nсто\r\nlast".utf8)
    let expected = ["one", "two", "", "", "сто", "last"].map { LineSplitter.Line(text: $0) }
    for size in 1...bytes.count {
      let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
      #expect(lines(pieces) == expected, "pieces of \(size)")
    }
    #expect(lines([]).isEmpty && lines([Array("a\n".utf8)]).map(\.text) == ["a"])
  }

  @Test("Invalid UTF-8 is replaced")
  func noUTF8() {
    #expect(lines([[0x41, 0xFF, 0x42, 0x0A]]).map(\.text) == ["A\u{FFFD}B"])
  }

  @Test("A line beyond the limit is cut before a character, and the next one is complete")
  func limit() {
    let cases: [(String, String, Bool)] = [
      ("12345678", "12345678", false), ("12345678\r", "12345678", false), ("123456789", "12345678", true),
      ("12345678\r\r", "12345678", true), ("1234567é", "1234567", true), ("123456é", "123456é", false),
      ("12345😀", "12345", true), (String(repeating: "x", count: 1000), "xxxxxxxx", true),
    ]
    for (line, text, isCut) in cases {
      let expected = [LineSplitter.Line(text: text, isCut: isCut), LineSplitter.Line(text: "ok")]
      #expect(lines([Array("\(line)\nok".utf8)]) == expected, "\(line)")
      #expect(lines(Array("\(line)\nok".utf8).map { [$0] }) == expected, "\(line), byte by byte")
    }
  }
}
