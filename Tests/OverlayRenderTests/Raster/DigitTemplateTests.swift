import TestTools
import Testing

@testable import OverlayRender

@Suite("Digits replaced in shaped texts")
struct DigitTemplateTests {
  private let engine: TextEngine

  init() throws {
    engine = try TextEngine(FixtureFonts.configuration)
  }

  private static let fonts = [
    Font(family: "Noto Sans", size: 33), Font(family: "Noto Sans", size: 20.5, weight: .bold, isItalic: true),
    Font(family: "DejaVu Sans", size: 48), Font(family: "Source Code Pro", size: 27),
  ]

  private func shape(_ string: String, _ font: Font) -> TextShape {
    TextShape(string: string, font: font, hasEqualDigits: true, wraps: false)
  }

  @Test("A text has the same glyphs and measurements as one that is shaped alone", arguments: fonts)
  func equality(font: Font) throws {
    var generator = SeededGenerator(seed: 7)
    for pattern in ["##:##:##", "-#.##", "+## / ##", "(#) #,###", "##.##.#### ##:##", "#"] {
      for _ in 0..<40 {
        let string = String(pattern.map { $0 == "#" ? "0123456789".randomElement(using: &generator) ?? "0" : $0 })
        let replaced = engine.shaped(shape(string, font), width: nil)
        let alone = try TextEngine(FixtureFonts.configuration).shaped(shape(string, font), width: nil)
        #expect(replaced.metrics == alone.metrics, "\(string)")
        // Each engine has fonts of its own, so they are not compared.
        func places(_ text: ShapedText) -> [[Int]] {
          text.recording.glyphs.map { [Int($0.index), $0.x, $0.baseline, $0.yOffset, Int($0.extents.width)] }
        }
        #expect(places(replaced) == places(alone), "\(string)")
        #expect(replaced.recording.steps == alone.recording.steps)
      }
    }
  }

  @Test("A clock is not shaped again when it ticks, and a text with another length is")
  func shaping() {
    func layout(_ string: String) -> OpaquePointer { engine.shaped(shape(string, Self.fonts[0]), width: nil).layout }
    let first = layout("12:59:58")
    for string in ["12:59:59", "13:00:00", "00:00:01"] { #expect(layout(string) == first) }
    #expect(layout("1:00:00") != first)
  }

  @Test("A renderer that shares no texts shapes each of them as a whole, with the same pixels")
  func alone() throws {
    let fonts = FixtureFonts.configuration
    let text = try Rasterizer(fonts: fonts, sharesTexts: false).text
    #expect(try text !== Rasterizer(fonts: fonts).text)
    let layouts = Set(
      ["12:59:58", "12:59:59"].map { text.shaped(shape($0, Self.fonts[0]), width: nil).layout })
    #expect(layouts.count == 2)
    var configuration = RenderConfiguration(size: PixelSize(160, 40), start: WallTime(nanosecondsSince1970: 0))
    configuration.fonts = fonts
    let clock = ClockText(format: "HH:mm:ss").font(Self.fonts[0])
    let shared = try Renderer(clock, configuration: configuration)
    for second in 0..<3 {
      let alone = try Renderer(alone: clock, configuration: configuration)
      let bytes = try [shared.redraw(at: .seconds(Int64(second))), alone.redraw(at: .seconds(Int64(second)))].map {
        try #require($0.pixelBuffer).withUnsafeBytes(Array.init)
      }
      #expect(bytes[0] == bytes[1])
    }
  }

  @Test("Digits next to letters are shaped with them, and so are styled and spaced texts", arguments: 0..<4)
  func exceptions(kind: Int) {
    func layout(_ digit: String) -> OpaquePointer {
      var shape = shape(kind == 0 ? "\(digit)st of 3" : "at \(digit)", Self.fonts[0])
      if kind == 1 { shape.letterSpacing = 2 }
      if kind == 2 { shape.runs = [TextRun(range: 0..<2, style: TextStyle(weight: .bold))] }
      if kind == 3 { shape.hasEqualDigits = false }
      return engine.shaped(shape, width: nil).layout
    }
    let layouts = Set(["1", "2", "3"].map(layout))
    #expect(layouts.count == 3)
  }
}
