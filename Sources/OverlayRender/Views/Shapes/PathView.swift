/// A path as a shape. It takes all the space it is offered, and is drawn at its own coordinates.
extension Path: OutlinedShape {
  var outline: ShapeOutline { .path(self) }
}

/// A path scaled evenly into the space offered, such as an icon.
///
///     PathView(try Path(svg: "M12 2 22 22H2Z"), viewBox: Size(24, 24)).fill(.white).frame(width: 64, height: 64)
public struct PathView: OutlinedShape {
  let outline: ShapeOutline

  /// Creates a view of the part of a path inside a view box, whose top left corner is at the origin. If a side of the
  /// box is not greater than 0, nothing is drawn.
  public init(_ path: Path, viewBox: Size) {
    outline = .path(path, viewBox: viewBox)
  }
}
