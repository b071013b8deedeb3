extension BinaryInteger {
  /// Returns the decimal digits of a number that is not negative, padded with zeros to a width.
  package func zeroPadded(to width: Int) -> String {
    let digits = String(self)
    let missing = width - digits.utf8.count
    return missing > 0 ? String(repeating: "0", count: missing) + digits : digits
  }

  /// Returns the first `count` decimals of a second for a number of nanoseconds, 0..<1 000 000 000, with zeros after
  /// the ninth.
  func nanosecondDecimals(_ count: Int) -> String {
    String(zeroPadded(to: 9).prefix(count)) + String(repeating: "0", count: max(0, count - 9))
  }
}

/// Returns 10 to the power of 0...18.
func powerOfTen(_ exponent: Int) -> Int64 {
  (0..<exponent).reduce(1) { power, _ in power * 10 }
}
