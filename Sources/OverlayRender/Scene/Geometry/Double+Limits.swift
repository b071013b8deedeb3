extension Double {
  /// The number within limits; where it is none, 0 or the limit that is nearer to 0.
  func limited(to limits: ClosedRange<Double>) -> Double {
    let number = isNaN ? 0 : self
    return Swift.min(Swift.max(number, limits.lowerBound), limits.upperBound)
  }

  /// The number within limits; `nil` where it is none.
  func limitedUnlessNaN(to limits: ClosedRange<Double>) -> Double? {
    isNaN ? nil : limited(to: limits)
  }
}

extension Double {
  /// This length or coordinate as layout takes it from views: 0 where it is no number, and within a million pixels, far
  /// beyond any picture; so what layout computes with it is finite.
  var bounded: Double { min(max(numeric, -1e6), 1e6) }

  /// 0 where it is no number.
  var numeric: Double { isNaN ? 0 : self }
}

extension EdgeInsets {
  var bounded: EdgeInsets {
    EdgeInsets(top: top.bounded, leading: leading.bounded, bottom: bottom.bounded, trailing: trailing.bounded)
  }
}
