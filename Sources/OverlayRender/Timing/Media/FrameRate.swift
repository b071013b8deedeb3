/// Frames per second as an exact, reduced fraction: 30, or 30000/1001 for the NTSC rate that is written 29.97.
///
/// It ties frame numbers to times: frame n is due at exactly n × `denominator` / `numerator` seconds, so that nothing is
/// ever accumulated.
public struct FrameRate: Sendable, Hashable {
  /// Frames per `denominator` seconds, greater than zero.
  public let numerator: Int32
  /// Seconds per `numerator` frames, greater than zero.
  public let denominator: Int32

  /// The greatest frame rate: 1000 frames per second.
  public static let maximumFramesPerSecond: Int32 = 1000
  /// Film on NTSC video: 24000/1001, written 23.976.
  public static let ntscFilm = FrameRate(reduced: 24_000, 1001)
  /// NTSC video: 30000/1001, written 29.97.
  public static let ntsc = FrameRate(reduced: 30_000, 1001)
  /// Twice NTSC video: 60000/1001, written 59.94.
  public static let ntscDouble = FrameRate(reduced: 60_000, 1001)

  /// A rate of `numerator` / `denominator` frames per second, over 0 and at most 1000.
  public init(numerator: Int32, denominator: Int32 = 1) throws(FrameRateError) {
    let text = denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    try self.init(Int64(numerator), Int64(denominator), text: text)
  }

  /// The rate at which frames are an interval apart: exactly 1 / `interval` frames per second.
  ///
  /// 1001/30000 s gives 30000/1001, and 33 ms give 1000/33.
  public init(interval: MediaTime) throws(FrameRateError) {
    guard interval.isNumeric else { throw .notARate(interval.description) }
    try self.init(Int64(interval.timescale), interval.value, text: "\(interval.timescale)/\(interval.value)")
  }

  /// The rate that a number of frames per second stands for, over 0 and at most 1000.
  ///
  /// 23.976, 29.97, 47.952, 59.94 and 119.88 are the customary names of the NTSC rates and mean 24000/1001, 30000/1001 and
  /// so on. Of every other number a fraction is taken that is the same `Double`: 12.5 is 25/2.
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

  /// A whole number of frames per second, 1...1000.
  ///
  /// Other numbers end the program. Read a rate that is not the program's own with ``init(_:)`` or
  /// ``init(numerator:denominator:)``.
  public static func fps(_ count: some BinaryInteger) -> FrameRate {
    guard let count = Int32(exactly: count), (1...maximumFramesPerSecond).contains(count) else {
      preconditionFailure("A frame rate is 1...1000 frames per second")
    }
    return FrameRate(reduced: count, 1)
  }

  /// A number of frames per second, over 0 and at most 1000: `.fps(29.97)` is 30000/1001.
  ///
  /// The number means what ``init(framesPerSecond:)`` says. One that is no rate ends the program; use that initializer for
  /// a number that is not the program's own.
  public static func fps(_ rate: Double) -> FrameRate {
    do { return try FrameRate(framesPerSecond: rate) } catch { preconditionFailure("\(error)") }
  }

  private init(reduced numerator: Int32, _ denominator: Int32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Checks and reduces the fraction that `text` stands for.
  init(_ numerator: Int64, _ denominator: Int64, text: String) throws(FrameRateError) {
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
  /// The time from one frame to the next.
  public var interval: MediaTime {
    MediaTime(value: Int64(denominator), timescale: numerator)
  }

  /// When frame `n` is due after frame 0: exactly n × `denominator` / `numerator` seconds.
  public func time(ofFrame n: Int64) -> MediaTime {
    MediaTime(
      ExactRatio(numerator: Int128(n) * Int128(denominator), denominator: Int128(numerator)),
      timescale: numerator, epoch: 0, hasBeenRounded: false)
  }

  /// The last frame that is due at or before `time`, when frame 0 is due at zero.
  ///
  /// Frame numbers stop at the ends of `Int64`: there -infinity is at the least, and what is ordered after every number
  /// (indefinite, +infinity, invalid) at the greatest.
  public func frame(atOrBefore time: MediaTime) -> Int64 {
    position(of: time)?.floor ?? endlessFrame(of: time)
  }

  /// The first frame that is due at or after `time`; the counterpart of `frame(atOrBefore:)`.
  public func frame(atOrAfter time: MediaTime) -> Int64 {
    position(of: time)?.ceiling ?? endlessFrame(of: time)
  }

  /// The whole number of frames that a second is counted in: 30 for 29.97, and at least 1.
  public var nominalFramesPerSecond: Int {
    let (frames, seconds) = (Int(numerator), Int(denominator))
    return max(1, (2 * frames + seconds) / (2 * seconds))
  }

  /// Whether timecode at this rate may be drop-frame: 30000/1001 and 60000/1001.
  public var supportsDropFrame: Bool {
    self == .ntsc || self == .ntscDouble
  }

  private func position(of time: MediaTime) -> ExactRatio? {
    guard time.isNumeric else { return nil }
    return ExactRatio(
      numerator: Int128(time.value) * Int128(numerator),
      denominator: Int128(time.timescale) * Int128(denominator))
  }

  private func endlessFrame(of time: MediaTime) -> Int64 {
    time == .negativeInfinity ? .min : .max
  }
}

extension FrameRate: CustomStringConvertible {
  /// The rate as it is written in options: `30` or `30000/1001`.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

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

/// Why something is no frame rate; each case holds the text that was given.
public enum FrameRateError: Error, Sendable, Hashable {
  /// The text is neither a whole number nor a fraction nor a decimal.
  case notARate(String)
  /// The rate is zero.
  case zero(String)
  /// The rate is below zero.
  case negative(String)
  /// The fraction's second number is zero.
  case zeroDenominator(String)
  /// The rate is over 1000 frames per second.
  case tooFast(String)
  /// The reduced fraction does not fit two 32-bit numbers.
  case tooPrecise(String)
}

extension FrameRateError: CustomStringConvertible {
  /// One line that names the text, what is wrong with it, and what to give instead.
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
