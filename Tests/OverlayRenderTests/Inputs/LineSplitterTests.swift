import Testing

@testable import OverlayRender

@Suite("Lines from bytes")
struct LineSplitterTests {
  private func lines(_ pieces: [[UInt8]], limit: Int = 8) -> [LineSplitter.Line] {
    var splitter = LineSplitter(limit: limit)
    var lines: [LineSplitter.Line] = []
    for piece in pieces { piece.withUnsafeBytes { splitter.append($0) { lines.append($0) } } }
    if let last = splitter.finish() { lines.append(last) }
    #expect(splitter.finish() == nil)
    return lines
  }

  @Test("Lines are the same whatever the pieces they come in")
  func pieces() {
    let bytes = Array("one\r\ntwo\n\n\nсто\r\nlast".utf8)
    let expected = ["one", "two", "", "", "сто", "last"].map { LineSplitter.Line(text: $0) }
    for size in 1...bytes.count {
      let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
      #expect(lines(pieces) == expected, "pieces of \(size)")
    }
    #expect(lines([]).isEmpty && lines([Array("a\n".utf8)]).map(\.text) == ["a"])
  }

  @Test("What is no UTF-8 is replaced")
  func noUTF8() {
    #expect(lines([[0x41, 0xFF, 0x42, 0x0A]]).map(\.text) == ["A\u{FFFD}B"])
  }

  @Test("A line beyond the limit is cut before a character, and the next one is whole")
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
