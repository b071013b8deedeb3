/// A rectangle with round corners that takes all the space it is offered.
public struct RoundedRectangle: Shape {
  private let cornerRadii: CornerRadii

  /// Makes a rectangle whose corners are all as round, in pixels.
  public init(cornerRadius: Double) {
    cornerRadii = CornerRadii(cornerRadius)
  }

  /// Makes a rectangle whose corners are each as round as given. Radii that do not fit are brought down, all by the same
  /// factor.
  public init(cornerRadii: CornerRadii) {
    self.cornerRadii = cornerRadii
  }

  /// The edges of the view, with round corners.
  public var outline: ShapeOutline { .roundedRectangle(cornerRadii) }
}
