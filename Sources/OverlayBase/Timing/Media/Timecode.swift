/// A frame number as timecode: hours, minutes, seconds and frames (SMPTE ST 12-1).
///
/// A second has the nominal number of frames, 30 at 29.97, so non-drop-frame timecode at 29.97 runs slower than a
/// clock. Drop-frame timecode follows the clock by skipping numbers, never frames: 0 and 1 (0 to 3 at 59.94) at the
/// start of each minute except every tenth.
///
/// The fields wrap around after 24 hours, and negative frames count back from 23:59:59. `frameNumber` does not wrap
/// around.
public struct Timecode: Sendable, Hashable {
  /// The number of the frame. Frame 0 is 00:00:00:00.
  public let frameNumber: Int64
  /// The frame rate.
  public let rate: FrameRate
  /// Whether numbers are skipped to follow the clock.
  public let dropFrame: Bool

  /// Creates the timecode of a frame. Drop-frame timecode requires a rate of 30000/1001 or 60000/1001.
  ///
  /// - Throws: `TimecodeError.noDropFrame` for drop-frame timecode at another rate.
  public init(frame: Int64, rate: FrameRate, dropFrame: Bool = false) throws(TimecodeError) {
    guard !dropFrame || rate.supportsDropFrame else { throw .noDropFrame(rate) }
    self.init(checkedFrame: frame, rate: rate, dropFrame: dropFrame)
  }

  private init(checkedFrame frame: Int64, rate: FrameRate, dropFrame: Bool) {
    frameNumber = frame
    self.rate = rate
    self.dropFrame = dropFrame
  }

  /// Creates the timecode with these fields: hours 0...23, minutes and seconds 0...59, frames below the nominal frames
  /// per second.
  ///
  /// - Throws: `TimecodeError` if a field is out of range, if drop-frame timecode skips the number, or for drop-frame
  ///   timecode at another rate than 30000/1001 and 60000/1001.
  public init(
    hours: Int, minutes: Int, seconds: Int, frames: Int, rate: FrameRate, dropFrame: Bool = false
  ) throws(TimecodeError) {
    let count = FrameCount(rate: rate, dropFrame: dropFrame)
    let text = Self.text(hours, minutes, seconds, frames, count)
    guard !dropFrame || rate.supportsDropFrame else { throw .noDropFrame(rate) }
    guard (0..<24).contains(hours) else { throw .hoursOutOfRange(text) }
    guard (0..<60).contains(minutes) else { throw .minutesOutOfRange(text) }
    guard (0..<60).contains(seconds) else { throw .secondsOutOfRange(text) }
    guard (0..<count.perSecond).contains(frames) else { throw .framesOutOfRange(text, rate) }
    if seconds == 0, frames < count.skipped, !minutes.isMultiple(of: 10) {
      throw .skipped(text, next: Self.text(hours, minutes, seconds, count.skipped, count))
    }

    let totalMinutes = hours * 60 + minutes
    let nominal = (totalMinutes * 60 + seconds) * count.perSecond + frames
    let skipped = (totalMinutes - totalMinutes / 10) * count.skipped
    self.init(checkedFrame: Int64(nominal - skipped), rate: rate, dropFrame: dropFrame)
  }

  /// Returns the timecode that is later by a number of frames, or earlier if the number is negative, limited to the
  /// range of `Int64`.
  public func advanced(by frames: Int64) -> Timecode {
    let (sum, overflow) = frameNumber.addingReportingOverflow(frames)
    return Timecode(
      checkedFrame: overflow ? (frames < 0 ? .min : .max) : sum, rate: rate, dropFrame: dropFrame)
  }

  /// The time at which the frame is due, if frame 0 is due at zero.
  public var time: MediaTime { rate.time(ofFrame: frameNumber) }

  /// The hours, 0...23.
  public var hours: Int { fields.hours }
  /// The minutes, 0...59.
  public var minutes: Int { fields.minutes }
  /// The seconds, 0...59.
  public var seconds: Int { fields.seconds }
  /// The frames, from 0 to the nominal frames per second, exclusive.
  public var frames: Int { fields.frames }

