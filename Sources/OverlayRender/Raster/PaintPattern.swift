import CCairo
import Glibc

/// Owns the Cairo pattern of a paint.
final class PaintPattern {
  let pointer: OpaquePointer

  /// Creates the pattern for painting a view with a size.
  ///
  /// - Parameter area: The painted pixels, relative to the top left corner of the view. They may lie outside of the
  ///   view, as for a line along its edges.
  init(_ paint: Paint, size: Size, area: PixelRect) throws(RasterError) {
    switch paint {
    case .color(let color): pointer = PaintPattern.solid(color)
    case .linearGradient(let gradient): pointer = PaintPattern.linear(gradient, size: size)
    case .radialGradient(let gradient): pointer = PaintPattern.radial(gradient, size: size)
    case .angularGradient(let gradient):
      pointer = try AngularPicture(gradient, size: size, area: area).makePattern()
    }
    let status = cairo_pattern_status(pointer)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_pattern_destroy(pointer)
      try RasterError.check(status)
      return
    }
  }

  deinit {
    cairo_pattern_destroy(pointer)
  }

  private static func solid(_ color: Color) -> OpaquePointer {
    cairo_pattern_create_rgba(color.red, color.green, color.blue, color.alpha)
  }

  private static func linear(_ linear: LinearGradient, size: Size) -> OpaquePointer {
    let start = linear.startPoint.point(in: size)
    let end = linear.endPoint.point(in: size)
    guard start.distance(to: end) > 1e-3 else { return solid(linear.gradient.lastColor) }
    let pattern: OpaquePointer = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
    add(linear.gradient, to: pattern)
    return pattern
  }

  private static func radial(_ radial: RadialGradient, size: Size) -> OpaquePointer {
    let center = radial.center.point(in: size)
    var end = radial.endRadius
    // Two equal circles have no space for a gradient, so it becomes a sharp step.
    if abs(end - radial.startRadius) < 1e-2 { end = radial.startRadius + 1e-2 }
    let pattern: OpaquePointer = cairo_pattern_create_radial(
      center.x, center.y, radial.startRadius, center.x, center.y, end)
    add(radial.gradient, to: pattern)
    return pattern
  }

  private static func add(_ gradient: Gradient, to pattern: OpaquePointer) {
    for stop in gradient.straightStops {
      let color = stop.color
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.location, color.red, color.green, color.blue, color.alpha)
    }
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
  }
}

extension UnitPoint {
  /// Returns the position of this point in a view with a size, in pixels.
  func point(in size: Size) -> Point {
    Point(x: x * size.width, y: y * size.height)
  }
}

/// The pixels of an angular gradient, for which Cairo has no pattern.
///
/// Each pixel is the mean of the colors that it covers around the center. So the center and a sharp step between two
/// colors are not jagged, and there is no seam if the first color equals the last.
struct AngularPicture {
  /// The maximum side of a picture that is computed pixel by pixel. A larger picture is scaled.
  private static let maximumSide = 4096

  private let gradient: AngularGradient
  private let center: Point
  private let area: PixelRect
  /// The size of a picture pixel in pixels of the view.
  private let scale: Double
  /// The number of colors in a full turn. It depends only on the size of the view, so that a growing shape keeps its
  /// colors.
  private let colorCount: Int

  init(_ gradient: AngularGradient, size: Size, area: PixelRect) {
    self.gradient = gradient
    center = gradient.center.point(in: size)
    self.area = PixelRect(x: area.x, y: area.y, width: max(area.width, 1), height: max(area.height, 1))
    scale = max(max(size.width, size.height) / Double(Self.maximumSide), 1)
    colorCount = Int((4 * (size.width + size.height)).limited(to: 256...16_384))
  }

  /// Creates a pattern of the computed pixels, which the caller owns.
  func makePattern() throws(RasterError) -> OpaquePointer {
    let size = PixelSize(
      Int((Double(area.width) / scale).rounded(.up)), Int((Double(area.height) / scale).rounded(.up)))
    let surface = try CairoSurface(pictureOf: size)
    surface.withRows { bytes, bytesPerRow in fill(bytes, bytesPerRow: bytesPerRow, size: size) }
    // The pattern keeps the surface alive.
    let pattern: OpaquePointer = withExtendedLifetime(surface) { cairo_pattern_create_for_surface(surface.pointer) }
    var matrix = cairo_matrix_t()
    cairo_matrix_init(&matrix, 1 / scale, 0, 0, 1 / scale, -Double(area.x) / scale, -Double(area.y) / scale)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    return pattern
  }

  private func fill(_ bytes: UnsafeMutablePointer<UInt8>, bytesPerRow: Int, size: PixelSize) {
    let sums = AngularColorSums(gradient, count: colorCount)
    for row in 0..<size.height {
      let pixels = bytes + row * bytesPerRow
      let y = Double(area.y) + (Double(row) + 0.5) * scale - center.y
      for column in 0..<size.width {
        let x = Double(area.x) + (Double(column) + 0.5) * scale - center.x
        let radius = max((x * x + y * y).squareRoot(), 1e-3)
        // The angle that the pixel covers as seen from the center, in turns.
        let width = min(scale / (2 * .pi * radius), 1)
        let color = sums.mean(around: atan2(y, x) / (2 * .pi), width: width)
        for channel in 0..<4 { pixels[4 * column + channel] = UInt8((color[channel] * 255).rounded()) }
      }
    }
  }
}

/// The cumulative sums of the colors around a full turn, from which the mean of any part is computed with two lookups.
private struct AngularColorSums {
  /// The sums of premultiplied blue, green, red and alpha up to each position.
  private var sums: [SIMD4<Double>] = [.zero]
  private let count: Int

  init(_ gradient: AngularGradient, count: Int) {
    self.count = count
    sums.reserveCapacity(count + 1)
    for index in 0..<count {
      let color = gradient.color(at: (Double(index) + 0.5) / Double(count) * 360)
      let straight = SIMD4(color.blue, color.green, color.red, 1)
      sums.append(sums[index] + straight * color.alpha)
    }
  }

  /// Returns the mean of the colors within `width` turns around an angle in turns.
  func mean(around turns: Double, width: Double) -> SIMD4<Double> {
    let mean = (sum(to: turns + width / 2) - sum(to: turns - width / 2)) / (width * Double(count))
    // Prevent color components above alpha, which rounding errors could cause.
    return mean.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: min(max(mean.w, 0), 1)))
  }

  private func sum(to turns: Double) -> SIMD4<Double> {
    let whole = turns.rounded(.down)
    let place = (turns - whole) * Double(count)
    let index = min(Int(place), count - 1)
    let part = (sums[index + 1] - sums[index]) * (place - Double(index))
    return sums[count] * whole + sums[index] + part
  }
}
