/// A straight line between two points of the space that is offered.
///
/// By itself it is one pixel wide, in the foreground colour; `stroke` gives it another width.
/// It lies on both sides of its points: along an edge half of it is outside. A sharp line of one pixel between views is a
/// ``Divider``.
public struct Line: Shape {
  private let from: UnitPoint
  private let to: UnitPoint

  /// Makes a line.
  public init(from: UnitPoint = .leading, to: UnitPoint = .trailing) {
    self.from = from
    self.to = to
  }

  /// The line between the two points.
  public var outline: ShapeOutline { .line(from: from, to: to) }

  /// The line in the foreground colour: it has nothing inside that could be filled.
  public var body: some View {
    EnvironmentReader { stroke($0.foregroundColor) }
  }
}
