/// The visible part of a view that is revealed from an edge.
///
/// The line between both parts has a position in eighths of a pixel. It divides at most one row or column of pixels,
/// which is drawn with partial opacity. So Cairo does not antialias the line.
struct Wipe {
  private let axis: Axis
  /// Whether the part with the smaller coordinates is visible.
  private let showsBefore: Bool
  /// The position of the line in eighths of a pixel from the group's origin; `nil` if all is visible.
  private let line: Int?
  private let isHidden: Bool

  init(from edge: Edge, fraction: Double, size: PixelSize, phase: Phase) {
    axis = edge.axis
    showsBefore = edge.isFirst
    let length = size[axis] * Phase.steps
    let shown = Int((fraction.limited(to: 0...1) * Double(length)).rounded())
    let start = Int(axis == .horizontal ? phase.x : phase.y)
    line = fraction >= 1 ? nil : start + (showsBefore ? shown : length - shown)
    isHidden = fraction < 1 && shown == 0
  }

  /// Returns the pixels of a rectangle that are fully visible.
  func shown(of rectangle: PixelRect) -> PixelRect {
    guard !isHidden else { return .zero }
    guard let line else { return rectangle }
    return showsBefore ? rectangle.cut(axis, to: line >> 3) : rectangle.cut(axis, from: (line + 7) >> 3)
  }

  /// Returns the pixels of a rectangle that the line divides.
  func divided(of rectangle: PixelRect) -> PixelRect {
    guard let line, !isHidden, line & 7 != 0 else { return .zero }
    return rectangle.cut(axis, from: line >> 3, to: (line >> 3) + 1)
  }

  /// The visible share of the divided pixels, 0...1.
  var share: Double {
    let before = Double((line ?? 0) & 7) / Double(Phase.steps)
    return showsBefore ? before : 1 - before
  }

  /// Returns the pixels of a rectangle that are at least partly visible.
  func reach(of rectangle: PixelRect) -> PixelRect {
    shown(of: rectangle).union(divided(of: rectangle))
  }

  /// Returns the visible part of a rectangle, exact to an eighth of a pixel.
  func exactlyShown(of rectangle: PixelRect) -> Rect {
    let reach = reach(of: rectangle)
    var shown = Rect(
      origin: Point(x: Double(reach.x), y: Double(reach.y)),
      size: Size(Double(reach.width), Double(reach.height)))
    guard !divided(of: rectangle).isEmpty else { return shown }
    if !showsBefore { shown.origin[axis] += 1 - share }
    shown.size[axis] -= 1 - share
    return shown
  }
}

extension PixelRect {
  /// Returns the part between two coordinates on an axis.
  fileprivate func cut(_ axis: Axis, from start: Int = .min, to end: Int = .max) -> PixelRect {
    switch axis {
    case .horizontal:
      let (left, right) = (max(minX, start), min(maxX, end))
      return left < right ? PixelRect(x: left, y: y, width: right - left, height: height) : .zero
    case .vertical:
      let (top, bottom) = (max(minY, start), min(maxY, end))
      return top < bottom ? PixelRect(x: x, y: top, width: width, height: bottom - top) : .zero
    }
  }
}
