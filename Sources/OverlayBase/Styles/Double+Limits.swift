extension Double {
  /// Returns the number limited to a range. `NaN` becomes 0, or the limit nearest to 0.
  @inlinable package func limited(to limits: ClosedRange<Double>) -> Double {
    let number = isNaN ? 0 : self
    return Swift.min(Swift.max(number, limits.lowerBound), limits.upperBound)
  }

  /// Returns the number limited to a range, or `nil` if it is `NaN`.
  @inlinable package func limitedUnlessNaN(to limits: ClosedRange<Double>) -> Double? {
    isNaN ? nil : limited(to: limits)
  }
}
