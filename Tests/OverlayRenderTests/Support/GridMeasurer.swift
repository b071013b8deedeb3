@testable import OverlayRender

/// A text engine without fonts: at size 32 every character fills a cell of 10 x 20 pixels whose baseline is at 15; other
/// sizes scale it. So what layout does to texts is exact. Runs change nothing, and lines are never balanced.
struct GridMeasurer: TextMeasurer {
  func metrics(of shape: TextShape, width: Double?) -> TextMetrics {
    let shape = shrunk(shape, to: width)
    let scale = shape.font.size / 32
    let cell = 10 * scale + shape.letterSpacing
    let lines = limited(lines(of: shape, columns: columns(of: shape, width: width)), shape)
    let length = cell * Double(lines.map(\.count).max() ?? 0)
    let depth = 20 * scale * Double(lines.count) + shape.lineSpacing * Double(lines.count - 1)
    let size = shape.isVertical ? Size(depth, length) : Size(length, depth)
    let ink = PixelRect(x: 0, y: 0, width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)))
    return TextMetrics(
      size: size, firstBaseline: shape.isVertical ? length : 15 * scale,
      lastBaseline: shape.isVertical ? length : depth - 5 * scale, lineCount: lines.count, ink: ink)
  }

  /// By tenths, down to the least size.
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
