import Foundation
import Testing

/// A grayscale picture as the command writes it with `--as raw --pixel-format gray`.
struct GrayFrame: Hashable {
  let width: Int
  let pixels: [UInt8]

  static let options = ["--as", "raw", "--pixel-format", "gray", "--background", "black"]

  var height: Int { pixels.count / width }
  var isBlank: Bool { pixels.allSatisfy { $0 == 0 } }

  /// The number of pixels with ink.
  var inkCount: Int { pixels.count { $0 > 0 } }

  subscript(x: Int, y: Int) -> UInt8 { pixels[y * width + x] }

  /// The pixels of a range of columns, row by row.
  func columns(_ columns: Range<Int>) -> [UInt8] {
    (0..<height).flatMap { y in columns.map { self[$0, y] } }
  }

  /// The range of columns with ink.
  var inkedColumns: Range<Int> {
    let ends = (0..<height).compactMap { y -> Range<Int>? in
      let row = pixels[(y * width)..<((y + 1) * width)]
      guard let first = row.firstIndex(where: { $0 > 0 }), let last = row.lastIndex(where: { $0 > 0 }) else {
        return nil
      }
      return (first - row.startIndex)..<(last - row.startIndex + 1)
    }
    guard let first = ends.map(\.lowerBound).min(), let end = ends.map(\.upperBound).max() else { return 0..<0 }
    return first..<end
  }

  /// The range of rows with ink.
  var inkedRows: Range<Int> {
    guard let first = pixels.firstIndex(where: { $0 > 0 }), let last = pixels.lastIndex(where: { $0 > 0 }) else {
      return 0..<0
    }
    return (first / width)..<(last / width + 1)
  }

  /// Returns the frames of a run.
  static func run(_ arguments: [String], _ width: Int, _ height: Int, in folder: ScratchFolder) throws -> [GrayFrame] {
    let outcome = try overlayRender(arguments + ["--size", "\(width)x\(height)"] + options, in: folder)
    try #require(outcome.status == 0, "\(outcome.error)")
    return stride(from: 0, to: outcome.output.count, by: width * height).map {
      GrayFrame(width: width, pixels: Array(outcome.output[$0..<($0 + width * height)]))
    }
  }

  /// Returns the frame at a time.
  static func still(
    _ arguments: [String], at time: String, _ width: Int, _ height: Int, in folder: ScratchFolder? = nil
  ) throws -> GrayFrame {
    try #require(try run(arguments + ["--at", time], width, height, in: folder ?? ScratchFolder()).first)
  }
}
