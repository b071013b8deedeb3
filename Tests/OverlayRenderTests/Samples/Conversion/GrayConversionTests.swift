import TestTools
import Testing

@testable import OverlayRender

@Suite("Conversion of gray pixels")
struct GrayConversionTests {
  @Test(
    "Chroma without a filter equals filtered chroma",
    arguments: [PixelFormat.yuv420p, .nv12, .yuva420p], [(37, 22), (64, 33), (6, 5)])
  func tiles(pixelFormat: PixelFormat, size: (Int, Int)) throws {
    var generator = SeededGenerator(seed: 11)
    var picture = try TestPicture(width: size.0, height: size.1)
    for y in 0..<size.1 {
      for x in 0..<size.0 {
        let alpha = Int.random(in: 0...255, using: &generator)
        let gray = Int.random(in: 0...alpha, using: &generator)
        picture.setPixel(x, y, blue: gray, green: gray, red: gray, alpha: alpha)
      }
      // A color in every row, so that the whole picture is filtered, but not in every tile.
      picture.setPixel(Int.random(in: 0..<size.0, using: &generator), y, blue: 3, green: 90, red: 7, alpha: 255)
    }
    let source = try picture.frozen()
    let conversion = try #require(
      PictureConversion(
        to: VideoFormat(size: source.format.size, pixelFormat: pixelFormat, matrix: .bt709, range: .limited)))
    let whole = try Self.convert([PixelRect(source.format.size)], of: source, conversion)
    var tiles: [PixelRect] = []
    for y in 0..<size.1 {
      for x in stride(from: 0, to: size.0, by: 3) {
        tiles.append(PixelRect(x: x, y: y, width: min(3, size.0 - x), height: 1))
      }
    }
    #expect(try Self.convert(tiles, of: source, conversion) == whole)
  }

  private static func convert(
    _ rectangles: [PixelRect], of picture: PixelBuffer, _ conversion: PictureConversion
  ) throws -> [UInt8] {
    var draft = try PixelBufferDraft(format: conversion.target)
    draft.withUnsafeMutableBytes { output in
      picture.withUnsafeBytes { bytes in
        for rectangle in rectangles { conversion.convert(rectangle, from: bytes, to: output) }
      }
    }
    return draft.freeze().withUnsafeBytes { Array($0) }
  }
}
