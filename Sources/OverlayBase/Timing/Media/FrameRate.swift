/// A number of frames per second as an exact, reduced fraction: 30, or 30000/1001 for the NTSC rate written as 29.97.
///
/// It maps frame numbers to times: frame n is due at exactly n × `denominator` / `numerator` seconds, so errors never
/// accumulate.
public struct FrameRate: Sendable, Hashable {
  /// The number of frames in `denominator` seconds, greater than zero.
  public let numerator: Int32
  /// The number of seconds for `numerator` frames, greater than zero.
  public let denominator: Int32

  /// The maximum frame rate: 1000 frames per second.
  package static let maximumFramesPerSecond: Int32 = 1000
  /// The rate of film on NTSC video: 24000/1001, written as 23.976.
  public static let ntscFilm = FrameRate(reduced: 24_000, 1001)
  /// The rate of NTSC video: 30000/1001, written as 29.97.
  public static let ntsc = FrameRate(reduced: 30_000, 1001)
  /// Twice the rate of NTSC video: 60000/1001, written as 59.94.
  public static let ntscDouble = FrameRate(reduced: 60_000, 1001)

  /// Creates a rate of `numerator` / `denominator` frames per second, greater than 0 and at most 1000.
  ///
  /// - Throws: `FrameRateError` if the rate is out of range.
  public init(numerator: Int32, denominator: Int32 = 1) throws(FrameRateError) {
    let text = denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    try self.init(Int64(numerator), Int64(denominator), text: text)
  }

  /// Creates the rate with an interval between frames: exactly 1 / `interval` frames per second.
  ///
  /// For example, 1001/30000 s gives 30000/1001, and 33 ms give 1000/33.
  ///
  /// - Throws: `FrameRateError` if the interval is not numeric, or if the rate is out of range.
  public init(interval: MediaTime) throws(FrameRateError) {
    guard interval.isNumeric else { throw .notARate(interval.description) }
    try self.init(Int64(interval.timescale), interval.value, text: "\(interval.timescale)/\(interval.value)")
  }

  /// Creates the rate for a number of frames per second, greater than 0 and at most 1000.
  ///
  /// 23.976, 29.97, 47.952, 59.94 and 119.88 are the customary names of the NTSC rates 24000/1001, 30000/1001 and so
  /// on. Any other number becomes a fraction that equals the same `Double`: 12.5 is 25/2.
  ///
  /// - Throws: `FrameRateError` if the number is not finite, out of range, or needs a fraction with numbers above 32
  ///   bits.
  public init(framesPerSecond: Double) throws(FrameRateError) {
    let text = "\(framesPerSecond)"
    guard framesPerSecond.isFinite else { throw .notARate(text) }
    guard framesPerSecond >= 0 else { throw .negative(text) }
    guard framesPerSecond <= Double(Self.maximumFramesPerSecond) else { throw .tooFast(text) }
    guard let ratio = ExactRatio(framesPerSecond) else { throw .tooPrecise(text) }
    let (numerator, denominator) = ratio.shortestFraction(of: framesPerSecond)
    if let ntsc = Self.ntscNumerator(numerator, denominator) {
      try self.init(ntsc, 1001, text: text)
    } else if let numerator = Int64(exactly: numerator), let denominator = Int64(exactly: denominator) {
      try self.init(numerator, denominator, text: text)
    } else {
      throw .tooPrecise(text)
    }
  }

  /// Returns a rate of a whole number of frames per second, 1...1000.
  ///
  /// Other numbers are a programming error and trap. For a rate from outside the program, use ``init(_:)`` or
  /// ``init(numerator:denominator:)``.
  public static func fps(_ count: some BinaryInteger) -> FrameRate {
    guard let count = Int32(exactly: count), (1...maximumFramesPerSecond).contains(count) else {
      preconditionFailure("A frame rate is 1...1000 frames per second")
    }
    return FrameRate(reduced: count, 1)
  }

  /// Returns a rate for a number of frames per second, greater than 0 and at most 1000: `.fps(29.97)` is 30000/1001.
  ///
  /// Numbers are read as in ``init(framesPerSecond:)``. An invalid number is a programming error and traps; for a
  /// number from outside the program, use that initializer.
  public static func fps(_ rate: Double) -> FrameRate {
    do { return try FrameRate(framesPerSecond: rate) } catch { preconditionFailure("\(error)") }
  }

  private init(reduced numerator: Int32, _ denominator: Int32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Validates and reduces a fraction. Errors quote `text`.
  package init(_ numerator: Int64, _ denominator: Int64, text: String) throws(FrameRateError) {
    guard denominator != 0 else { throw .zeroDenominator(text) }
    guard numerator != 0 else { throw .zero(text) }
    guard (numerator < 0) == (denominator < 0) else { throw .negative(text) }
    let (top, bottom) = (numerator.magnitude, denominator.magnitude)
    let common = greatestCommonDivisor(top, bottom)
    guard UInt128(top) <= UInt128(bottom) * UInt128(Self.maximumFramesPerSecond) else { throw .tooFast(text) }
    guard let reducedTop = Int32(exactly: top / common), let reducedBottom = Int32(exactly: bottom / common) else {
      throw .tooPrecise(text)
    }
    self.init(reduced: reducedTop, reducedBottom)
  }
}

extension FrameRate {
  /// The time between two frames.
  public var interval: MediaTime {
    MediaTime(value: Int64(denominator), timescale: numerator)
  }

