import OverlayRender

/// The state of a player, without its effects.
///
/// It is a pure function of its events. Each event returns effects, which the player carries out in order. Events of
/// work that was overtaken carry an old number, and have no effect.
struct PlaybackState: Sendable {
  /// The number of the current item, which grows with each replacement.
  private(set) var item = 0
  private(set) var status = Status.noItem
  /// The rate that was requested; 0 is paused.
  private(set) var rate = 0.0
  private(set) var actionAtItemEnd = ActionAtItemEnd.pause
  /// The number of the latest start of decoding.
  private(set) var generation = 0
  /// The seek that is not finished yet.
  private(set) var seek: Seek?
  /// Whether decoding has not reached its start yet.
  private(set) var isSearching = false
  /// Whether enough is decoded to play without a stall.
  private(set) var isBuffered = false
  /// Whether playback rests at the end of the item.
  private(set) var isAtEnd = false
  /// The rate at which the clock runs.
  private(set) var clockRate = 0.0
  private(set) var ending = ItemEnding()

  enum Status: Sendable, Hashable {
    case noItem, opening, ready
    case failed(MediaError)
  }

  struct Seek: Sendable, Hashable {
    /// The number of the request; `nil` if the player itself decodes again from a time.
    let number: Int?
    var target: SeekTarget
  }

  enum Event: Sendable {
    case itemReplaced(hasItem: Bool)
    case opened(item: Int, duration: MediaTime, playsSound: Bool, hasPictures: Bool = true)
    case failed(item: Int, MediaError)
    case rateSet(Double)
    case actionAtItemEndSet(ActionAtItemEnd)
    case seekRequested(number: Int, SeekTarget)
    /// The seek that has not finished is given up at the current time of the item.
    case seeksCanceled(at: MediaTime)
    /// Decoding has reached its start, and playback continues at a time.
    case reached(generation: Int, time: MediaTime)
    /// Enough is decoded.
    case buffered(generation: Int)
    /// The clock has reached the end of what is decoded.
    case ranDry(generation: Int)
    case picturesEnded(item: Int, MediaTime)
    case soundEnded(item: Int, MediaTime)
    /// The clock has reached the end of the item.
    case endReached(generation: Int)
  }

  enum Effect: Sendable, Hashable {
    case close
    case open(item: Int)
    case decode(generation: Int, SeekTarget)
    /// Sets the time.
    case jump(generation: Int, MediaTime)
    case setClockRate(Double)
    /// Stops the clock at the end of the item.
    case holdAtEnd
    case startNextRound
    case setLooping(Bool)
    case setEnd(MediaTime)
    case finishSeek(number: Int, Bool)
    case report(Report)
  }

  /// What is reported, with the value that it had then: events that follow are handled before effects are carried out.
  enum Report: Sendable, Hashable {
    case status(PlaybackStatus)
    case timeControl(TimeControlStatus)
    case stall, jump, end
  }

  /// Returns the effects of an event.
  mutating func handle(_ event: Event) -> [Effect] {
    var effects: [Effect] = []
    let before = timeControlStatus
    apply(event, &effects)
    // Sound is decoded at rate 1 only.
    if status == .ready, rate > 0, rate != 1, ending.assumeSoundEnd(), let end = ending.end {
      effects.append(.setEnd(end))
    }
    let clockRate = isPlaying && !isAtEnd ? rate : 0
    if clockRate != self.clockRate {
      self.clockRate = clockRate
      effects.append(.setClockRate(clockRate))
    }
    if timeControlStatus != before { effects.append(.report(.timeControl(timeControlStatus))) }
    return effects
  }

