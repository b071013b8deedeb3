/// What a shape is filled with or its outline drawn in.
public enum Paint: Sendable, Hashable {
  /// One colour.
  case color(Color)
  /// Colours along a straight line.
  case linearGradient(LinearGradient)
  /// Colours from a point outwards.
  case radialGradient(RadialGradient)
  /// Colours around a point.
  case angularGradient(AngularGradient)

  /// Whether it is all transparent.
  var isInvisible: Bool {
    switch self {
    case .color(let color): color.alpha == 0
    case .linearGradient(let linear): linear.gradient.isInvisible
    case .radialGradient(let radial): radial.gradient.isInvisible
    case .angularGradient(let angular): angular.gradient.isInvisible
    }
  }
}

/// What may paint a shape: colours and gradients.
///
/// Colors of your own can be given by name alone, as the library's, when they are members of this protocol:
///
///     extension ShapeStyle where Self == Color {
///       static var amber: Color { Color(rgb: 0xFFB020) }
///     }
public protocol ShapeStyle: Sendable {
  /// The paint that it is.
  var paint: Paint { get }
}

extension Paint: ShapeStyle {
  /// Itself.
  public var paint: Paint { self }
}

extension Color: ShapeStyle {
  /// One colour.
  public var paint: Paint { .color(self) }
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
