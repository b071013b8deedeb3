import CCairo
import Foundation
import TestTools

@testable import OverlayRender

/// A blank surface for drawing texts, with the fixture fonts.
final class TextCanvas {
  let size: PixelSize
  private let surface: CairoSurface

  init(_ size: PixelSize) throws {
    self.size = size
    surface = try CairoSurface(pictureOf: size)
  }

  var bounds: PixelRect { PixelRect(size) }

  /// Draws inside a clip.
  func draw(in clip: PixelRect? = nil, _ body: (OpaquePointer) throws -> Void) throws {
    var failure: (any Error)?
    try surface.draw { context in
      if let clip {
        context.addRectangle(clip)
        cairo_clip(context)
      }
      do { try body(context) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Clears a rectangle.
  func clear(_ rectangle: PixelRect) throws {
    try draw(in: rectangle) { context in
      cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
      cairo_paint(context)
    }
  }

  /// The pixels in Cairo's format: blue, green, red, alpha, premultiplied.
  var bytes: [UInt8] {
    cairo_surface_flush(surface.pointer)
    guard let data = cairo_image_surface_get_data(surface.pointer) else { return [] }
    return Array(UnsafeBufferPointer(start: data, count: 4 * size.width * size.height))
  }

  /// The bounding rectangle of the pixels with ink.
  var ink: PixelRect {
    let bytes = bytes
    var ink = PixelRect.zero
    for y in 0..<size.height {
      for x in 0..<size.width where bytes[4 * (y * size.width + x) + 3] != 0 {
        ink = ink.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return ink
  }

  /// The center of the ink in pixels, weighted by alpha.
  var centroid: Point {
    let bytes = bytes
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let alpha = Double(bytes[4 * (row * size.width + column) + 3])
        sum += alpha
        x += alpha * Double(column)
        y += alpha * Double(row)
      }
    }
    return Point(x: x / sum, y: y / sum)
  }

  /// Random disjoint rectangles that cover `bounds`.
  static func tiles(of bounds: PixelRect, _ generator: inout SeededGenerator) -> [PixelRect] {
    guard bounds.width > 3, bounds.height > 3, !generator.chance(4) else { return [bounds] }
    if generator.chance(3) {
      let cut = Int.random(in: 1..<bounds.height, using: &generator)
      return tiles(of: PixelRect(x: bounds.x, y: bounds.y, width: bounds.width, height: cut), &generator)
        + tiles(
          of: PixelRect(x: bounds.x, y: bounds.y + cut, width: bounds.width, height: bounds.height - cut), &generator)
    }
    let cut = Int.random(in: 1..<bounds.width, using: &generator)
    return tiles(of: PixelRect(x: bounds.x, y: bounds.y, width: cut, height: bounds.height), &generator)
      + tiles(
        of: PixelRect(x: bounds.x + cut, y: bounds.y, width: bounds.width - cut, height: bounds.height), &generator)
  }
}

/// A text in Pango markup, with its own engine or the engine of the text that it replaces.
struct MarkedText {
  let drawing: TextDrawing
  var content: TextContent

  init(
    _ markup: String, size: Double = 32, color: Color = .white, outlines: [Outline] = [], after old: MarkedText? = nil
  ) throws {
    drawing =
      try old?.drawing ?? TextDrawing(engine: TextEngine(FixtureFonts.configuration), masks: CoverageMasks())
    let text = try Markup(markup)
    let shape = TextShape(string: text.string, runs: text.runs, font: Font(family: "Noto Sans", size: size))
    content = TextContent(shape: shape, color: color, outlines: outlines)
  }

  var shaped: ShapedText { drawing.engine.shaped(content.shape, width: nil) }

  /// The ink according to the metrics of the text, without outlines.
  var ink: PixelRect {
    var ink = PangoRectangle()
    pango_layout_get_extents(shaped.layout, &ink, nil)
    return PixelRect(
      unitsFrom: Int(ink.x), Int(ink.y), to: Int(ink.x + ink.width), Int(ink.y + ink.height)
    ).insetBy(dx: -2, dy: -2).union(shaped.recording.rectangleInk)
  }

  /// Draws the text at rest. `clip` is the clip of the context, if it has one.
  func drawStill(x: Int, y: Int, clip: PixelRect? = nil, on context: OpaquePointer) throws {
    let everything = PixelRect(x: -8192, y: -8192, width: 16384, height: 16384)
    try drawing.drawStill(content, width: nil, x: x, y: y, clip: clip ?? everything, on: context)
  }

  func drawMoving(x: Int, y: Int, phase: Phase = .zero, clip: PixelRect, on context: OpaquePointer) throws {
    try drawing.drawMoving(content, width: nil, x: x, y: y, phase: phase, clip: clip, on: context)
  }

  func drawFree(x: Double, y: Double, on context: OpaquePointer) throws {
    try drawing.drawFree(content, width: nil, x: x, y: y, on: context)
  }
}

/// The fixture fonts, without system fonts, so that pictures are the same on every machine.
enum FixtureFonts {
  static let configuration = FontConfiguration(files: files, includesSystemFonts: false)

  static let files: [String] = {
    let folder = Bundle.module.url(forResource: "Fixtures/Fonts", withExtension: nil)
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
    return names.filter { $0.contains(".subset.") }.sorted().compactMap { folder?.appendingPathComponent($0).path }
  }()
}
