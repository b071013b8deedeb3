/// Colours at places along a line that has no length of its own: what the gradient views are made of.
///
/// Between two stops colours are mixed multiplied by their opacity, as in CSS: on the way from red to clear nothing gets
/// darker.
public struct Gradient: Sendable, Hashable {
  /// A colour at a place.
  public struct Stop: Sendable, Hashable {
    /// The colour.
    public let color: Color
    /// 0 at the beginning of the gradient, 1 at its end.
    public let location: Double

    /// Makes a stop; its location is brought within 0...1, and is 0 when it is no number.
    public init(color: Color, location: Double) {
      self.color = color
      self.location = location.limited(to: 0...1)
    }
  }

  /// The stops, each at or after the one before.
  public let stops: [Stop]

  /// Makes a gradient of stops, of which the first 1024 count; one that would come before the stop in front of it stands at
  /// the same place.
  public init(stops: [Stop]) {
    var least = 0.0
    self.stops = stops.prefix(1024).map { stop in
      least = max(least, stop.location)
      return Stop(color: stop.color, location: least)
    }
  }

  /// Makes a gradient of colours at equal distances.
  public init(colors: [Color]) {
    let last = Double(max(min(colors.count, 1024) - 1, 1))
    self.init(stops: colors.prefix(1024).enumerated().map { Stop(color: $1, location: Double($0) / last) })
  }

  /// Whether it is all transparent.
  var isInvisible: Bool { stops.allSatisfy { $0.color.alpha == 0 } }

  /// The colour at the end.
  var lastColor: Color { stops.last?.color ?? .clear }

  /// The colour at a place, the first of two stops that share it; before the first stop its colour, after the last its.
  func color(at location: Double) -> Color {
    guard let next = stops.firstIndex(where: { $0.location >= location }) else { return lastColor }
    guard next > 0 else { return stops[0].color }
    let (before, after) = (stops[next - 1], stops[next])
    return before.color.mixed(
      with: after.color, by: (location - before.location) / (after.location - before.location))
  }

  /// The same gradient for who mixes straight colours and then multiplies them by the opacity, as Cairo does.
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
  /// What stands between two stops so that mixing straight colours gives what mixing multiplied ones does: exactly where
  /// one of them is transparent, else nearer than an eye can tell.
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

/// Colours along a straight line between two points of what is painted; beyond them the first and the last go on.
public struct LinearGradient: ShapeStyle, Hashable {
  /// The colours.
  public let gradient: Gradient
  /// Where the first stands.
  public let startPoint: UnitPoint
  /// Where the last stands.
  public let endPoint: UnitPoint

  /// Makes a gradient. When both points are the same, all is in the last colour.
  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
    self.gradient = gradient
    self.startPoint = startPoint
    self.endPoint = endPoint
  }

  /// Makes a gradient of colours at equal distances.
  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
  }

  /// Colours along a straight line.
  public var paint: Paint { .linearGradient(self) }
}

/// Colours from a point outwards; within the first circle and beyond the last its colour goes on.
public struct RadialGradient: ShapeStyle, Hashable {
  /// The colours.
  public let gradient: Gradient
  /// The middle of all circles.
  public let center: UnitPoint
  /// The radius at which the first colour stands, in pixels.
  public let startRadius: Double
  /// The radius at which the last colour stands, in pixels.
  public let endRadius: Double

  /// Makes a gradient; radii are brought within 0 to 1 000 000 pixels. When both are the same, the last colour begins
  /// there.
  public init(gradient: Gradient, center: UnitPoint = .center, startRadius: Double = 0, endRadius: Double) {
    self.gradient = gradient
    self.center = center
    self.startRadius = startRadius.limited(to: 0...1e6)
    self.endRadius = endRadius.limited(to: 0...1e6)
  }

  /// Makes a gradient of colours at equal distances.
  public init(colors: [Color], center: UnitPoint = .center, startRadius: Double = 0, endRadius: Double) {
    self.init(gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
  }

  /// Colours from a point outwards.
  public var paint: Paint { .radialGradient(self) }
}

/// Colours around a point, clockwise; what is left of the turn is shared by the last colour and the first.
public struct AngularGradient: ShapeStyle, Hashable {
  /// The colours.
  public let gradient: Gradient
  /// The point around which they stand.
  public let center: UnitPoint
  /// Where the first stands, in degrees: 0 is to the right, 90 beneath.
  public let startDegrees: Double
  /// Where the last stands, in degrees: at most a full turn before or after the first.
  public let endDegrees: Double

  /// Makes a gradient; angles are brought within ±1 000 000 degrees. Where it ends before it starts, it runs
  /// counterclockwise.
  public init(gradient: Gradient, center: UnitPoint = .center, startDegrees: Double = 0, endDegrees: Double = 360) {
    self.gradient = gradient
    self.center = center
    let start = startDegrees.limited(to: -1e6...1e6)
    self.startDegrees = start
    self.endDegrees = start + (endDegrees.limited(to: -1e6...1e6) - start).limited(to: -360...360)
  }

  /// Makes a gradient of colours at equal distances.
  public init(colors: [Color], center: UnitPoint = .center, startDegrees: Double = 0, endDegrees: Double = 360) {
    self.init(gradient: Gradient(colors: colors), center: center, startDegrees: startDegrees, endDegrees: endDegrees)
  }

  /// Colours around a point.
  public var paint: Paint { .angularGradient(self) }

  /// The colour that is seen from the centre in a direction, in degrees.
  func color(at degrees: Double) -> Color {
    let span = abs(endDegrees - startDegrees)
    var turned = (endDegrees < startDegrees ? startDegrees - degrees : degrees - startDegrees)
      .truncatingRemainder(dividingBy: 360)
    if turned < 0 { turned += 360 }
    if turned < span { return gradient.color(at: turned / span) }
    return gradient.color(at: turned - span < (360 - span) / 2 ? 1 : 0)
  }
}
