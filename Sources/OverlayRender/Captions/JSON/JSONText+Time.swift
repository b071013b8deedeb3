extension JSONText {
  /// The least number of seconds that is told apart.
  private static let nanosecondsPerSecond: Int128 = 1_000_000_000

  /// The time that a number of JSON in seconds is, to the nanosecond; `nil` for one that no time holds.
  static func time(seconds number: String) -> MediaTime? {
    guard number.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }) else {
      // A number with an exponent is written by programs that have a Double themselves.
      let time = Double(number).map { MediaTime(seconds: $0, preferredTimescale: 1_000_000_000) }
      return time?.isNumeric == true ? time : nil
    }
    let isNegative = number.hasPrefix("-")
    let parts = number.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let whole = (parts.first ?? "").drop { $0 == "0" }
    guard whole.utf8.count <= 18 else { return nil }
    let decimals = (parts.count > 1 ? parts[1] : "").utf8.prefix(10).map { Int128($0 - UInt8(ascii: "0")) }
    let tenths = (0..<10).reduce(Int128(0)) { $0 * 10 + ($1 < decimals.count ? decimals[$1] : 0) }
    let nanoseconds = Int128(Int64(whole) ?? 0) * nanosecondsPerSecond + (tenths + 5) / 10
    // Milliseconds are what most files hold.
    let isCoarse = nanoseconds % 1_000_000 == 0
    return MediaTime(
      ExactRatio(numerator: isNegative ? -nanoseconds : nanoseconds, denominator: nanosecondsPerSecond),
      timescale: isCoarse ? 1000 : 1_000_000_000, epoch: 0, hasBeenRounded: false)
  }
}
