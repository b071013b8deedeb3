import ArgumentParser
import OverlayRender

/// Reads an option's text; what is wrong with it is told with the option's name.
func value<Value>(of option: String, _ text: String, _ parse: (String) throws -> Value) throws(Failure) -> Value {
  do {
    return try parse(text)
  } catch {
    throw Failure(.usage, "\(option): \(error)")
  }
}

/// Reads an option's moment, and notes what was chosen where the zone's clock shows it never or twice.
func moment(
  of option: String, _ text: String, now: WallTime, timeZone: any CivilTimeZone, notes: RunNotes
) throws(Failure) -> WallTime {
  let (moment, choice) = try value(of: option, text) { try WallTime.parsed($0, now: now, timeZone: timeZone) }
  if let choice { notes.add("\(option): \(choice)") }
  return moment
}

/// A text on one line that can be shown: control characters have no picture.
func printableText(_ text: String) throws(TextError) -> String {
  try printable(text, inLines: false)
}

/// A text of any number of lines that can be shown.
func printableLines(_ text: String) throws(TextError) -> String {
  try printable(text, inLines: true)
}

private func printable(_ text: String, inLines: Bool) throws(TextError) -> String {
  for (index, scalar) in text.unicodeScalars.enumerated() where !(inLines && scalar == "\n") {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator:
      throw .controlCharacter(text, position: index + 1, inLines: inLines)
    default: continue
    }
  }
  return text
}

/// Why a text cannot be shown, or an option's number is none.
enum TextError: Error, CustomStringConvertible {
  case controlCharacter(String, position: Int, inLines: Bool)
  case notALength(String, limits: ClosedRange<Double>)
  case notAShadow(String)

  var description: String {
    switch self {
    case .controlCharacter(let text, let position, let inLines):
      "\(text.quoted) has a control character at \(position): "
        + (inLines ? "leave it out" : "give text on one line")
    case .notALength(let text, let limits):
      "\(text.quoted) is not a number of pixels from \(Int(limits.lowerBound)) to \(Int(limits.upperBound)): give one such as 48"
    case .notAShadow(let text):
      "\(text.quoted) is not a shadow: give DX,DY[,BLUR][:COLOR], such as 3,3,4:black, or none"
    }
  }
}

/// Reads a number of pixels within limits.
func pixels(in limits: ClosedRange<Double>) -> (String) throws(TextError) -> Double {
  { text throws(TextError) in
    let digits = limits.lowerBound < 0 && text.hasPrefix("-") ? text.dropFirst() : text[...]
    let isDecimal = digits.utf8.allSatisfy { "0123456789.".utf8.contains($0) }
    guard isDecimal, let number = Double(text), limits.contains(number) else { throw .notALength(text, limits: limits) }
    return number
  }
}

extension MediaTime {
  /// Reads a length of time.
  init(span text: String) throws(TimeSpanError) {
    self = .nanoseconds(try TimeSpan(text).nanoseconds)
  }
}

extension ColorMatrix: ExpressibleByArgument {}
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
