import OverlayRender

/// When the pictures and the sound of a live feed are due.
///
/// A feed has times of its own, and arrives with delays that vary. What is received at a time is due a little later, so
/// that what is delayed more is still received before it is due. Pictures and sound are moved together.
///
/// - Only the latest of what was sent before the connection is due: the least delay of its first second counts.
/// - What arrives after it was due, as when the clock of the sender is slower, moves all later times.
/// - If all has arrived early for ten seconds, as when the clock of the sender is faster, all later times move back.
/// - After an interruption of more than a second, or a jump of the clock of the feed, all begins again.
struct FeedTimeline {
  /// What is added to a time of the feed for the time at which it is due; `nil` before anything was received.
  private(set) var shift: MediaTime?

  /// Until then, the least delay counts.
  private var settlingEnd = MediaTime.zero
  /// The part of the feed whose greatest delay is searched for.
  private var windowEnd = MediaTime.zero
  private var greatestShift = MediaTime.negativeInfinity

  /// The time between receiving and showing what is delayed most.
  static let margin = MediaTime.milliseconds(200)
  private static let settlingDuration = MediaTime.seconds(1)
  private static let windowDuration = MediaTime.seconds(10)
  /// A greater delay means an interruption, after which only the latest counts.
  private static let greatestLateness = MediaTime.seconds(1)
  /// What is earlier has a clock that has jumped.
  private static let greatestEarliness = MediaTime.milliseconds(1500)
  /// Times do not move back by less.
  private static let leastReduction = MediaTime.milliseconds(100)

  /// Takes the time of a picture that was received.
  ///
  /// - Parameters:
  ///   - time: The time of the feed.
  ///   - now: The time at which it was received.
  mutating func receive(_ time: MediaTime, at now: MediaTime) {
    let wanted = now - time + Self.margin
    guard let shift, isRegular(wanted, shift) else { return begin(with: wanted, at: now) }
    follow(wanted, shift, at: now)
  }

  /// Takes the time of sound that was received. Sound whose times do not match the pictures changes nothing.
  mutating func receive(sound time: MediaTime, at now: MediaTime) {
    let wanted = now - time + Self.margin
    if let shift, isRegular(wanted, shift) { follow(wanted, shift, at: now) }
  }

  /// Forgets everything, for another connection.
  mutating func reset() { self = FeedTimeline() }

  private func isRegular(_ wanted: MediaTime, _ shift: MediaTime) -> Bool {
    wanted - Self.margin <= shift + Self.greatestLateness && wanted + Self.greatestEarliness >= shift
  }

  private mutating func follow(_ wanted: MediaTime, _ shift: MediaTime, at now: MediaTime) {
    if now < settlingEnd {
      if wanted < shift { self.shift = wanted }
      restartWindow(at: now)
    } else if wanted > shift + Self.margin {
      self.shift = wanted
      restartWindow(at: now)
    } else {
      greatestShift = max(greatestShift, wanted)
      guard now >= windowEnd else { return }
      if greatestShift + Self.leastReduction < shift { self.shift = greatestShift }
      restartWindow(at: now)
    }
  }

  private mutating func begin(with shift: MediaTime, at now: MediaTime) {
    self.shift = shift
    settlingEnd = now + Self.settlingDuration
    restartWindow(at: now)
  }

  private mutating func restartWindow(at now: MediaTime) {
    windowEnd = now + Self.windowDuration
    greatestShift = .negativeInfinity
  }
}
