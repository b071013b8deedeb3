/// What a line across a view leaves to be seen: everything on the side of the edge that it came from.
///
/// The line stands at eighths of a pixel. It cuts whole pixels in two parts, and at most one row or column of them, which
/// is shown through by its share: so nothing here is antialiased by Cairo.
struct Wipe {
  private let axis: Axis
  /// The side that is seen: that of the smaller coordinates, or the other one.
  private let showsBefore: Bool
  /// Where the line stands, in eighths of a pixel from the group's origin; `nil` where all is seen.
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

  /// The pixels of a rectangle that are seen wholly.
  func shown(of rectangle: PixelRect) -> PixelRect {
    guard !isHidden else { return .zero }
    guard let line else { return rectangle }
    return showsBefore ? rectangle.cut(axis, to: line >> 3) : rectangle.cut(axis, from: (line + 7) >> 3)
  }

  /// The pixels of a rectangle that the line divides.
  func divided(of rectangle: PixelRect) -> PixelRect {
    guard let line, !isHidden, line & 7 != 0 else { return .zero }
    return rectangle.cut(axis, from: line >> 3, to: (line >> 3) + 1)
  }

  /// How much is seen of what the line divides, 0...1.
  var share: Double {
    let before = Double((line ?? 0) & 7) / Double(Phase.steps)
    return showsBefore ? before : 1 - before
  }

  /// The pixels of a rectangle of which anything is seen.
  func reach(of rectangle: PixelRect) -> PixelRect {
    shown(of: rectangle).union(divided(of: rectangle))
  }

  /// What is seen of a rectangle, to the eighth of a pixel.
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
  /// What lies between two coordinates of an axis.
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
