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

  /// What it is in a view of a size, so that what is drawn alike is equal; see ``ShapeOutline/normalized(in:)``.
  func normalized(in size: Size) -> ShapeContent {
    if let stroke, case .inset(let outer, let amount) = outline, 2 * amount >= min(size.width, size.height) {
      // The line meets itself in the middle: it covers all that lies within its outer edge.
      let edge = outer.inset(by: amount - stroke.style.lineWidth / 2)
      return ShapeContent(outline: edge.normalized(in: size), fill: stroke.paint)
    }
    var normalized = self
    normalized.outline = outline.normalized(in: size)
    return normalized
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

extension ShapeContent {
  /// Every pixel that drawing it in a view of a size may touch, relative to the view's top left corner.
  func ink(in size: Size) -> PixelRect {
    guard !isInvisible else { return .zero }
    let path = outline.path(in: size)
    guard let bounds = path.bounds else { return .zero }
    var ink = PixelRect.zero
    if let fill, !fill.isInvisible { ink = PixelRect(around: bounds) }
    if let stroke, !stroke.paint.isInvisible, stroke.style.lineWidth > 0 {
      ink = ink.union(PixelRect(around: stroke.style.reach(along: path, within: bounds)))
    }
    return ink
  }

  /// The pixels that may differ when another shape takes the place of this one in a view of the same size: of a bar that
  /// grows, the columns that it grows by.
  func changedInk(to new: ShapeContent, in size: Size) -> PixelRect {
    guard self != new else { return .zero }
    let ink = ink(in: size).union(new.ink(in: size))
    var alike = self
    alike.outline = new.outline
    guard case .bar(let old, let radius) = outline, case .bar(let grown, radius) = new.outline, alike == new,
      stroke == nil
    else { return ink }
    let edges = [old, grown].map { ($0.limited(to: 0...1) * size.width) }
    let (first, last) = (edges.min() ?? 0, edges.max() ?? 0)
    // While the edge is in a round end, it is another curve; and what Cairo makes of a row depends on all its edges.
    let corner = min(radius, size.width / 2, size.height / 2)
    let left = first < corner || last > size.width - corner ? 0 : first
    let columns = Int((left - 1.0 / 8).rounded(.down))
    return ink.intersection(
      PixelRect(x: columns, y: ink.y, width: Int((last + 1.0 / 8).rounded(.up)) - columns, height: ink.height))
  }
}

extension StrokeStyle {
  /// What a line along a path may touch, in pixels.
  fileprivate func reach(along path: Path, within bounds: Rect) -> Rect {
    let half = lineWidth / 2
    // The corners of a square end lie on a diagonal. Ends and dashes begin at 1/256 of a pixel.
    var reach = bounds.outset(by: (lineCap == .square ? half * 2.0.squareRoot() : half) + 1.0 / 64)
    guard lineJoin == .miter else { return reach }
    for subpath in path.subpaths {
      let segments = subpath.segments
      for (before, after) in zip(segments, segments.dropFirst()) {
        reach = reach.union(corner: before.end, reach: half * miterReach(before.endDirection, after.startDirection))
      }
      // An open path has no corner where it begins, but a rectangle around one too many does no harm.
      if let last = segments.last, let first = segments.first, last.end == first.start {
        reach = reach.union(corner: last.end, reach: half * miterReach(last.endDirection, first.startDirection))
      }
    }
    return reach
  }

  /// How far the corner between two directions reaches, in halves of the line width, a quarter more than exactly: what is
  /// drawn is the path with its points rounded to 1/256 of a pixel. A direction that this may turn much counts for any.
  private func miterReach(_ incoming: Point, _ outgoing: Point) -> Double {
    let lengths = (incoming.distance(to: .zero), outgoing.distance(to: .zero))
    guard lengths.0 > 0.25, lengths.1 > 0.25 else { return miterLimit }
    let cosine = (incoming.x * outgoing.x + incoming.y * outgoing.y) / (lengths.0 * lengths.1)
    let ratio = 1 / max((1 + cosine) / 2, 1e-12).squareRoot()
    if ratio < 1.01 { return 1 }
    return ratio > 7.5 ? miterLimit : min(ratio * 1.25, miterLimit)
  }
}

extension Rect {
  fileprivate func outset(by length: Double) -> Rect {
    Rect(
      x: origin.x - length, y: origin.y - length, width: size.width + 2 * length, height: size.height + 2 * length)
  }

  fileprivate func union(corner: Point, reach: Double) -> Rect {
    including(Point(x: corner.x - reach, y: corner.y - reach)).including(
      Point(x: corner.x + reach, y: corner.y + reach))
  }
}

extension PixelRect {
  /// The whole pixels that a rectangle touches.
  fileprivate init(around rect: Rect) {
    let left = Int(rect.minX.rounded(.down))
    let top = Int(rect.minY.rounded(.down))
    self.init(
      x: left, y: top, width: Int(rect.maxX.rounded(.up)) - left, height: Int(rect.maxY.rounded(.up)) - top)
  }
}

/// A color in a rectangle whose corners may be round.
struct Fill: Sendable, Hashable {
  var color: Color
  /// Pixels; brought down to half the shorter side, and to ``maximumCornerRadius``, when drawn.
  var cornerRadius: Double = 0

  /// A corner is drawn once and kept, a byte a pixel.
  static let maximumCornerRadius = 2048.0
}
