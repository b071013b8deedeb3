import Foundation
import Testing

@Suite("Text", .ownThreads)
struct TextTests {
  private static let (width, height) = (320, 180)

  private func still(_ arguments: String..., at time: String = "2s") throws -> GrayFrame {
    try GrayFrame.still(["text"] + arguments, at: time, Self.width, Self.height)
  }

  // MARK: Label

  @Test("An outline, a shadow and a box of none are not drawn")
  func none() throws {
    func still(_ arguments: String...) throws -> Data {
      let outcome = try overlayRender(
        ["text", "A", "--size", "64x36", "--font-size", "20", "--at", "0s", "--as", "raw"] + arguments,
        in: ScratchFolder())
      #expect(outcome.status == 0, "\(outcome.messages)")
      return outcome.output
    }
    let plain = try still("--outline", "0")
    #expect(try still("--outline", "none") == plain)
    #expect(try still("--outline", "none", "--box", "none", "--shadow", "none") == plain)
    #expect(try still() != plain)
  }

  @Test("A label wraps at the picture, and --align aligns its lines")
  func label() throws {
    let line = try still("Hello", "--font-size", "20", "--padding", "10")
    let lines = try still("Hello over and over and over and over again", "--font-size", "20", "--padding", "10")
    #expect(!line.isBlank)
    #expect(lines.inkedRows.count > line.inkedRows.count + 15)
    #expect(lines.inkedColumns.lowerBound >= 10 && lines.inkedColumns.upperBound <= Self.width - 10)
    let left = try still("a\nlonger line", "--font-size", "20", "--align", "top-left", "--padding", "10")
    let right = try still("a\nlonger line", "--font-size", "20", "--align", "top-right", "--padding", "10")
    let first = left.inkedRows.lowerBound..<(left.inkedRows.lowerBound + 12)
    let inkOfFirst = { (frame: GrayFrame) in
      (0..<Self.width).filter { x in first.contains { frame[x, $0] > 0 } }
    }
    #expect(try #require(inkOfFirst(left).max()) < 40)
    #expect(try #require(inkOfFirst(right).min()) > Self.width - 40)
  }

  @Test("Line breaks in an argument and in a file are kept")
  func lineEnds() throws {
    let folder = try ScratchFolder()
    try folder.write("one\ntwo\n", to: "t.txt")
    let argument = try still("one\ntwo")
    let file = try GrayFrame.still(["text", "--text-file", "t.txt"], at: "2s", Self.width, Self.height, in: folder)
    #expect(argument == file)
    #expect(try still("one two") != argument)
  }

  @Test("Markup changes the style of text, and entities are replaced")
  func markup() throws {
    #expect(try still("--markup", "<b>a</b>") != still("a"))
    #expect(try still("--markup", "a &lt; b") == still("a < b"))
  }

