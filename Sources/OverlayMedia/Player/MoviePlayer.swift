import Dispatch
import OverlayRender

/// Plays a movie; the counterpart of `AVPlayer`.
///
///     let item = MoviePlayerItem(path: "talk.mp4")
///     let output = VideoOutput(pixelFormat: .bgraPremultiplied, appliesOrientation: true)
///     item.add(output)
///     let player = MoviePlayer(item)
///     player.play()
///
/// ``VideoOutput/displayLink(on:_:)`` calls a function for each picture.
///
/// Pictures and sound are decoded ahead on a thread each: pictures for half a second, but at most 24 MiB unless two of
/// them need more, and as much sound as its renderer holds. Playback starts, and continues after a stall, when that is
/// reached or the end of the movie is decoded.
///
/// Sound goes to an audio renderer, at rate 1 only. Without a renderer the movie plays in silence. A file that has only
/// sound plays, too: outputs get its cover.
///
/// Players are safe to use from any thread. Observers and completion handlers are called on queues, never within a call
/// of the player, so they may call everything.
public final class MoviePlayer: Sendable {
  /// What happens to a player.
  public enum Event: Sendable, Hashable {
    /// The player starts, stops or waits.
    case timeControlStatusChanged(TimeControlStatus)
    /// Another item is the current one, or none.
    case currentItemChanged
    /// The volume has changed, or whether the sound is muted.
    case volumeChanged
  }

  struct State {
    var playback = PlaybackState()
    var item: MoviePlayerItem?
    /// Items that are not opened yet, by their number.
    var upcoming: [Int: MoviePlayerItem] = [:]
    var session: PlaybackSession?
    var seekCount = 0
    var completions: [Int: @Sendable (Bool) -> Void] = [:]
    var timeObservers: [Int: TimeObserver] = [:]
    var timeObserverCount = 0
    var volume = 1.0
    var isMuted = false
  }

  /// The clock whose times ``VideoOutput/itemTime(forHostTime:)`` takes, and in whose time a movie without sound plays.
  /// It is not the clock of the audio renderer.
  public let clock: any MediaClock
  let renderer: (any AudioRenderer)?
  let media: PlayerMedia
  let state = EffectRunner<State, PlaybackState.Effect>(State())
  let observers = Observers<Event>()

  /// Creates a paused player.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - clock: The clock in whose time a movie without sound plays.
  ///   - audioRenderer: Plays the sound. Its clock is the one of a movie with sound. Without a renderer, sound is not
  ///     decoded.
  public convenience init(
    _ item: MoviePlayerItem? = nil, clock: any MediaClock = HostClock.shared,
    audioRenderer: (any AudioRenderer)? = nil
  ) {
    self.init(item, clock: clock, audioRenderer: audioRenderer, media: .files)
  }

  /// Creates a paused player of a file.
  public convenience init(path: String) {
    self.init(MoviePlayerItem(path: path))
  }

  init(
    _ item: MoviePlayerItem?, clock: any MediaClock, audioRenderer: (any AudioRenderer)? = nil, media: PlayerMedia
  ) {
    self.clock = clock
    renderer = audioRenderer
    self.media = media
    if let item { replaceCurrentItem(with: item) }
  }

  deinit {
    let (session, completions, timeObservers) = state.withLock { ($0.session, $0.completions, $0.timeObservers) }
    for completion in completions.values { DispatchQueue.observers.async { completion(false) } }
    for observer in timeObservers.values { observer.cancel() }
    if let session { Self.close(session) }
    observers.removeAll()
  }
}

// MARK: - Items and status

extension MoviePlayer {
  /// The item that is played.
  public var currentItem: MoviePlayerItem? { state.withLock { $0.item } }

  /// Ends the current item, and opens another one. The rate does not change.
  ///
  /// A seek that is not finished reports so. Observers of the old item are dropped, and observers of the player stay.
  public func replaceCurrentItem(with item: MoviePlayerItem?) {
    item?.take(for: self)?.release(item)
    replaceCurrentItem(with: item) { _ in true }
  }

  /// Replaces the current item if it satisfies a condition.
  private func replaceCurrentItem(with item: MoviePlayerItem?, if isReplaced: (MoviePlayerItem?) -> Bool) {
    let isSent = send(.itemReplaced(hasItem: item != nil), if: { isReplaced($0.item) }) { state in
      state.item = item
      if let item { state.upcoming[state.playback.item] = item }
    }
    if isSent { observers.send(.currentItemChanged) }
  }

  /// Whether the current item can be played.
  public var status: PlaybackStatus { state.withLock { $0.playback.playbackStatus } }

