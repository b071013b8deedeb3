import Glibc

/// The outline of a shape, as a function of its size.
enum ShapeOutline: Sendable, Hashable {
  /// The bounds of the view.
  case rectangle
  /// The bounds of the view with rounded corners.
  case roundedRectangle(CornerRadii)
  /// A rectangle whose shorter sides are half circles.
  case capsule
  /// The largest circle that fits, centered.
  case circle
  /// The largest ellipse that fits.
  case ellipse
  /// A straight line between two points.
  case line(from: UnitPoint, to: UnitPoint)
  /// A clockwise arc of the largest circle that fits, made smaller by `inset` pixels. Its ends are fractions of a full
  /// turn from the top.
  case arc(from: Double, to: Double, inset: Double)
  /// The leading part of a rounded rectangle, with a fraction of its width.
  case bar(fraction: Double, cornerRadius: Double)
  /// A path at its own coordinates, or scaled and centered so that its view box fits.
  case path(Path, viewBox: Size? = nil)
  /// An outline made smaller by an amount in pixels on each side.
  indirect case inset(ShapeOutline, by: Double)
  /// The part of an outline between two fractions of its length.
  indirect case trimmed(ShapeOutline, from: Double, to: Double)
  /// The outline of a custom shape.
  case custom(CustomOutline)

  /// Returns the path of the outline in a view of a size.
  func path(in size: Size) -> Path {
    let (width, height) = (size.width.limited(to: 0...1e6), size.height.limited(to: 0...1e6))
    let box = Rect(x: 0, y: 0, width: width, height: height)
    switch self {
    case .rectangle: return Path { $0.addRect(box) }
    case .roundedRectangle(let radii): return Path { $0.addRoundedRect(box, cornerRadii: radii) }
    case .capsule:
      return Path { $0.addRoundedRect(box, cornerRadii: CornerRadii(min(width, height) / 2)) }
    case .circle:
      let side = min(width, height)
      return Path {
        $0.addEllipse(in: Rect(x: (width - side) / 2, y: (height - side) / 2, width: side, height: side))
      }
    case .ellipse: return Path { $0.addEllipse(in: box) }
    case .line(let from, let to):
      return Path {
        $0.move(to: Point(x: from.x * width, y: from.y * height))
        $0.addLine(to: Point(x: to.x * width, y: to.y * height))
      }
    case .arc(let from, let to, let inset):
      return arc(from: from, to: to, inset: inset, in: box.size)
    case .bar(let fraction, let cornerRadius):
      return bar(fraction, cornerRadius: cornerRadius, in: box.size)
    case .path(let path, nil): return path
    case .path(let path, let viewBox?):
      guard viewBox.width > 0, viewBox.height > 0, viewBox.width.isFinite, viewBox.height.isFinite else {
        return Path()
      }
      let scale = min(width / viewBox.width, height / viewBox.height)
      let offset = Point(x: (width - viewBox.width * scale) / 2, y: (height - viewBox.height * scale) / 2)
      return path.scaled(by: scale, movedBy: offset)
    case .inset(let outline, let amount):
      let inner = Size(width - 2 * amount, height - 2 * amount)
      guard inner.width > 0, inner.height > 0 else { return Path() }
      return outline.withCorners(smallerBy: amount, in: box.size).path(in: inner)
        .scaled(by: 1, movedBy: Point(x: amount, y: amount))
    case .trimmed(let outline, let start, let end):
      return outline.path(in: box.size).trimmedPath(from: start, to: end)
    case .custom(let outline): return outline.path(box)
    }
  }

  /// Returns the outline made smaller by an amount in pixels on each side.
  func inset(by amount: Double) -> ShapeOutline {
    let amount = amount.limited(to: -1e6...1e6)
    guard amount != 0 else { return self }
    guard case .inset(let outline, let inset) = self else { return .inset(self, by: amount) }
    let sum = inset + amount
    return sum == 0 ? outline : .inset(outline, by: sum.limited(to: -1e6...1e6))
  }

