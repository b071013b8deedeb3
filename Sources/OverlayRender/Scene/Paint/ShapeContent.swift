/// An outline with its fill and stroke.
struct ShapeContent: Sendable, Hashable {
  /// A line along the outline.
  struct Stroke: Sendable, Hashable {
    var paint: Paint
    var style: StrokeStyle
  }

  var outline: ShapeOutline
  var fill: Paint?
  /// The stroke, drawn above the fill.
  var stroke: Stroke?
  /// Whether the even-odd rule decides what is inside.
  var isEvenOdd = false

  /// Whether the shape is invisible at any size.
  var isInvisible: Bool {
    (fill?.isInvisible ?? true) && (stroke.map { $0.paint.isInvisible || $0.style.lineWidth == 0 } ?? true)
  }

  /// Returns a shape that draws the same in a view of a size. Shapes that draw alike become equal; see
  /// ``ShapeOutline/normalized(in:)``.
  func normalized(in size: Size) -> ShapeContent {
    if let stroke, case .inset(let outer, let amount) = outline, 2 * amount >= min(size.width, size.height) {
      // The stroke is wider than the shape, so it covers everything inside of its outer edge.
      let edge = outer.inset(by: amount - stroke.style.lineWidth / 2)
      return ShapeContent(outline: edge.normalized(in: size), fill: stroke.paint)
    }
    var normalized = self
    normalized.outline = outline.normalized(in: size)
    return normalized
  }

  /// Returns the size that the shape takes for a proposal: the proposed size, or 10 pixels as in SwiftUI.
  func size(for proposal: ProposedViewSize) -> Size {
    proposal.replacingUnspecifiedDimensions()
  }

  /// The same picture as a rectangle in one color, which is faster to draw; `nil` if there is none.
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
  /// Returns the pixels that the shape may touch in a view of a size, relative to its top left corner.
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

  /// Returns the pixels that may differ when the shape is replaced by another one in a view of the same size. For a bar
  /// that grows, these are the new columns.
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
    // In a rounded end the edge is another curve, and the antialiasing of a row depends on all its edges.
    let corner = min(radius, size.width / 2, size.height / 2)
    let left = first < corner || last > size.width - corner ? 0 : first
    let columns = Int((left - 1.0 / 8).rounded(.down))
    return ink.intersection(
      PixelRect(x: columns, y: ink.y, width: Int((last + 1.0 / 8).rounded(.up)) - columns, height: ink.height))
  }
}

extension StrokeStyle {
  /// Returns the rectangle that a stroke along a path may touch, in pixels.
  fileprivate func reach(along path: Path, within bounds: Rect) -> Rect {
    let half = lineWidth / 2
    // The corners of a square cap are on a diagonal. Caps and dashes start at multiples of 1/256 of a pixel.
    var reach = bounds.outset(by: (lineCap == .square ? half * 2.0.squareRoot() : half) + 1.0 / 64)
    guard lineJoin == .miter else { return reach }
    for subpath in path.subpaths {
      let segments = subpath.segments
      for (before, after) in zip(segments, segments.dropFirst()) {
        reach = reach.union(corner: before.end, reach: half * miterReach(before.endDirection, after.startDirection))
      }
      // An open path has no join at its start, but a rectangle that is too large does no harm.
      if let last = segments.last, let first = segments.first, last.end == first.start {
        reach = reach.union(corner: last.end, reach: half * miterReach(last.endDirection, first.startDirection))
      }
    }
    return reach
  }

  /// Returns how far a miter join between two directions extends, in halves of the line width, plus a quarter. Cairo
  /// rounds points to 1/256 of a pixel; if that could turn a direction much, any direction is assumed.
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
  /// Creates the rectangle of the whole pixels that a rectangle touches.
  fileprivate init(around rect: Rect) {
    let left = Int(rect.minX.rounded(.down))
    let top = Int(rect.minY.rounded(.down))
    self.init(
      x: left, y: top, width: Int(rect.maxX.rounded(.up)) - left, height: Int(rect.maxY.rounded(.up)) - top)
  }
}

/// A rectangle in one color, which may have rounded corners.
struct Fill: Sendable, Hashable {
  var color: Color
  /// The corner radius in pixels. It is limited to half of the shorter side and to ``maximumCornerRadius``.
  var cornerRadius: Double = 0

  /// The greatest corner radius. A mask of each corner is cached, with a byte for each pixel.
  static let maximumCornerRadius = 2048.0
}