  @Test("A picture with --size fit has room for every line and the shadow")
  func fit() throws {
    let folder = try ScratchFolder()
    func size(_ arguments: String...) throws -> (width: Int, height: Int) {
      let outcome = try overlayRender(
        ["text"] + arguments + ["--size", "fit", "--font-size", "20", "--at", "2s", "--as", "png"], in: folder)
      #expect(outcome.status == 0)
      // The header contains the size, big-endian (PNG 11.2.2).
      let sides = [16, 20].map { start in outcome.output[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
      return (sides[0], sides[1])
    }
    let (plain, lines, shadowed) = (try size("a"), try size("a\nb"), try size("a", "--shadow", "5,9"))
    #expect(lines.height > plain.height + 15)
    #expect(shadowed.width >= plain.width + 5 && shadowed.height >= plain.height + 9)
    #expect(try size("--title", "a", "--subtitle", "a longer line").width > size("--title", "a").width)
  }

  // MARK: Shadow

  @Test("A shadow is at its offset, and none is not drawn")
  func shadow() throws {
    let plain = try still("x", "--outline", "0", "--color", "white")
    let shadowed = try still("x", "--outline", "0", "--color", "white", "--shadow", "30,-20:#fff")
    #expect(shadowed.inkedColumns.upperBound == plain.inkedColumns.upperBound + 30)
    #expect(shadowed.inkedRows.lowerBound == plain.inkedRows.lowerBound - 20)
    #expect(shadowed.inkCount == 2 * plain.inkCount)
    #expect(try still("x", "--outline", "0", "--shadow", "0,0,9:#fff").inkCount > 2 * plain.inkCount)
    #expect(try still("x", "--shadow", "none") == still("x"))
  }

  @Test("Only the changed part of the shadow of a clock is drawn again")
  func shadowOfClock() throws {
    func pixelsDrawn(_ arguments: String...) throws -> Int {
      let outcome = try overlayRender(
        ["clock", "--size", "1280x720", "--start", "2026-03-04T05:06:00Z", "--as", "null", "--stats", "-"] + arguments,
        in: ScratchFolder())
      let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
      return try #require(object?["pixelsDrawn"] as? Int)
    }
    let whole = try pixelsDrawn("--shadow", "4,4,3", "--duration", "1s")
    let three = try pixelsDrawn("--shadow", "4,4,3", "--duration", "3s")
    let nine = try pixelsDrawn("--shadow", "4,4,3", "--duration", "9s")
    #expect((nine - three) / 6 < whole / 4)
  }

  // MARK: Lower third

  @Test("A lower third is at the bottom left of the action-safe area, for any picture shape")
  func lowerThird() throws {
    for (width, height) in [(640, 360), (360, 640), (320, 180)] {
      for title in ["Ada", String(repeating: "A very long title ", count: 20)] {
        let frame = try GrayFrame.still(["text", "--title", title, "--subtitle", "b"], at: "2s", width, height)
        let (left, bottom) = (Int(0.035 * Double(width)), Int(0.965 * Double(height)))
        #expect(abs(frame.inkedColumns.lowerBound - left) <= 1)
        #expect(abs(frame.inkedRows.upperBound - bottom) <= 1)
        #expect(frame.inkedColumns.upperBound <= width - left)
        #expect(frame.inkedRows.lowerBound > height * 2 / 3)
      }
    }
  }

  @Test("The first line is the title, and named texts take precedence")
  func titleInText() throws {
    let named = try still("--title", "Ada", "--subtitle", "Lovelace")
    #expect(try still("Ada\nLovelace", "--style", "lower-third") == named)
    #expect(try still("Ada\nKing", "--subtitle", "Lovelace") == named)
    #expect(try still("--title", "Ada") != named)
  }

  @Test("A lower third slides in from the left, and out at a known end")
  func movement() throws {
    let there = try still("--title", "Ada")
    #expect(try still("--title", "Ada", at: "0s").isBlank)
    let coming = try still("--title", "Ada", at: "300ms")
    #expect(!coming.isBlank && coming.inkedColumns.upperBound < there.inkedColumns.upperBound)
    #expect(try still("--title", "Ada", "--enter", "0s", at: "0s") == still("--title", "Ada", "--enter", "0s"))
    #expect(try still("--title", "Ada", at: "1h") == there)

    #expect(try still("--title", "Ada", "--duration", "3s") == there)
    let going = try still("--title", "Ada", "--duration", "3s", at: "2.7s")
    #expect(!going.isBlank && going.inkedColumns.upperBound < there.inkedColumns.upperBound)
    #expect(try still("--title", "Ada", "--leave-at", "2.1s") == there)
    #expect(try still("--title", "Ada", "--leave-at", "1s", "--enter", "200ms", at: "1.2s").isBlank)
    #expect(try still("--title", "Ada", "--leave-at", "1s", "--enter", "0s", at: "1s").isBlank)
    let fitting = ["text", "--title", "Ada", "--size", "fit", "--enter", "1s", "--as", "raw", "--at"]
    let half = try overlayRender(fitting + ["500ms"], in: ScratchFolder()).output
    let whole = try overlayRender(fitting + ["1s"], in: ScratchFolder()).output
    #expect(half.count == whole.count && half != whole)
    #expect(half.contains { $0 > 0 })
  }

  // MARK: Ticker

  @Test("A ticker runs at its speed along the bottom or the top, in the reading direction")
  func ticker() throws {
    let ticker = ["text", "--style", "ticker", "--speed", "20", "--font-size", "16", "--fps", "1"]
    func frames(_ arguments: String...) throws -> [GrayFrame] {
      try GrayFrame.run(
        ticker + arguments + ["--from-time", "20s", "--to-time", "24s"], Self.width, Self.height, in: ScratchFolder())
    }
    let band = 27
    let left = try frames("Only a few words")
    #expect(left.count == 4 && Set(left).count == 4)
    #expect(left[0].inkedRows == (Self.height - band)..<Self.height)
    #expect(left[0].inkedColumns == 0..<Self.width)
    let right = try frames("שלום עולם", "--align", "top")
    #expect(right[0].inkedRows == 0..<band)
    #expect(left[1].columns(0..<(Self.width - 20)) == left[0].columns(20..<Self.width))
    #expect(right[1].columns(20..<Self.width) == right[0].columns(0..<(Self.width - 20)))
  }

  @Test("The lines of a ticker follow each other after the gap")
  func tickerLines() throws {
    let options = ["--font-size", "16", "--speed", "40", "--box", "transparent"]
    let two = try GrayFrame.still(
      ["text", "one\n\ntwo", "--style", "ticker", "--gap", "50"] + options, at: "4s", Self.width, Self.height)
    let columns = (0..<Self.width).filter { x in (0..<Self.height).contains { two[x, $0] > 0 } }
    let gaps = zip(columns, columns.dropFirst()).map { $1 - $0 }.filter { $0 > 30 }
    #expect(gaps.count >= 1 && gaps.allSatisfy { (50...54).contains($0) })
  }
}
