import CFFmpeg
import OverlayRender

/// The times of decoded pictures, relative to the beginning of their movie.
///
/// Files have pictures without a time, twice the same time, and times that jump where a recording was continued. The
/// times here increase strictly nevertheless.
struct PictureClock {
  private let timeBase: AVRational
  /// The time of the beginning of the movie, in ticks.
  private let origin: Int64
  /// The duration of a picture at the nominal rate, in ticks.
  private let nominalDuration: Int64
  /// What is added to the times of the file because its clock has jumped.
  private var shift: Int64 = 0
  /// The time of the latest picture and its expected end.
  private var latest: (time: Int64, end: Int64)?

  /// A picture whose time is earlier by less than this number of seconds is left out. At more, the clock has jumped.
  private static let greatestDisorder: Int64 = 1
  /// The longest time in seconds between two pictures. At more, the clock has jumped.
  static let greatestGap: Int64 = 86_400

  /// Creates the clock of a stream, whose movie begins at `origin` in units of `AV_TIME_BASE`.
  init(stream: UnsafeMutablePointer<AVStream>, origin: Int64, frameRate: FrameRate) {
    let base = stream.pointee.time_base
    timeBase = base.num > 0 && base.den > 0 ? base : AVRational(num: 1, den: 90_000)
    self.origin = origin.ticks(of: Int32(AV_TIME_BASE).clock, on: timeBase)
    nominalDuration = max(Int64(1).ticks(of: frameRate.tick, on: timeBase), 1)
  }

  /// Forgets the latest picture, after a seek.
  mutating func reset() {
    latest = nil
    shift = 0
  }

  /// Returns a time as ticks of the file, rounded down.
  func ticks(of time: MediaTime) -> Int64 {
    let tick = AVRational(num: 1, den: time.timescale)
    return origin &+ overlay_av_rescale_q_rnd(time.value, tick, timeBase, AV_ROUND_DOWN)
  }

  /// Returns the time of the next decoded frame; `nil` to leave it out, because it is before the beginning or before
  /// the latest one.
  mutating func time(of frame: borrowing Frame) -> MediaTime? {
    let timestamp = frame.pointer.pointee.best_effort_timestamp
    let known = timestamp == overlay_no_timestamp ? nil : timestamp &- origin &+ shift
    var time = known ?? latest?.end ?? 0
    if let latest, time <= latest.time {
      guard latest.time &- time >= seconds(Self.greatestDisorder) else { return nil }
      shift = shift &+ latest.end &- time
      time = latest.end
    } else if (time &- (latest?.time ?? 0)) > seconds(Self.greatestGap) {
      let expected = latest?.end ?? 0
      shift = shift &+ expected &- time
      time = expected
    }
    guard time >= 0 else { return nil }
    latest = (time, time &+ duration(of: frame))
    return mediaTime(time)
  }

  /// Returns the end of the last picture.
  func end(of frame: borrowing Frame, at time: MediaTime) -> MediaTime {
    time + mediaTime(duration(of: frame))
  }

  private func duration(of frame: borrowing Frame) -> Int64 {
    let duration = overlay_duration(frame.pointer)
    return (1...seconds(Self.greatestGap)).contains(duration) ? duration : nominalDuration
  }

  private func seconds(_ count: Int64) -> Int64 { max(count.ticks(of: Int32(1).clock, on: timeBase), 1) }

  private func mediaTime(_ ticks: Int64) -> MediaTime { MediaTime(ticks: ticks, of: timeBase) }
}
