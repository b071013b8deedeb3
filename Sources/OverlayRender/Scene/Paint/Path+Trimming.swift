extension Path {
  /// Returns the part of the path between two fractions of its length.
  ///
  /// Subpaths count one after another, including the lines that close them. Fractions are limited to 0...1, and `NaN`
  /// becomes 0. The result is empty if `end` is not greater than `start`. The ends are exact to 1/100 of a pixel in a
  /// path of the size of a picture.
  public func trimmedPath(from start: Double, to end: Double) -> Path {
    let (start, end) = (start.limited(to: 0...1), end.limited(to: 0...1))
    guard start < end else { return Path() }
    guard start > 0 || end < 1 else { return self }
    let subpaths = subpaths
    let lengths = subpaths.map { $0.segments.map(\.length) }
    // The segments are summed in the order in which `position` passes them, so that it ends exactly at the length.
    let length = lengths.joined().reduce(0, +)
    guard length > 0 else { return Path() }
    let kept = start * length...end * length
    var position = 0.0
    return Path { path in
      for (subpath, lengths) in zip(subpaths, lengths) {
        let first = position
        var isJoined = false
        for (segment, length) in zip(subpath.segments, lengths) {
          defer { position += length }
          guard position < kept.upperBound, position + length > kept.lowerBound else { continue }
          let isWhole = position >= kept.lowerBound && position + length <= kept.upperBound
          let part =
            isWhole
            ? segment : segment.part(from: kept.lowerBound - position, to: min(kept.upperBound - position, length))
          if !isJoined { path.move(to: part.start) }
          isJoined = true
          path.add(part)
        }
        if subpath.isClosed, first >= kept.lowerBound, position <= kept.upperBound { path.closeSubpath() }
      }
    }
  }

  private mutating func add(_ segment: Segment) {
    if segment.isLine {
      addLine(to: segment.end)
    } else {
      addCurve(to: segment.end, control1: segment.control1, control2: segment.control2)
    }
  }
}
