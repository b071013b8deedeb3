/// A color or gradient with which a shape is filled or stroked.
public enum Paint: Sendable, Hashable {
  /// A single color.
  case color(Color)
  /// A gradient along a line.
  case linearGradient(LinearGradient)
  /// A gradient from a center outward.
  case radialGradient(RadialGradient)
  /// A gradient around a center.
  case angularGradient(AngularGradient)

  /// Whether the paint is fully transparent.
  var isInvisible: Bool {
    switch self {
    case .color(let color): color.alpha == 0
    case .linearGradient(let linear): linear.gradient.isInvisible
    case .radialGradient(let radial): radial.gradient.isInvisible
    case .angularGradient(let angular): angular.gradient.isInvisible
    }
  }
}

/// A color or gradient that can paint a shape.
///
/// To write your own colors without the type, add them as members of this protocol:
///
///     extension ShapeStyle where Self == Color {
///       static var amber: Color { Color(rgb: 0xFFB020) }
///     }
public protocol ShapeStyle: Sendable {
  /// The style as a paint.
  var paint: Paint { get }
}

extension Paint: ShapeStyle {
  /// The paint itself.
  public var paint: Paint { self }
}

extension Color: ShapeStyle {
  /// The color as a paint.
  public var paint: Paint { .color(self) }
}
