extension Double {
  /// Returns the number limited to a range. `NaN` becomes 0, or the limit nearest to 0.
  func limited(to limits: ClosedRange<Double>) -> Double {
    let number = isNaN ? 0 : self
    return Swift.min(Swift.max(number, limits.lowerBound), limits.upperBound)
  }

  /// Returns the number limited to a range, or `nil` if it is `NaN`.
  func limitedUnlessNaN(to limits: ClosedRange<Double>) -> Double? {
    isNaN ? nil : limited(to: limits)
  }
}

extension Double {
  /// The number limited to ±1 000 000 pixels, with 0 for `NaN`. Lengths from views are limited, so that layout computes
  /// with finite numbers.
  var bounded: Double { min(max(numeric, -1e6), 1e6) }

  /// The number, or 0 if it is `NaN`.
  var numeric: Double { isNaN ? 0 : self }
}

extension EdgeInsets {
  var bounded: EdgeInsets {
    EdgeInsets(top: top.bounded, leading: leading.bounded, bottom: bottom.bounded, trailing: trailing.bounded)
  }
}