  private mutating func apply(_ event: Event, _ effects: inout [Effect]) {
    switch event {
    case .itemReplaced(let hasItem): replaceItem(hasItem, &effects)
    case .opened(let item, let duration, let playsSound, let hasPictures):
      guard item == self.item, status == .opening else { return }
      status = .ready
      ending = ItemEnding(duration: duration, playsSound: playsSound, hasPictures: hasPictures)
      effects.append(.report(.status(playbackStatus)))
      decode(from: seek?.target ?? SeekTarget(time: .zero), &effects)
    case .failed(let item, let error):
      guard item == self.item, status == .opening || status == .ready else { return }
      finishSeek(false, &effects)
      status = .failed(error)
      rate = 0
      (isSearching, isBuffered, isAtEnd) = (false, false, false)
      effects.append(.report(.status(playbackStatus)))
    case .rateSet(let rate): setRate(rate, &effects)
    case .actionAtItemEndSet(let action):
      actionAtItemEnd = action
      effects.append(.setLooping(action == .loop))
      if isAtEnd { setRate(rate, &effects) }
    case .seekRequested(let number, let target): seek(number, target, &effects)
    case .seeksCanceled(let time):
      guard seek?.number != nil else { return }
      finishSeek(false, &effects)
      guard status == .ready else { return }
      seek = Seek(number: nil, target: SeekTarget(time: time))
      decode(from: SeekTarget(time: time), &effects)
    case .reached(let generation, let time):
      guard generation == self.generation, isSearching else { return }
      isSearching = false
      effects.append(.jump(generation: generation, time))
      if seek?.number != nil { effects.append(.report(.jump)) }
      finishSeek(true, &effects)
    case .buffered(let generation):
      if generation == self.generation, !isSearching { isBuffered = true }
    case .ranDry(let generation):
      guard generation == self.generation, clockRate > 0 else { return }
      isBuffered = false
      effects.append(.report(.stall))
    case .picturesEnded(let item, let time):
      guard item == self.item, status == .ready, ending.setPicturesEnd(time), let end = ending.end else { return }
      effects.append(.setEnd(end))
    case .soundEnded(let item, let time):
      guard item == self.item, status == .ready, ending.setSoundEnd(time), let end = ending.end else { return }
      effects.append(.setEnd(end))
    case .endReached(let generation):
      if generation == self.generation, clockRate > 0 { reachEnd(&effects) }
    }
  }

  private mutating func replaceItem(_ hasItem: Bool, _ effects: inout [Effect]) {
    finishSeek(false, &effects)
    item += 1
    generation += 1
    status = hasItem ? .opening : .noItem
    (isSearching, isBuffered, isAtEnd) = (false, false, false)
    // The clock ends with its item.
    clockRate = 0
    ending = ItemEnding()
    effects.append(.close)
    guard hasItem else { return }
    effects.append(.open(item: item))
    effects.append(.setLooping(actionAtItemEnd == .loop))
  }

  private mutating func setRate(_ rate: Double, _ effects: inout [Effect]) {
    if case .failed = status { return }
    if isAtEnd, rate > 0 {
      switch actionAtItemEnd {
      case .pause: return
      case .none: break
      case .loop:
        seek = Seek(number: nil, target: SeekTarget(time: .zero))
        decode(from: SeekTarget(time: .zero), &effects)
      }
    }
    self.rate = rate
  }

  private mutating func seek(_ number: Int, _ target: SeekTarget, _ effects: inout [Effect]) {
    var target = target
    // Steps are counted from where a seek goes that has not finished.
    if target.pictureCount != 0, let seek {
      target = SeekTarget(time: seek.target.time, pictureCount: seek.target.pictureCount + target.pictureCount)
    }
    finishSeek(false, &effects)
    target.time = min(max(target.time, .zero), ending.end ?? ending.duration ?? SeekTarget.latest)
    switch status {
    case .noItem, .failed: effects.append(.finishSeek(number: number, false))
    case .opening: seek = Seek(number: number, target: target)
    case .ready:
      seek = Seek(number: number, target: target)
      decode(from: target, &effects)
    }
  }

  private mutating func decode(from target: SeekTarget, _ effects: inout [Effect]) {
    generation += 1
    (isSearching, isBuffered, isAtEnd) = (true, false, false)
    effects.append(.decode(generation: generation, target))
  }

