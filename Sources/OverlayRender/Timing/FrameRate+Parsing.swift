extension FrameRate {
  /// Reads a rate as people write it: `30`, `30000/1001`, `12.5`.
  ///
  /// 23.976, 29.97, 47.952, 59.94 and 119.88 are the customary names of the NTSC rates and mean 24000/1001, 30000/1001 and
  /// so on; every other decimal is taken exactly.
  public init(_ text: String) throws(FrameRateError) {
    let isNegative = text.hasPrefix("-")
    let unsigned = isNegative ? text.dropFirst() : text[...]
    let sign: Int64 = isNegative ? -1 : 1

    if let slash = unsigned.firstIndex(of: "/") {
      let numerator = try Self.number(unsigned[..<slash], in: text)
      let denominator = try Self.number(unsigned[unsigned.index(after: slash)...], in: text)
      try self.init(sign * numerator, denominator, text: text)
    } else if let point = unsigned.firstIndex(of: ".") {
      let whole = unsigned[..<point]
      let decimals = unsigned[unsigned.index(after: point)...]
      let (numerator, denominator) = try Self.fraction(whole: whole, decimals: decimals, in: text)
      try self.init(sign * numerator, denominator, text: text)
    } else {
      try self.init(sign * Self.number(unsigned, in: text), 1, text: text)
    }
  }

  /// The NTSC rates over 1001, by their customary decimal in thousandths.
  private static let customaryNumerators: [Int64: Int64] = [
    23_976: 24_000, 29_970: 30_000, 47_952: 48_000, 59_940: 60_000, 119_880: 120_000,
  ]

  private static func fraction(
    whole: Substring, decimals: Substring, in text: String
  ) throws(FrameRateError) -> (numerator: Int64, denominator: Int64) {
    _ = try number(whole, in: text)
    _ = try number(decimals, in: text)
    let places = decimals.reversed().drop { $0 == "0" }.count
    // With 18 places or fewer the power of ten fits; a rate that needs more fits no fraction of 32 bits.
    guard places <= 18 else { throw .tooPrecise(text) }
    let numerator = try number(whole + decimals.prefix(places), in: text)
    let denominator = (0..<places).reduce(Int64(1)) { power, _ in power * 10 }
    if let ntsc = ntscNumerator(Int128(numerator), Int128(denominator)) { return (ntsc, 1001) }
    return (numerator, denominator)
  }

  /// The numerator over 1001 of the NTSC rate that a decimal is the customary name of; nil when it is none of these names.
  static func ntscNumerator(_ numerator: Int128, _ denominator: Int128) -> Int64? {
    let (thousandths, remainder) = (numerator * 1000).quotientAndRemainder(dividingBy: denominator)
    guard remainder == 0 else { return nil }
    return Int64(exactly: thousandths).flatMap { customaryNumerators[$0] }
  }

  private static func number(_ digits: Substring, in text: String) throws(FrameRateError) -> Int64 {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      throw .notARate(text)
    }
    guard let number = Int64(digits) else { throw .tooPrecise(text) }
    return number
  }
}
