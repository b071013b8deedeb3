/// A path is a shape: it takes all the space it is offered, and is drawn there at its own coordinates.
extension Path: OutlinedShape {
  var outline: ShapeOutline { .path(self) }
}

/// A path scaled evenly into the space that is offered, as icons are.
///
///     PathView(try Path(svg: "M12 2 22 22H2Z"), viewBox: Size(24, 24)).fill(.white).frame(width: 64, height: 64)
public struct PathView: OutlinedShape {
  let outline: ShapeOutline

  /// Makes a view of what lies within a box of a size, whose top left corner is the origin of the path. Where a side of
  /// the box is not above zero, nothing is drawn.
  public init(_ path: Path, viewBox: Size) {
    outline = .path(path, viewBox: viewBox)
  }
}
