/// An outline, what it is filled with, and the line along it.
struct ShapeContent: Sendable, Hashable {
  /// A line along the outline.
  struct Stroke: Sendable, Hashable {
    var paint: Paint
    var style: StrokeStyle
  }

  var outline: ShapeOutline
  var fill: Paint?
  /// Above the fill.
  var stroke: Stroke?
  /// Whether what lies within an even number of turns of the outline is a hole.
  var isEvenOdd = false

  /// Whether it never touches a pixel, whatever its size.
  var isInvisible: Bool {
    (fill?.isInvisible ?? true) && (stroke.map { $0.paint.isInvisible || $0.style.lineWidth == 0 } ?? true)
  }

  /// What it is in a view of a size, so that what is drawn alike is equal; see ``ShapeOutline/settled(in:)``.
  func settled(in size: Size) -> ShapeContent {
    if let stroke, case .inset(let outer, let amount) = outline, 2 * amount >= min(size.width, size.height) {
      // The line meets itself in the middle: it covers all that lies within its outer edge.
      let edge = outer.inset(by: amount - stroke.style.lineWidth / 2)
      return ShapeContent(outline: edge.settled(in: size), fill: stroke.paint)
    }
    var settled = self
    settled.outline = outline.settled(in: size)
    return settled
  }

  /// The size that it takes: all that it is offered, and as SwiftUI's shapes 10 pixels where nothing is.
  func size(for proposal: ProposedViewSize) -> Size {
    proposal.replacingUnspecifiedDimensions()
  }

  /// The same picture as a plain rectangle, which is cheaper to draw; nil where it is none.
  var plainFill: Fill? {
    guard stroke == nil, case .color(let color)? = fill else { return nil }
    switch outline {
    case .rectangle: return Fill(color: color)
    case .roundedRectangle(let radii): return radii.common.map { Fill(color: color, cornerRadius: $0) }
    case .capsule, .circle, .ellipse, .line, .arc, .bar, .path, .inset, .trimmed, .custom: return nil
    }
  }
}