  /// Returns the time of frame `n` relative to frame 0: exactly n × `denominator` / `numerator` seconds.
  public func time(ofFrame n: Int64) -> MediaTime {
    MediaTime(
      ExactRatio(numerator: Int128(n) * Int128(denominator), denominator: Int128(numerator)),
      timescale: numerator, epoch: 0, hasBeenRounded: false)
  }

  /// Returns the last frame that is due at or before `time`, if frame 0 is due at zero.
  ///
  /// The result is limited to the range of `Int64`: -infinity gives the minimum; indefinite, +infinity and invalid
  /// times, which are ordered after all numbers, give the maximum.
  public func frame(atOrBefore time: MediaTime) -> Int64 {
    position(of: time)?.floor ?? limit(for: time)
  }

  /// Returns the first frame that is due at or after `time`; the counterpart of `frame(atOrBefore:)`.
  public func frame(atOrAfter time: MediaTime) -> Int64 {
    position(of: time)?.ceiling ?? limit(for: time)
  }

  /// The number of frames per second, rounded to the nearest `Double`: 29.97002997… for 30000/1001.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// The number of frames that timecode counts in a second: 30 at 29.97, and at least 1.
  public var nominalFramesPerSecond: Int {
    let (frames, seconds) = (Int(numerator), Int(denominator))
    return max(1, (2 * frames + seconds) / (2 * seconds))
  }

  /// Whether timecode at this rate can be drop-frame: true for 30000/1001 and 60000/1001.
  public var supportsDropFrame: Bool {
    self == .ntsc || self == .ntscDouble
  }

  private func position(of time: MediaTime) -> ExactRatio? {
    guard time.isNumeric else { return nil }
    return ExactRatio(
      numerator: Int128(time.value) * Int128(numerator),
      denominator: Int128(time.timescale) * Int128(denominator))
  }

  private func limit(for time: MediaTime) -> Int64 {
    time == .negativeInfinity ? .min : .max
  }
}

extension FrameRate: CustomStringConvertible {
  /// The rate as a whole number or a fraction: `30` or `30000/1001`.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

extension FrameRate {
  /// Reads a rate such as `30`, `30000/1001` or `12.5`.
  ///
  /// 23.976, 29.97, 47.952, 59.94 and 119.88 are the customary names of the NTSC rates 24000/1001, 30000/1001 and so
  /// on. Any other decimal is exact.
  ///
  /// - Throws: `FrameRateError` if the text is not a rate, or if the rate is out of range.
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

  /// The numerators over 1001 of the NTSC rates, by their customary names in thousandths.
  private static let customaryNumerators: [Int64: Int64] = [
    23_976: 24_000, 29_970: 30_000, 47_952: 48_000, 59_940: 60_000, 119_880: 120_000,
  ]

  private static func fraction(
    whole: Substring, decimals: Substring, in text: String
  ) throws(FrameRateError) -> (numerator: Int64, denominator: Int64) {
    _ = try number(whole, in: text)
    _ = try number(decimals, in: text)
    let places = decimals.reversed().drop { $0 == "0" }.count
    // With up to 18 places the power of ten fits. No rate with more places is a fraction of 32-bit numbers.
    guard places <= 18 else { throw .tooPrecise(text) }
    let numerator = try number(whole + decimals.prefix(places), in: text)
    let denominator = (0..<places).reduce(Int64(1)) { power, _ in power * 10 }
    if let ntsc = ntscNumerator(Int128(numerator), Int128(denominator)) { return (ntsc, 1001) }
    return (numerator, denominator)
  }

  /// Returns the numerator over 1001 of the NTSC rate that a decimal is the customary name of, or nil if it is not such
  /// a name.
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

/// An invalid frame rate. Each case contains the text that was given.
public enum FrameRateError: Error, Sendable, Hashable {
  /// The text is not an integer, a fraction or a decimal.
  case notARate(String)
  /// The rate is zero.
  case zero(String)
  /// The rate is negative.
  case negative(String)
  /// The denominator of the fraction is zero.
  case zeroDenominator(String)
  /// The rate is above 1000 frames per second.
  case tooFast(String)
  /// The parts of the reduced fraction do not fit in 32 bits.
  case tooPrecise(String)
}

extension FrameRateError: CustomStringConvertible {
  /// One line that quotes the text and says what is wrong and how to fix it.
  public var description: String {
    switch self {
    case .notARate(let text):
      "\(text.quoted) is not a frame rate: give frames per second, such as 30, 30000/1001 or 29.97"
    case .zero(let text), .negative(let text):
      "\(text.quoted) is not a frame rate: give frames per second over 0, such as 30, 30000/1001 or 29.97"
    case .zeroDenominator(let text):
      "\(text.quoted) is not a frame rate: the number after '/' must be over 0, as in 30000/1001"
    case .tooFast(let text):
      "\(text.quoted) is too high a frame rate: give at most \(FrameRate.maximumFramesPerSecond) frames per second"
    case .tooPrecise(let text):
      "\(text.quoted) has too many digits for a frame rate: "
        + "give a fraction of numbers up to 2147483647, such as 30000/1001"
    }
  }
}
