import Glibc

/// A linear transform of the plane: rotation, scaling or shearing.
///
/// It maps a point (x, y) to (xx * x + xy * y, yx * x + yy * y). The y-coordinate grows downward.
struct Transform: Sendable, Hashable {
  var xx = 1.0
  var xy = 0.0
  var yx = 0.0
  var yy = 1.0

  static let identity = Transform()

  /// Returns a clockwise rotation. Quarter turns are exact. An angle that is not finite does not rotate.
  static func rotation(degrees: Double) -> Transform {
    guard degrees.isFinite else { return .identity }
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    let (sine, cosine): (Double, Double) =
      switch turn {
      case 0: (0, 1)
      case 90, -270: (1, 0)
      case 180, -180: (0, -1)
      case 270, -90: (-1, 0)
      default: (sin(turn * .pi / 180), cos(turn * .pi / 180))
      }
    return Transform(xx: cosine, xy: -sine, yx: sine, yy: cosine)
  }

  /// Returns a scaling. Factors are limited to ±1000, and `NaN` becomes 0.
  static func scale(x: Double, y: Double) -> Transform {
    Transform(xx: x.limited(to: -1000...1000), yy: y.limited(to: -1000...1000))
  }

  /// Whether the plane is mapped to a line or a point, so that nothing is visible.
  var isDegenerate: Bool { abs(determinant) < 1e-9 }

  var determinant: Double { xx * yy - xy * yx }

  func apply(_ point: Point) -> Point {
    Point(x: xx * point.x + xy * point.y, y: yx * point.x + yy * point.y)
  }

  /// Returns the whole pixels that a rectangle may touch when transformed about `anchor`, with one more on each side
  /// for antialiased edges.
  func bounds(of rectangle: PixelRect, about anchor: Point) -> PixelRect {
    guard !rectangle.isEmpty, !isDegenerate else { return .zero }
    let corners = [
      (rectangle.minX, rectangle.minY), (rectangle.maxX, rectangle.minY), (rectangle.minX, rectangle.maxY),
      (rectangle.maxX, rectangle.maxY),
    ].map { apply(Point(x: Double($0.0) - anchor.x, y: Double($0.1) - anchor.y)) }
    let left = corners.map(\.x).min() ?? 0
    let right = corners.map(\.x).max() ?? 0
    let top = corners.map(\.y).min() ?? 0
    let bottom = corners.map(\.y).max() ?? 0
    let x = wholePixel((left + anchor.x).rounded(.down)) - 1
    let y = wholePixel((top + anchor.y).rounded(.down)) - 1
    return PixelRect(
      x: x, y: y, width: wholePixel((right + anchor.x).rounded(.up)) + 1 - x,
      height: wholePixel((bottom + anchor.y).rounded(.up)) + 1 - y)
  }
}