  private mutating func finishSeek(_ finished: Bool, _ effects: inout [Effect]) {
    if let number = seek.take()?.number { effects.append(.finishSeek(number: number, finished)) }
  }

  private mutating func reachEnd(_ effects: inout [Effect]) {
    effects.append(.report(.end))
    guard actionAtItemEnd != .loop else { return effects.append(.startNextRound) }
    isAtEnd = true
    if actionAtItemEnd == .pause { rate = 0 }
    clockRate = 0
    effects.append(.holdAtEnd)
  }

  /// Whether nothing prevents playback at the rate that was requested.
  private var isPlaying: Bool { rate > 0 && status == .ready && !isSearching && (isBuffered || isAtEnd) }

  var playbackStatus: PlaybackStatus {
    switch status {
    case .noItem, .opening: .unknown
    case .ready: .readyToPlay
    case .failed(let error): .failed(error)
    }
  }

  var timeControlStatus: TimeControlStatus {
    guard rate > 0 else { return .paused }
    return isPlaying ? .playing : .waitingToPlayAtSpecifiedRate
  }

  var reasonForWaitingToPlay: WaitingReason? {
    guard timeControlStatus == .waitingToPlayAtSpecifiedRate else { return nil }
    switch status {
    case .noItem: return .noItemToPlay
    case .opening: return .evaluatingBufferingRate
    case .ready, .failed: return .toMinimizeStalls
    }
  }
}

/// The time to which decoding goes, and how far from it a picture may be.
struct SeekTarget: Sendable, Hashable {
  var time: MediaTime
  var toleranceBefore = MediaTime.zero
  var toleranceAfter = MediaTime.zero
  /// The number of pictures to move from the one at `time`. It is negative to go back.
  var pictureCount = 0

  /// A time that is after the end of every movie.
  static let latest = MediaTime.seconds(1_000_000_000)
}

/// The end of an item, which is known when its pictures and its sound are decoded to their ends.
///
/// An item ends with its pictures. Sound that ends less than a tenth of a second later is cut, so that a loop has no
/// seam; if it is longer, the last picture stays until the sound ends. An item without pictures ends with its sound.
struct ItemEnding: Sendable, Hashable {
  /// The duration that the file announces, or `nil` if it does not say it.
  private(set) var duration: MediaTime?
  private(set) var playsSound = false
  private var hasPictures = true
  private var picturesEnd: MediaTime?
  private var soundEnd: MediaTime?
  /// The end, from when on it is known. It does not change any more.
  private(set) var end: MediaTime?

  /// Sound of this duration after the pictures is cut.
  static let cutDuration = MediaTime.milliseconds(100)

  init() {}

  init(duration: MediaTime, playsSound: Bool, hasPictures: Bool) {
    self.duration = duration.isNumeric ? duration : nil
    (self.playsSound, self.hasPictures) = (playsSound, hasPictures)
  }

  /// Returns whether the end becomes known.
  mutating func setPicturesEnd(_ time: MediaTime) -> Bool {
    picturesEnd = picturesEnd ?? time
    return findEnd()
  }

  /// Returns whether the end becomes known.
  mutating func setSoundEnd(_ time: MediaTime) -> Bool {
    soundEnd = soundEnd ?? time
    return findEnd()
  }

  /// Takes the duration of the file for the end of its sound, if only that is missing. Returns whether the end becomes
  /// known.
  mutating func assumeSoundEnd() -> Bool {
    guard end == nil, let picturesEnd else { return false }
    return setSoundEnd(duration ?? picturesEnd)
  }

  private mutating func findEnd() -> Bool {
    guard end == nil, let picturesEnd else { return false }
    guard playsSound else {
      end = picturesEnd
      return true
    }
    guard let soundEnd else { return false }
    end = hasPictures && soundEnd - picturesEnd < Self.cutDuration ? picturesEnd : soundEnd
    return true
  }
}