  /// Returns the outline with smaller corner radii. Square corners stay square.
  private func withCorners(smallerBy amount: Double, in size: Size) -> ShapeOutline {
    guard case .roundedRectangle(let radii) = self else { return self }
    let fitting = radii.fitting(size)
    func smaller(_ radius: Double) -> Double { radius > 0 ? max(radius - amount, 0) : 0 }
    return .roundedRectangle(
      CornerRadii(
        topLeading: smaller(fitting.topLeading), topTrailing: smaller(fitting.topTrailing),
        bottomLeading: smaller(fitting.bottomLeading), bottomTrailing: smaller(fitting.bottomTrailing)))
  }

  /// Returns an outline that draws the same in a view of a size. Lengths are rounded to eighths of a pixel, and
  /// outlines that cannot be compared become paths. Outlines that draw alike become equal, so they are not drawn again.
  func normalized(in size: Size) -> ShapeOutline {
    switch self {
    case .bar(let fraction, let cornerRadius):
      return .bar(fraction: fraction.inEighths(of: size.width), cornerRadius: cornerRadius)
    case .arc(let from, let to, let inset):
      let circumference = .pi * (min(size.width, size.height) - 2 * inset)
      return .arc(
        from: from.inEighths(of: circumference), to: to.inEighths(of: circumference), inset: inset)
    case .trimmed, .custom: return .path(path(in: size))
    case .rectangle, .roundedRectangle, .capsule, .circle, .ellipse, .line, .path, .inset: return self
    }
  }

  private func arc(from: Double, to: Double, inset: Double, in size: Size) -> Path {
    let radius = min(size.width, size.height) / 2 - inset.limited(to: 0...1e6)
    let center = Point(x: size.width / 2, y: size.height / 2)
    let (start, end) = (from.limited(to: -1000...1000), to.limited(to: -1000...1000))
    guard radius > 0, end > start else { return Path() }
    return Path {
      $0.addArc(center: center, radius: radius, startDegrees: start * 360 - 90, endDegrees: end * 360 - 90)
      if end - start >= 1 { $0.closeSubpath() }
    }
  }

  /// Returns the part of a rounded rectangle to the left of a straight edge.
  private func bar(_ fraction: Double, cornerRadius: Double, in size: Size) -> Path {
    let (width, height) = (size.width, size.height)
    let edge = width * fraction.limited(to: 0...1).inEighths(of: width)
    let radius = min(cornerRadius.limited(to: 0...1e6), width / 2, height / 2)
    guard edge > 0 else { return Path() }
    guard radius > 0 else { return Path { $0.addRect(Rect(x: 0, y: 0, width: edge, height: height)) } }
    // The angles of the corners to the left of the edge, in degrees.
    let leading = acos((radius - min(edge, radius)) / radius) * 180 / .pi
    let trailing = asin(max(edge - (width - radius), 0) / radius) * 180 / .pi
    return Path {
      $0.addArc(center: Point(x: radius, y: radius), radius: radius, startDegrees: 180, endDegrees: 180 + leading)
      if trailing > 0 {
        $0.addArc(
          center: Point(x: width - radius, y: radius), radius: radius, startDegrees: 270, endDegrees: 270 + trailing)
        $0.addArc(
          center: Point(x: width - radius, y: height - radius), radius: radius, startDegrees: 90 - trailing,
          endDegrees: 90)
      } else if edge > radius {
        $0.addLine(to: Point(x: edge, y: 0))
        $0.addLine(to: Point(x: edge, y: height))
      }
      $0.addArc(
        center: Point(x: radius, y: height - radius), radius: radius, startDegrees: 180 - leading, endDegrees: 180)
      $0.closeSubpath()
    }
  }
}

/// The outline of a custom shape. Two are equal if they are the same object.
final class CustomOutline: Sendable, Hashable {
  /// Returns the outline in a rectangle.
  let path: @Sendable (Rect) -> Path

  init(path: @escaping @Sendable (Rect) -> Path) {
    self.path = path
  }

  static func == (a: CustomOutline, b: CustomOutline) -> Bool { a === b }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Double {
  /// Returns the fraction of a length, rounded to eighths of a pixel.
  fileprivate func inEighths(of length: Double) -> Double {
    guard length > 0, length.isFinite, isFinite else { return self }
    return (self * length * 8).rounded() / (length * 8)
  }
}
