/// Color stops, from which gradients are made.
///
/// Between two stops, premultiplied colors are interpolated, as in CSS. So a gradient from red to clear does not become
/// darker.
public struct Gradient: Sendable, Hashable {
  /// A color at a location.
  public struct Stop: Sendable, Hashable {
    /// The color.
    public let color: Color
    /// The location, from 0 at the start of the gradient to 1 at its end.
    public let location: Double

    /// Creates a stop. The location is limited to 0...1, and `NaN` becomes 0.
    public init(color: Color, location: Double) {
      self.color = color
      self.location = location.limited(to: 0...1)
    }
  }

  /// The stops, in order of their locations.
  public let stops: [Stop]

  /// Creates a gradient from its first 1024 stops. A stop that would come before the previous one is at the same
  /// location.
  public init(stops: [Stop]) {
    var least = 0.0
    self.stops = stops.prefix(1024).map { stop in
      least = max(least, stop.location)
      return Stop(color: stop.color, location: least)
    }
  }

  /// Creates a gradient of colors at equal distances.
  public init(colors: [Color]) {
    let last = Double(max(min(colors.count, 1024) - 1, 1))
    self.init(stops: colors.prefix(1024).enumerated().map { Stop(color: $1, location: Double($0) / last) })
  }

  /// Whether all colors are transparent.
  var isInvisible: Bool { stops.allSatisfy { $0.color.alpha == 0 } }

  /// The color at the end.
  var lastColor: Color { stops.last?.color ?? .clear }

  /// Returns the color at a location. If two stops share it, the first one counts. Before the first stop and after the
  /// last one, the color of the stop continues.
  func color(at location: Double) -> Color {
    guard let next = stops.firstIndex(where: { $0.location >= location }) else { return lastColor }
    guard next > 0 else { return stops[0].color }
    let (before, after) = (stops[next - 1], stops[next])
    return before.color.mixed(
      with: after.color, by: (location - before.location) / (after.location - before.location))
  }

  /// The stops of the same gradient for a renderer that interpolates straight colors, such as Cairo.
  var straightStops: [Stop] {
    guard let first = stops.first else { return [] }
    var straight = [first]
    for (before, after) in zip(stops, stops.dropFirst()) {
      straight += before.straightSteps(to: after)
      straight.append(after)
    }
    return straight
  }
}

extension Gradient.Stop {
  /// Returns stops between two stops, with which interpolating straight colors has the same result as interpolating
  /// premultiplied ones. The result is exact if one color is transparent, and close enough otherwise.
  fileprivate func straightSteps(to next: Gradient.Stop) -> [Gradient.Stop] {
    let (a, b) = (color, next.color)
    if a.alpha == b.alpha || next.location == location { return [] }
    if a.alpha == 0 { return [Gradient.Stop(color: b.opacity(0), location: location)] }
    if b.alpha == 0 { return [Gradient.Stop(color: a.opacity(0), location: next.location)] }
    if (a.red, a.green, a.blue) == (b.red, b.green, b.blue) { return [] }
    let steps = 16
    return (1..<steps).map { step in
      let fraction = Double(step) / Double(steps)
      return Gradient.Stop(
        color: a.mixed(with: b, by: fraction), location: location + (next.location - location) * fraction)
    }
  }
}

/// A gradient along a straight line between two points. Beyond them the first and the last color continue.
public struct LinearGradient: ShapeStyle, Hashable {
  /// The colors.
  public let gradient: Gradient
  /// The position of the first color.
  public let startPoint: UnitPoint
  /// The position of the last color.
  public let endPoint: UnitPoint

  /// Creates a gradient. If both points are equal, everything has the last color.
  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
    self.gradient = gradient
    self.startPoint = startPoint
    self.endPoint = endPoint
  }

  /// Creates a gradient of colors at equal distances.
  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
  }

  /// The gradient as a paint.
  public var paint: Paint { .linearGradient(self) }
}

/// A gradient from a center outward. Inside of the first circle and outside of the last one their colors continue.
public struct RadialGradient: ShapeStyle, Hashable {
  /// The colors.
  public let gradient: Gradient
  /// The center of all circles.
  public let center: UnitPoint
  /// The radius of the first color, in pixels.
  public let startRadius: Double
  /// The radius of the last color, in pixels.
  public let endRadius: Double

  /// Creates a gradient. Radii are limited to 0...1 000 000 pixels. If both are equal, the last color starts there.
  public init(gradient: Gradient, center: UnitPoint = .center, startRadius: Double = 0, endRadius: Double) {
    self.gradient = gradient
    self.center = center
    self.startRadius = startRadius.limited(to: 0...1e6)
    self.endRadius = endRadius.limited(to: 0...1e6)
  }

  /// Creates a gradient of colors at equal distances.
  public init(colors: [Color], center: UnitPoint = .center, startRadius: Double = 0, endRadius: Double) {
    self.init(gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
  }

  /// The gradient as a paint.
  public var paint: Paint { .radialGradient(self) }
}

/// A clockwise gradient around a center. If it does not fill the full circle, the rest is divided between the last
/// color and the first one.
public struct AngularGradient: ShapeStyle, Hashable {
  /// The colors.
  public let gradient: Gradient
  /// The center.
  public let center: UnitPoint
  /// The angle of the first color in degrees: 0 is to the right, and 90 is down.
  public let startDegrees: Double
  /// The angle of the last color in degrees, within a full turn of the first one.
  public let endDegrees: Double

  /// Creates a gradient. Angles are limited to ±1 000 000 degrees. If the end is less than the start, the gradient runs
  /// counterclockwise.
  public init(gradient: Gradient, center: UnitPoint = .center, startDegrees: Double = 0, endDegrees: Double = 360) {
    self.gradient = gradient
    self.center = center
    let start = startDegrees.limited(to: -1e6...1e6)
    self.startDegrees = start
    self.endDegrees = start + (endDegrees.limited(to: -1e6...1e6) - start).limited(to: -360...360)
  }

  /// Creates a gradient of colors at equal distances.
  public init(colors: [Color], center: UnitPoint = .center, startDegrees: Double = 0, endDegrees: Double = 360) {
    self.init(gradient: Gradient(colors: colors), center: center, startDegrees: startDegrees, endDegrees: endDegrees)
  }

  /// The gradient as a paint.
  public var paint: Paint { .angularGradient(self) }

  /// Returns the color in a direction from the center, in degrees.
  func color(at degrees: Double) -> Color {
    let span = abs(endDegrees - startDegrees)
    var turned = (endDegrees < startDegrees ? startDegrees - degrees : degrees - startDegrees)
      .truncatingRemainder(dividingBy: 360)
    if turned < 0 { turned += 360 }
    if turned < span { return gradient.color(at: turned / span) }
    return gradient.color(at: turned - span < (360 - span) / 2 ? 1 : 0)
  }
}
