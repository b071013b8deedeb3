/// Why something is no timecode; the texts are the timecode that was given.
public enum TimecodeError: Error, Sendable, Hashable {
  /// The text has not the form `HH:MM:SS:FF`.
  case notATimecode(String)
  /// The hours are not 0...23.
  case hoursOutOfRange(String)
  /// The minutes are not 0...59.
  case minutesOutOfRange(String)
  /// The seconds are not 0...59.
  case secondsOutOfRange(String)
  /// The frames are not below the rate's nominal frames per second.
  case framesOutOfRange(String, FrameRate)
  /// Drop-frame timecode skips this number; `next` is the one that comes instead.
  case skipped(String, next: String)
  /// There is no drop-frame timecode at this rate.
  case noDropFrame(FrameRate)
}

extension TimecodeError: CustomStringConvertible {
  /// One line that names the timecode, what is wrong with it, and what to give instead.
  public var description: String {
    switch self {
    case .notATimecode(let text):
      "\(text.quoted) is not a timecode: give HH:MM:SS:FF, or HH:MM:SS;FF for drop-frame"
    case .hoursOutOfRange(let text):
      "'\(text)' is not a timecode (hours go up to 23)"
    case .minutesOutOfRange(let text):
      "'\(text)' is not a timecode (minutes go up to 59)"
    case .secondsOutOfRange(let text):
      "'\(text)' is not a timecode (seconds go up to 59)"
    case .framesOutOfRange(let text, let rate):
      "'\(text)' is not a timecode at \(rate) frames per second "
        + "(frames go up to \((rate.nominalFramesPerSecond - 1).zeroPadded(to: 2)))"
    case .skipped(let text, let next):
      "'\(text)' does not exist: drop-frame timecode skips it, the next is \(next)"
    case .noDropFrame(let rate):
      "there is no drop-frame timecode at \(rate) frames per second: use 30000/1001 or 60000/1001, or leave drop-frame out"
    }
  }
}
