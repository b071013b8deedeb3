import CCairo
import Foundation
import Synchronization
import Testing

@testable import OverlayRender

@Suite("Shaping")
struct ShapingTests {
  @Test("A narrow text has the same lines while other threads shape")
  func sameLines() throws {
    let shape = TextShape(string: "fi ffi VAV To", font: Font(size: 32))
    let heights = Mutex<Set<Double>>([])
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      guard let engine = try? TextEngine(FixtureFonts.configuration) else { return }
      let height = engine.metrics(of: shape, width: 1).size.height
      heights.withLock { _ = $0.insert(height) }
    }
    #expect(heights.withLock { $0.count } == 1)
  }

  @Test("A narrow text has the same lines after other texts")
  func earlierText() throws {
    let (first, second) = (TextStyle(size: 45), TextStyle(size: 9))
    func shape(_ styles: TextStyle...) -> TextShape {
      let runs = zip([0..<6, 6..<13], styles).map { TextRun(range: $0, style: $1) }
      return TextShape(string: "日本fi VAV ", runs: runs, font: Font(size: 32))
    }
    let engine = try TextEngine(FixtureFonts.configuration)
    // In the other text, the font of the second word is first used as a fallback for these characters.
    _ = engine.shaped(shape(first, second), width: nil)
    for width in 40...90 {
      let fresh = try TextEngine(FixtureFonts.configuration)
      let lines = [engine, fresh].map { engine in
        engine.shaped(shape(second, first), width: Double(width)).recording.glyphs.map { [$0.x, $0.baseline] }
      }
      #expect(lines[0] == lines[1], "\(width) pixels")
    }
  }

  @Test("Pango knows the language of texts without one, so it takes the usual language of other scripts")
  func language() throws {
    let map = try FontMap(FixtureFonts.configuration)
    let context = try #require(map.makeContext())
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    #expect(pango_language_get_scripts(pango_context_get_language(context), nil) != nil)
    let layout = try #require(pango_layout_new(context))
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    pango_layout_set_text(layout, "தமிழ்", -1)
    let line = try #require(pango_layout_get_line_readonly(layout, 0))
    let run = try #require(line.pointee.runs.elements(of: PangoGlyphItem.self).first)
    let language = try #require(run.pointee.item?.pointee.analysis.language)
    #expect(String(cString: pango_language_to_string(language)) == "ta")
  }
}
