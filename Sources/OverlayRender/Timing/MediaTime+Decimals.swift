extension MediaTime {
  /// Returns a numeric time in seconds as a decimal number, and whether it is exactly that.
  ///
  /// - Parameter places: The most decimals, 0...18; halves are rounded away from zero, and zeros at the end are left out.
  func decimalSeconds(places: Int = 9) -> (text: String, isExact: Bool) {
    let unit = Int128(powerOfTen(places))
    let (quotient, remainder) = (Int128(value) * unit).quotientAndRemainder(dividingBy: Int128(timescale))
    let step = MediaTimeRounding.halfAwayFromZero.step(remainder: remainder, denominator: Int128(timescale))
    let units = quotient + step
    let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: unit.magnitude)
    var (decimals, count) = (Int(fraction), fraction == 0 ? 0 : places)
    while count > 0, decimals % 10 == 0 { (decimals, count) = (decimals / 10, count - 1) }
    let text = (units < 0 ? "-" : "") + String(whole) + (count == 0 ? "" : "." + decimals.zeroPadded(to: count))
    return (text, remainder == 0 && epoch == 0)
  }

  /// Returns the time as messages have it: `1.5 s`, with at most `places` decimals.
  func inSeconds(places: Int = 9) -> String {
    isNumeric ? decimalSeconds(places: places).text + " s" : description
  }
}
