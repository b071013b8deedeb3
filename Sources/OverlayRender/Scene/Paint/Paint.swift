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
