import Foundation
import Testing

@testable import OverlayRender

@Suite("Text in its environment")
struct TextTests {
  @Test(
    "Control characters are removed, and line ends are normalized",
    arguments: [
      ("plain", "plain"), ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("tab\there", "tab\there"),
      ("a\u{0}b\u{7}c\u{1B}[0m", "abc[0m"),
      ("x\u{7F}y", "xy"), ("x\u{85}y\u{9F}z", "xyz"), ("soft\u{AD}hyphen", "soft\u{AD}hyphen"), ("é 日本 👩‍💻", "é 日本 👩‍💻"),
      ("\r\n\r\n", "\n\n"), ("", ""), ("£ ¢", "£ ¢"), ("مرحبا\u{200F}!", "مرحبا\u{200F}!"),
    ])
  func printable(text: String, expected: String) {
    #expect(Array(Text.printable(text).unicodeScalars) == Array(expected.unicodeScalars))
    #expect(Resolved.texts(of: Text(text)) == [Text.printable(text)])
  }

  @Test("Invalid UTF-8 becomes the replacement character")
  func invalid() {
    let text = String(decoding: [0x61, 0xFF, 0xC3, 0x28, 0x00] as [UInt8], as: UTF8.self)
    #expect(Resolved.texts(of: Text(text)) == ["a\u{FFFD}\u{FFFD}("])
  }

  @Test("Fonts change by their parts, from the outside in")
  func font() throws {
    let view = HStack {
      Text("inherits")
      Text("own").font(size: 12, isItalic: true)
    }
    .font(family: "serif", size: 40, weight: .bold)
    let texts = Resolved.nodes(of: view).compactMap(\.textContent)
    try #require(texts.count == 2)
    #expect(texts[0].shape.font == Font(family: "serif", size: 40, weight: .bold))
    #expect(texts[1].shape.font == Font(family: "serif", size: 12, weight: .bold, isItalic: true))
  }

  @Test("A modifier applies only to its view")
  func scope() throws {
    let view = HStack {
      Text("in").foregroundColor(.red).outline(.blue, width: 2).monospacedDigit().multilineTextAlignment(.center)
      Text("out")
    }
    let texts = Resolved.nodes(of: view).compactMap(\.textContent)
    try #require(texts.count == 2)
    #expect(texts[0].color == .red && texts[0].outlines == [Outline(width: 2, color: .blue)])
    #expect(texts[0].shape.hasEqualDigits && texts[0].shape.alignment == .center)
    #expect(texts[1].color == .white && texts[1].outlines.isEmpty)
    #expect(!texts[1].shape.hasEqualDigits && texts[1].shape.alignment == .leading)
  }

  @Test("An outline can be removed")
  func noOutline() {
    let view = Text("x").outline(width: 0).outline(width: 3)
    #expect(Resolved.nodes(of: view).first?.textContent?.outlines == [])
  }

  @Test("A rectangle is filled with the foreground color or with its own")
  func rectangle() {
    let view = HStack {
      Rectangle()
      Rectangle().fill(.blue)
      Color.lime
    }
    .foregroundColor(.red)
    let colors = Resolved.nodes(of: view).compactMap { node in
      if case .leaf(.fill(let fill)) = node.kind { fill.color } else { nil }
    }
    #expect(colors == [.red, .blue, .lime])
  }

  @Test("A locale sets the language that text is shaped in")
  func language() {
    let view = Text("直").locale(Locale(identifier: "ja"))
    #expect(Resolved.nodes(of: view).first?.textContent?.shape.language == "ja")
  }

  @Test("Values of clocks and timers have digits of equal width, on one line")
  func values() throws {
    let views: [any View] = [
      ClockText(timeZone: .gmt), CountdownText(for: .seconds(5)), StopwatchText(),
      TimecodeText(from: try Timecode(frame: 0, rate: .ntsc)),
    ]
    for view in views {
      let shape = try #require(Resolved.nodes(of: view).first?.textContent?.shape)
      #expect(shape.hasEqualDigits && !shape.wraps, "\(view)")
    }
  }
}
