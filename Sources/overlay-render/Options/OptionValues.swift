import ArgumentParser
import OverlayRender

/// Parses the text of an option; an error message starts with the name of the option.
func value<Value>(of option: String, _ text: String, _ parse: (String) throws -> Value) throws(Failure) -> Value {
  do {
    return try parse(text)
  } catch {
    throw Failure(.usage, "\(option): \(error)")
  }
}

/// Parses the wall time of an option. Adds a note if the time occurs never or twice in the time zone.
func wallTime(
  of option: String, _ text: String, now: WallTime, timeZone: any CivilTimeZone, notes: RunNotes
) throws(Failure) -> WallTime {
  let (time, choice) = try value(of: option, text) { try WallTime.parsed($0, now: now, timeZone: timeZone) }
  if let choice { notes.add("\(option): \(choice)") }
  return time
}

/// Returns a text of one line; control characters are an error.
func printableText(_ text: String) throws(OptionValueError) -> String {
  try printable(text, inLines: false)
}

/// Returns a text of any number of lines; other control characters are an error.
func printableLines(_ text: String) throws(OptionValueError) -> String {
  try printable(text, inLines: true)
}

private func printable(_ text: String, inLines: Bool) throws(OptionValueError) -> String {
  for (index, scalar) in text.unicodeScalars.enumerated() where !(inLines && scalar == "\n") {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator:
      throw .controlCharacter(text, position: index + 1, inLines: inLines)
    default: continue
    }
  }
  return text
}

/// An error about the value of an option.
enum OptionValueError: Error, CustomStringConvertible {
  case controlCharacter(String, position: Int, inLines: Bool)
  case notALength(String, limits: ClosedRange<Double>)
  case notAShadow(String)
  case emptySpan
  case notACount(String, of: String, limits: ClosedRange<Int>)
  case notTwoRates(String)
  case notAQuality(String)
  case notABitRate(String)
  case notAPlayCount(String)
  case notALanguage(String)

  var description: String {
    switch self {
    case .controlCharacter(let text, let position, let inLines):
      "\(text.quoted) has a control character at \(position): "
        + (inLines ? "remove it" : "give a single line of text")
    case .notALength(let text, let limits):
      "\(text.quoted) is not a number of pixels from \(Int(limits.lowerBound)) to \(Int(limits.upperBound)): "
        + "give one such as 48"
    case .notAShadow(let text):
      "\(text.quoted) is not a shadow: give DX,DY[,BLUR][:COLOR], such as 3,3,4:black, or none"
    case .emptySpan: "the time span is zero: give one such as 2s"
    case .notACount(let text, let things, let limits):
      "\(text.quoted) is not a number of \(things) from \(limits.lowerBound) to \(limits.upperBound)"
    case .notTwoRates(let text): "\(text.quoted) is not two frame rates: give them as in 25:23.976"
    case .notAQuality(let text): "\(text.quoted) is not a number: give one such as 23"
    case .notAPlayCount(let text): "\(text.quoted) is not a number from 1 to 65535: give one, or forever"
    case .notALanguage(let text): "\(text.quoted) is not a language: give a tag such as ja, zh-Hant or pt-BR"
    case .notABitRate(let text): "\(text.quoted) is not a bit rate from 1k to 1000M: give one such as 800k or 2M"
    }
  }
}

/// Parses a number of pixels within limits.
func pixels(in limits: ClosedRange<Double>) -> (String) throws(OptionValueError) -> Double {
  { text throws(OptionValueError) in
    let isNegative = limits.lowerBound < 0 && text.hasPrefix("-")
    guard let magnitude = plainDecimal(isNegative ? String(text.dropFirst()) : text) else {
      throw .notALength(text, limits: limits)
    }
    let number = isNegative ? -magnitude : magnitude
    guard limits.contains(number) else { throw .notALength(text, limits: limits) }
    return number
  }
}

/// Parses digits with at most one period, without a sign or an exponent.
func plainDecimal(_ text: String) -> Double? {
  text.utf8.allSatisfy { "0123456789.".utf8.contains($0) } ? Double(text) : nil
}

/// Parses a time span above zero.
func positiveSpan(_ text: String) throws -> MediaTime {
  let span = try MediaTime(span: text)
  guard span > .zero else { throw OptionValueError.emptySpan }
  return span
}

/// Parses a time span that may be negative.
func signedSpan(_ text: String) throws -> MediaTime {
  guard text.hasPrefix("-") || text.hasPrefix("+") else { return try MediaTime(span: text) }
  let span = try MediaTime(span: String(text.dropFirst()))
  return text.hasPrefix("-") ? -span : span
}

/// Parses a whole number within limits.
func wholeNumber(of things: String, in limits: ClosedRange<Int>) -> (String) throws(OptionValueError) -> Int {
  { text throws(OptionValueError) in
    guard let number = Int(text), limits.contains(number) else {
      throw .notACount(text, of: things, limits: limits)
    }
    return number
  }
}

/// Throws if an option that names a movie or a sound file names no file.
func checkFileName(_ name: String, of option: String) throws(Failure) {
  if name.isEmpty { throw Failure(.usage, "\(option): the file name is empty: give the name of a file") }
  if name == "-" {
    let problem = "\(option): movies and sound are read from files, and not from standard input"
    throw Failure(.usage, "\(problem): save it with ffmpeg -i - -c copy movie.mkv, and give that file")
  }
}

extension String {
  /// The name of the file of a path, for people.
  var fileName: String { split(separator: "/").last.map { String($0) } ?? self }
}

extension MediaTime {
  /// Parses a time span.
  init(span text: String) throws(TimeSpanError) {
    self = .nanoseconds(try TimeSpan(text).nanoseconds)
  }
}

extension ColorMatrix: ExpressibleByArgument {
  /// Creates the matrix of an argument. BT.2020 is only for movies that have it.
  public init?(argument: String) {
    guard Self.allValueStrings.contains(argument) else { return nil }
    self.init(rawValue: argument)
  }

  /// The arguments for the matrices to which the command converts.
  public static var allValueStrings: [String] { [ColorMatrix.bt601, .bt709].map(\.rawValue) }
}
extension ColorRange: ExpressibleByArgument {}

/// The values of `--align`.
enum Placement: String, CaseIterable, ExpressibleByArgument {
  case center, top, bottom, left, right
  case topLeft = "top-left"
  case topRight = "top-right"
  case bottomLeft = "bottom-left"
  case bottomRight = "bottom-right"

  var alignment: Alignment {
    switch self {
    case .center: .center
    case .top: .top
    case .bottom: .bottom
    case .left: .leading
    case .right: .trailing
    case .topLeft: .topLeading
    case .topRight: .topTrailing
    case .bottomLeft: .bottomLeading
    case .bottomRight: .bottomTrailing
    }
  }
}
