import Testing

@testable import OverlayRender

/// A view with a proposed size, and the expected frames of its texts and rectangles in order, as `x,y WxH`. A character
/// has 10 x 20 pixels.
struct LayoutCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let view: any View
  let proposed: Size
  let frames: [String]

  init(_ name: String, _ width: Double, _ height: Double, _ frames: [String], @ViewBuilder _ view: () -> some View) {
    testDescription = name
    self.view = view()
    proposed = Size(width, height)
    self.frames = frames
  }

  func expectFrames(sourceLocation: SourceLocation = #_sourceLocation) {
    let layout = SceneLayout(Resolved.nodes(of: view), in: proposed, measuredBy: GridMeasurer())
    #expect(layout.frames == frames, sourceLocation: sourceLocation)
  }

  func expectIdealSize(sourceLocation: SourceLocation = #_sourceLocation) {
    let size = SceneLayout.idealSize(of: Resolved.nodes(of: view), measuredBy: GridMeasurer())
    #expect([size.description] == frames, sourceLocation: sourceLocation)
  }
}

extension SceneLayout {
  /// The frames of the texts and rectangles, in order.
  var frames: [String] {
    nodes.indices.compactMap { index in
      switch nodes[index].kind {
      case .leaf(.text), .leaf(.fill):
        let frame = placements[index].frame
        return "\(text(frame.origin.x)),\(text(frame.origin.y)) \(frame.size.description)"
      default: return nil
      }
    }
  }
}

extension Size {
  /// The size as `WxH`.
  fileprivate var description: String { "\(text(width))x\(text(height))" }
}

private func text(_ number: Double) -> String {
  Int(exactly: number).map { String($0) } ?? String(number)
}

/// A rectangle with a fixed size.
func box(_ width: Double, _ height: Double) -> WrappedView<Rectangle> {
  Rectangle().frame(width: width, height: height)
}

/// A text measurer without fonts. At size 32 every character has a cell of 10 x 20 pixels with the baseline at 15, and
/// other sizes scale it, so layouts of text are exact. Runs have no effect, and lines are not balanced.
struct GridMeasurer: TextMeasurer {
  func metrics(of shape: TextShape, width: Double?) -> TextMetrics {
    let shape = shrunk(shape, to: width)
    let scale = shape.font.size / 32
    let cell = 10 * scale + shape.letterSpacing
    let all = limited(lines(of: shape, columns: columns(of: shape, width: width)), shape)
    let lines = all.suffix(max(all.count - shape.hiddenLineCount, 1))
    let length = cell * Double(lines.map(\.count).max() ?? 0)
    let depth = 20 * scale * Double(lines.count) + shape.lineSpacing * Double(lines.count - 1)
    let size = shape.isVertical ? Size(depth, length) : Size(length, depth)
    let ink = PixelRect(x: 0, y: 0, width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)))
    return TextMetrics(
      size: size, firstBaseline: shape.isVertical ? length : 15 * scale,
      lastBaseline: shape.isVertical ? length : depth - 5 * scale, lineCount: lines.count, ink: ink,
      isTruncated: all.last?.hasSuffix("…") == true)
  }

  /// Shrinks in steps of a tenth, down to the minimum.
  private func shrunk(_ shape: TextShape, to width: Double?) -> TextShape {
    guard let width, shape.minimumScale < 1 else { return shape }
    let scales = [1] + stride(from: 9, to: shape.minimumScale * 10, by: -1).map { $0 / 10 } + [shape.minimumScale]
    let fitting = scales.map(shape.scaled).first { candidate in
      let columns = candidate.wraps ? columns(of: candidate, width: width) : .max
      let lines = lines(of: candidate, columns: columns)
      let length = Double(lines.map(\.count).max() ?? 0) * (10 * candidate.font.size / 32 + candidate.letterSpacing)
      return length <= width && lines.count <= candidate.lineLimit ?? .max
    }
    return fitting ?? shape.scaled(by: shape.minimumScale)
  }

  private func columns(of shape: TextShape, width: Double?) -> Int {
    guard let width, shape.wraps else { return .max }
    return max(Int(width / (10 * shape.font.size / 32 + shape.letterSpacing)), 1)
  }

  private func limited(_ lines: [String], _ shape: TextShape) -> [String] {
    guard let limit = shape.lineLimit, lines.count > limit else { return lines }
    return lines[..<(limit - 1)] + [String(lines[limit - 1].dropLast()) + "…"]
  }

  func changedInk(from old: TextShape, to new: TextShape, width: Double?) -> Damage? {
    guard width == nil, old.font == new.font, old.runs == new.runs, !new.isVertical, old.font.size == 32,
      old.string.count == new.string.count
    else {
      return nil
    }
    var damage = Damage()
    for (index, pair) in zip(old.string, new.string).enumerated() where pair.0 != pair.1 {
      damage.insert(PixelRect(x: 10 * index, y: 0, width: 10, height: 20))
    }
    return damage
  }

  /// Breaks at spaces, and within words that are too long.
  private func lines(of shape: TextShape, columns: Int) -> [String] {
    shape.string.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      var lines = [""]
      for word in line.split(separator: " ", omittingEmptySubsequences: false) {
        let joined = lines[lines.count - 1].isEmpty ? String(word) : lines[lines.count - 1] + " " + word
        if joined.count <= columns {
          lines[lines.count - 1] = joined
          continue
        }
        var rest = word
        if !lines[lines.count - 1].isEmpty { lines.append("") }
        while rest.count > columns {
          lines[lines.count - 1] = String(rest.prefix(columns))
          rest = rest.dropFirst(columns)
          lines.append("")
        }
        lines[lines.count - 1] = String(rest)
      }
      return lines
    }
  }
}

/// Counts the bytes, runs and annotations of the texts that are measured, each once for a width.
final class CountingMeasurer: TextMeasurer {
  private struct Key: Hashable {
    let shape: TextShape
    let width: Double?
  }

  private var measured: [Key: TextMetrics] = [:]
  private(set) var work = 0

  func metrics(of shape: TextShape, width: Double?) -> TextMetrics {
    let key = Key(shape: shape, width: width)
    if let metrics = measured[key] { return metrics }
    work += shape.string.utf8.count + shape.runs.count + shape.annotations.count
    let metrics = GridMeasurer().metrics(of: shape, width: width)
    measured[key] = metrics
    return metrics
  }

  func changedInk(from old: TextShape, to new: TextShape, width: Double?) -> Damage? { nil }
}
