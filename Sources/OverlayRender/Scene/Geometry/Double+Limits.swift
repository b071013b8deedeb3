extension Double {
  /// The number within limits; where it is none, 0 or the limit that is nearer to 0.
  func limited(to limits: ClosedRange<Double>) -> Double {
    let number = isNaN ? 0 : self
    return Swift.min(Swift.max(number, limits.lowerBound), limits.upperBound)
  }

  /// The number within limits; `nil` where it is none.
  func brought(within limits: ClosedRange<Double>) -> Double? {
    isNaN ? nil : limited(to: limits)
  }
}
