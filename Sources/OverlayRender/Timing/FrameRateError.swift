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
