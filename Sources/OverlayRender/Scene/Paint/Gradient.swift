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