  /// The error of the current item if its status is failed.
  public var error: MediaError? {
    if case .failed(let error) = status { error } else { nil }
  }

  /// Whether the player plays, waits or is paused.
  public var timeControlStatus: TimeControlStatus { state.withLock { $0.playback.timeControlStatus } }

  /// Why the player waits; `nil` if it does not.
  public var reasonForWaitingToPlay: WaitingReason? { state.withLock { $0.playback.reasonForWaitingToPlay } }

  /// What the player does at the end of its item. The default is to pause.
  public var actionAtItemEnd: ActionAtItemEnd {
    get { state.withLock { $0.playback.actionAtItemEnd } }
    set { send(.actionAtItemEndSet(newValue)) }
  }

  /// Releases an item that another player has taken.
  private func release(_ item: MoviePlayerItem?) {
    replaceCurrentItem(with: nil) { $0 === item }
  }
}

// MARK: - Time

extension MoviePlayer {
  /// The time of the current item; zero if there is none.
  public func currentTime() -> MediaTime { state.withLock { $0.session }?.itemTime ?? .zero }

  /// The rate that was requested: 0 when paused, 1 for the speed of the movie. See ``setRate(_:)``.
  public var rate: Double { state.withLock { $0.playback.rate } }

  /// Sets the rate: 0 pauses, and other rates play faster or slower.
  ///
  /// The rate stays 0 if the item has failed, and at the end of an item that paused there, until a seek.
  ///
  /// - Throws: `UnsupportedRateError` if the rate is negative or above 32.
  public func setRate(_ rate: Double) throws(UnsupportedRateError) {
    guard UnsupportedRateError.supported.contains(rate) else { throw UnsupportedRateError(rate: rate) }
    send(.rateSet(rate))
  }

  /// Plays at rate 1.
  public func play() { send(.rateSet(1)) }

  /// Pauses.
  public func pause() { send(.rateSet(0)) }