  private var fields: (hours: Int, minutes: Int, seconds: Int, frames: Int) {
    let count = FrameCount(rate: rate, dropFrame: dropFrame)
    let remainder = Int(frameNumber % Int64(count.perDay))
    let frame = remainder < 0 ? remainder + count.perDay : remainder
    let (tens, frameOfTen) = frame.quotientAndRemainder(dividingBy: count.perTenMinutes)
    // All but the first of the ten minutes lack the skipped numbers.
    let shortMinutes = max(0, (frameOfTen - count.skipped) / count.perShortMinute)
    let nominal = frame + (tens * 9 + shortMinutes) * count.skipped
    let seconds = nominal / count.perSecond
    return (seconds / 3600, seconds / 60 % 60, seconds % 60, nominal % count.perSecond)
  }

  private static func text(
    _ hours: Int, _ minutes: Int, _ seconds: Int, _ frames: Int, _ count: FrameCount
  ) -> String {
    let clock = [hours, minutes, seconds].map { $0.zeroPadded(to: 2) }.joined(separator: ":")
    return clock + (count.skipped > 0 ? ";" : ":") + frames.zeroPadded(to: count.frameDigits)
  }
}

extension Timecode: CustomStringConvertible {
  /// The timecode as `HH:MM:SS:FF`, or `HH:MM:SS;FF` for drop-frame. The frames have three digits if a second has more
  /// than a hundred of them.
  public var description: String {
    let fields = fields
    let count = FrameCount(rate: rate, dropFrame: dropFrame)
    return Self.text(fields.hours, fields.minutes, fields.seconds, fields.frames, count)
  }
}

/// The numbers of frames in the units of timecode.
private struct FrameCount {
  let perSecond: Int
  /// The numbers that are skipped at the start of a minute: a fifteenth of the frames per second, or zero.
  let skipped: Int

  init(rate: FrameRate, dropFrame: Bool) {
    perSecond = rate.nominalFramesPerSecond
    skipped = dropFrame ? perSecond / 15 : 0
  }

  var perShortMinute: Int { 60 * perSecond - skipped }
  var perTenMinutes: Int { 600 * perSecond - 9 * skipped }
  var perDay: Int { 144 * perTenMinutes }
  var frameDigits: Int { max(2, String(perSecond - 1).count) }
}

extension Timecode {
  /// Reads `HH:MM:SS:FF`, or `HH:MM:SS;FF` for drop-frame. Leading zeros are optional.
  ///
  /// - Parameters:
  ///   - text: Four fields. The last separator selects drop-frame.
  ///   - rate: The frame rate.
  ///   - dropFrame: Overrides the separator if it is not nil.
  /// - Throws: `TimecodeError` if the text does not have this form, or if it is not a valid timecode.
  public init(parsing text: String, rate: FrameRate, dropFrame: Bool? = nil) throws(TimecodeError) {
    let pieces = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
    let separators = text.filter { $0 == ":" || $0 == ";" }
    guard pieces.count == 4, separators.hasPrefix("::") else { throw .notATimecode(text) }
    var fields: [Int] = []
    for (piece, digits) in zip(pieces, [2, 2, 2, 4]) {
      guard (1...digits).contains(piece.utf8.count), piece.utf8.allSatisfy(Self.isDigit), let field = Int(piece)
      else { throw .notATimecode(text) }
      fields.append(field)
    }
    try self.init(
      hours: fields[0], minutes: fields[1], seconds: fields[2], frames: fields[3], rate: rate,
      dropFrame: dropFrame ?? separators.hasSuffix(";"))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// An invalid timecode. Texts are the timecode that was given.
public enum TimecodeError: Error, Sendable, Hashable {
  /// The text does not have the form `HH:MM:SS:FF`.
  case notATimecode(String)
  /// The hours are not in 0...23.
  case hoursOutOfRange(String)
  /// The minutes are not in 0...59.
  case minutesOutOfRange(String)
  /// The seconds are not in 0...59.
  case secondsOutOfRange(String)
  /// The frames are not below the nominal frames per second.
  case framesOutOfRange(String, FrameRate)
  /// Drop-frame timecode skips this number; `next` is the following one.
  case skipped(String, next: String)
  /// Drop-frame timecode does not exist at this rate.
  case noDropFrame(FrameRate)
}

extension TimecodeError: CustomStringConvertible {
  /// One line that quotes the timecode and says what is wrong and how to fix it.
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
      "there is no drop-frame timecode at \(rate) frames per second: "
        + "use 30000/1001 or 60000/1001, or leave drop-frame out"
    }
  }
}
