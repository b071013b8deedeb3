extension CaptionPlacement {
  /// Whether two cues that are shown at the same time would lie one over the other. What depends on the script is taken as
  /// in text from left to right.
  func isInTheWay(of other: CaptionPlacement) -> Bool {
    direction == other.direction && line == other.line && sharesLines(with: other)
  }

  /// Whether lines of two cues run the same way and their extents overlap, so that both cues fit into the picture only if
  /// they are not too high together.
  func sharesLines(with other: CaptionPlacement) -> Bool {
    guard (direction == .horizontal) == (other.direction == .horizontal) else { return false }
    let (own, others) = (extent(isRightToLeft: false), other.extent(isRightToLeft: false))
    return own.start < others.end && others.start < own.end
  }

  /// Which stretch of the picture's extent its lines may take, in hundredths (W3C WebVTT, section 7.2, steps 2 to 8).
  func extent(isRightToLeft: Bool) -> (start: Double, end: Double) {
    let alignment = settledPositionAlignment(isRightToLeft: isRightToLeft)
    let position = min(max(position ?? automaticPosition(isRightToLeft: isRightToLeft), 0), 100)
    let room =
      switch alignment {
      case .lineLeft: 100 - position
      case .lineRight: position
      case .center, .automatic: 2 * min(position, 100 - position)
      }
    let size = min(max(size, 0), room)
    let start =
      switch alignment {
      case .lineLeft: position
      case .lineRight: position - size
      case .center, .automatic: position - size / 2
      }
    return (start, start + size)
  }

  /// Where a cue without a position stands (W3C WebVTT, section 3.1, "computed position"). Unlike the specification, which
  /// puts them in the middle and so loses half of the width, `start` and `end` are at the picture's edges, as in browsers.
  private func automaticPosition(isRightToLeft: Bool) -> Double {
    switch textAlignment {
    case .left: 0
    case .right: 100
    case .start: isRightToLeft ? 100 : 0
    case .end: isRightToLeft ? 0 : 100
    case .center: 50
    }
  }

  /// Which part of it stands there (W3C WebVTT, section 3.1, "computed position alignment").
  private func settledPositionAlignment(isRightToLeft: Bool) -> PositionAlignment {
    guard positionAlignment == .automatic else { return positionAlignment }
    return switch textAlignment {
    case .left: .lineLeft
    case .right: .lineRight
    case .start: isRightToLeft ? .lineRight : .lineLeft
    case .end: isRightToLeft ? .lineLeft : .lineRight
    case .center: .center
    }
  }
}
