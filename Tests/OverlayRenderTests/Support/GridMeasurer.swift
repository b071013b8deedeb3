@testable import OverlayRender

/// A text engine without fonts: at size 32 every character fills a cell of 10 x 20 pixels whose baseline is at 15; other
/// sizes scale it. So what layout does to texts is exact.
struct GridMeasurer: TextMeasurer {
  func metrics(of shape: TextShape, width: Double?) -> TextMetrics {
    let scale = shape.font.size / 32
    let lines = lines(of: shape, width: width.map { $0 / scale })
    let size = Size(10 * scale * Double(lines.map(\.count).max() ?? 0), 20 * scale * Double(lines.count))
    let ink = PixelRect(x: 0, y: 0, width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)))
    return TextMetrics(size: size, firstBaseline: 15 * scale, ink: ink)
  }

  func changedInk(from old: TextShape, to new: TextShape, width: Double?) -> Damage? {
    guard width == nil, old.font == new.font, old.font.size == 32, old.string.count == new.string.count else {
      return nil
    }
    var damage = Damage()
    for (index, pair) in zip(old.string, new.string).enumerated() where pair.0 != pair.1 {
      damage.insert(PixelRect(x: 10 * index, y: 0, width: 10, height: 20))
    }
    return damage
  }

  /// Breaks at spaces, and within words that are too long.
  private func lines(of shape: TextShape, width: Double?) -> [String] {
    let columns = width.map { max(Int($0 / 10), 1) } ?? .max
    return shape.string.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
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
