@testable import OverlayRender

/// A layout that arranges views in lines, like words of a text. It uses all properties of subviews.
struct FlowLayout: Layout {
  var spacing = 0.0
  /// Whether views with a higher priority come first.
  var sortsByPriority = false
  /// The number of subviews at the end that are not placed.
  var unplacedCount = 0
  var anchor = UnitPoint.topLeading

  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews) -> Size {
    let lines = lines(of: subviews, in: proposal)
    let height = lines.reduce(0) { $0 + $1.height } + spacing * Double(max(lines.count - 1, 0))
    return Size(width: lines.map(\.width).max() ?? 0, height: height)
  }

  func placeSubviews(in bounds: Rect, proposal: ProposedViewSize, subviews: Subviews) {
    var y = bounds.origin.y
    for line in lines(of: subviews, in: proposal) {
      var x = bounds.origin.x
      for (subview, dimensions) in line.views {
        let top = y + line.baseline - dimensions[.firstTextBaseline]
        let corner = Point(x: x + dimensions.width * anchor.x, y: top + dimensions.height * anchor.y)
        subview.place(at: corner, anchor: anchor, proposal: ProposedViewSize(width: dimensions.width, height: nil))
        x += dimensions.width + spacing
      }
      y += line.height + spacing
    }
  }

  fileprivate struct Line {
    var views: [(subview: LayoutSubview, dimensions: ViewDimensions)] = []
    var width = 0.0
    var baseline = 0.0
    var height = 0.0
  }

  private func lines(of subviews: Subviews, in proposal: ProposedViewSize) -> [Line] {
    var ordered = Array(subviews.dropLast(unplacedCount))
    if sortsByPriority { ordered.sort { $0.priority > $1.priority } }
    let width = proposal.width ?? .infinity
    var lines: [Line] = []
    for subview in ordered {
      var dimensions = subview.dimensions(in: .unspecified)
      if dimensions.width > width {
        // A view that is wider than a line is measured again with the width of the line.
        dimensions = subview.dimensions(in: ProposedViewSize(width: width, height: nil))
      }
      let used = (lines.last?.width ?? .infinity) + spacing + dimensions.width
      if used > width || lines.isEmpty { lines.append(Line()) }
      lines[lines.count - 1].append(subview, dimensions, spacing: spacing)
    }
    return lines
  }
}

extension FlowLayout.Line {
  fileprivate mutating func append(_ subview: LayoutSubview, _ dimensions: ViewDimensions, spacing: Double) {
    if !views.isEmpty { width += spacing }
    width += dimensions.width
    let below = max(height - baseline, dimensions.height - dimensions[.firstTextBaseline])
    baseline = max(baseline, dimensions[.firstTextBaseline])
    height = baseline + below
    views.append((subview, dimensions))
  }
}