  /// Goes to a time, or to a time near it that is decoded sooner.
  ///
  /// The time is limited to the range from zero to the end. While the player is paused, outputs get the new picture
  /// too.
  ///
  /// In some recordings the times of the file start anew, as in MPEG-TS files that were joined. Played from the
  /// beginning, the time goes on there. A seek goes to a time of the file, which several pictures may have, and the
  /// time goes on from it.
  ///
  /// - Parameters:
  ///   - time: The time of the item.
  ///   - toleranceBefore: How much earlier the time may be. Zero for both tolerances goes to exactly this time,
  ///     infinity to the nearest keyframe.
  ///   - toleranceAfter: How much later the time may be.
  /// - Returns: Whether the seek has finished: `false` if another seek or another item has overtaken it, if there is no
  ///   item or it fails, or if a parameter is not a number or a tolerance is negative.
  @discardableResult
  public func seek(
    to time: MediaTime, toleranceBefore: MediaTime = .positiveInfinity, toleranceAfter: MediaTime = .positiveInfinity
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) { isFinished in
        continuation.resume(returning: isFinished)
      }
    }
  }

  /// Goes to a time, and calls `completionHandler` once on a queue of this library. See
  /// ``seek(to:toleranceBefore:toleranceAfter:)``.
  public func seek(
    to time: MediaTime, toleranceBefore: MediaTime = .positiveInfinity, toleranceAfter: MediaTime = .positiveInfinity,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    guard time.isNumeric || time.isInfinite, toleranceBefore >= .zero, toleranceAfter >= .zero,
      toleranceBefore.isValid, toleranceAfter.isValid
    else { return DispatchQueue.observers.async { completionHandler(false) } }
    seek(
      to: SeekTarget(time: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter), completionHandler)
  }

  private func seek(to target: SeekTarget, _ completionHandler: @escaping @Sendable (Bool) -> Void) {
    let number = state.withLock { state in
      state.seekCount += 1
      state.completions[state.seekCount] = completionHandler
      return state.seekCount
    }
    send(.seekRequested(number: number, target))
  }

  /// Gives up the seek or the step that has not finished, which reports so. Playback goes on from the current time.
  public func cancelPendingSeeks() { send(.seeksCanceled(at: currentTime())) }

  /// Pauses, and goes to the picture that is `count` pictures after the current one, or before it if `count` is
  /// negative; the counterpart of `step(byCount:)` of `AVPlayerItem`.
  ///
  /// The new time is that at which the picture begins. The step ends at the first or at the last picture of the movie,
  /// also in a loop. Steps that follow each other at once add up.
  ///
  /// - Returns: Whether the step has finished: `false` if another step, a seek or another item has overtaken it, or if
  ///   there is no item, or it fails or has no pictures.
  @discardableResult
  public func step(byCount count: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      step(byCount: count) { isFinished in continuation.resume(returning: isFinished) }
    }
  }

  /// Makes a step, and calls `completionHandler` once on a queue of this library.
  func step(byCount count: Int, completionHandler: @escaping @Sendable (Bool) -> Void) {
    guard currentItem?.movie?.hasPictures != false else {
      return DispatchQueue.observers.async { completionHandler(false) }
    }
    pause()
    // A movie has fewer pictures than this, and sums of steps must not overflow.
    let count = min(max(count, -1_000_000_000), 1_000_000_000)
    seek(to: SeekTarget(time: currentTime(), pictureCount: count), completionHandler)
  }

  /// Calls `action` at each multiple of an interval of the item's time, and when the time jumps, also to the next round
  /// of a loop, and when playback starts or stops.
  ///
  /// The action gets the time of the item. It may call everything, and may cancel its own subscription.
  ///
  /// - Parameters:
  ///   - interval: The interval, which is greater than zero.
  ///   - queue: A serial queue on which the action is called; by default, a queue of this library.
  ///   - action: The action. It is called until the returned subscription is canceled or released, or until the player
  ///     is released.
  public func addPeriodicTimeObserver(
    forInterval interval: MediaTime, queue: DispatchQueue? = nil, using action: @escaping @Sendable (MediaTime) -> Void
  ) -> Subscription {
    precondition(interval.isNumeric && interval > .zero, "An interval is a number greater than zero")
    return add(TimeObserver(.multiples(of: interval), queue: queue, action: action))
  }

  /// Calls `action` each time that playback passes one of some times of the item, in every round of a loop.
  ///
  /// Times that a seek skips are not passed. The beginning of the item is not passed, either.
  ///
  /// - Parameters:
  ///   - times: The times, in any order.
  ///   - queue: A serial queue on which the action is called; by default, a queue of this library.
  ///   - action: The action. It is called until the returned subscription is canceled or released, or until the player
  ///     is released.
  public func addBoundaryTimeObserver(
    forTimes times: [MediaTime], queue: DispatchQueue? = nil, using action: @escaping @Sendable () -> Void
  ) -> Subscription {
    add(TimeObserver(.boundaries(times.filter(\.isNumeric).sorted()), queue: queue) { _ in action() })
  }

  private func add(_ observer: TimeObserver) -> Subscription {
    let (number, session) = state.withLock { state in
      state.timeObserverCount += 1
      state.timeObservers[state.timeObserverCount] = observer
      return (state.timeObserverCount, state.session)
    }
    observer.arm(session)
    return Subscription { [weak self, weak observer] in
      observer?.cancel()
      _ = self?.state.withLock { $0.timeObservers.removeValue(forKey: number) }
    }
  }
}

// MARK: - Sound and observers

extension MoviePlayer {
  /// The volume of the sound: 0 is silent, 1 is the volume of the movie.
  public var volume: Double {
    get { state.withLock { $0.volume } }
    set { setVolume { $0.volume = newValue.isFinite ? min(max(newValue, 0), 1) : 1 } }
  }

  /// Whether the sound is muted.
  public var isMuted: Bool {
    get { state.withLock { $0.isMuted } }
    set { setVolume { $0.isMuted = newValue } }
  }

  /// Whether the current item has sound, and a renderer plays it.
  var playsSound: Bool {
    renderer != nil && currentItem?.movie?.audioTracks.isEmpty == false
  }

  private func setVolume(_ change: (inout State) -> Void) {
    let (volume, hasChanged) = state.withLock { state in
      let previous = (state.volume, state.isMuted)
      change(&state)
      return (state.isMuted ? 0 : state.volume, previous != (state.volume, state.isMuted))
    }
    renderer?.setVolume(volume)
    if hasChanged { observers.send(.volumeChanged) }
  }

  /// The events from now on. The stream ends when the player is released.
  public var events: AsyncStream<Event> { observers.stream }

  /// Calls `action` with each event, until the subscription is canceled or released, or until the player is released.
  ///
  /// - Parameters:
  ///   - queue: A serial queue on which the action is called; by default, a queue of this library.
  ///   - action: The action. It may call everything, and may cancel its own subscription.
  public func observe(on queue: DispatchQueue? = nil, _ action: @escaping @Sendable (Event) -> Void) -> Subscription {
    observers.add(on: queue, action)
  }
}
