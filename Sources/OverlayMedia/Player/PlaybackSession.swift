import OverlayRender
import Synchronization

/// The item that a player plays: its workers, its timeline and its timers.
///
/// The timeline does not jump where a loop begins again: the item's time is counted from the start of the round. Only
/// the player calls the functions that change something, one after another; except ``updateFormats()`` and
/// ``audioTrackChanged()``, which any thread may call.
final class PlaybackSession: Sendable {
  struct State {
    var timebase: Timebase
    var sound: SoundFeeder?
    var soundWorker: (any DecodingWorker)?
    var pictureWorker: (any DecodingWorker)?
    var request: Subscription?
    /// The start of the round of the loop on the timeline.
    var round = MediaTime.zero
    var end: MediaTime?
    var isLooping = false
    var generation = 0
    /// The rate at which the renderer has sound.
    var soundRate = 1.0
    var wake: Subscription?
    /// The number of the latest timer. Setting a timer may call it, and that may set another one.
    var wakeNumber = 0
    var isEnded = false
  }

  let item: MoviePlayerItem
  let number: Int

  let clock: any MediaClock
  let renderer: (any AudioRenderer)?
  private let media: PlayerMedia
  let send: @Sendable (PlaybackState.Event) -> Void
  let pictureDecoder: PictureDecoder
  let state: Mutex<State>
  /// Held while the formats of the outputs are passed on, so that the latest ones stay.
  let formatUpdates = Mutex(())

  /// Creates the session of an item.
  ///
  /// - Parameters:
  ///   - clock: The clock of the host.
  ///   - renderer: The renderer of the sound.
  ///   - send: Receives what happens. It does not keep the player alive.
  init(
    item: MoviePlayerItem, number: Int, clock: any MediaClock, renderer: (any AudioRenderer)?, media: PlayerMedia,
    send: @escaping @Sendable (PlaybackState.Event) -> Void
  ) {
    self.item = item
    self.number = number
    self.clock = clock
    self.renderer = renderer
    self.media = media
    self.send = send
    state = Mutex(State(timebase: Timebase(clock: clock)))
    let (path, openPictures) = (item.path, media.openPictures)
    pictureDecoder = PictureDecoder { () throws(MediaError) in try openPictures(path, clock) }
  }

  /// Opens the movie.
  func start() {
    updateFormats()
    do throws(SystemError) {
      let worker = try media.startWorker("movie-pictures") { [pictureDecoder, weak self] in
        pictureDecoder.step { self?.handle($0) }
      }
      state.withLock { $0.pictureWorker = worker }
      worker.wake()
    } catch {
      send(.failed(item: number, Self.threadMissing(item.path, error)))
    }
  }

  /// Ends the workers and timers, and releases all pictures.
  func end() {
    pictureDecoder.end()
    let (workers, sound, _, _) = state.withLock { state in
      state.isEnded = true
      return ([state.pictureWorker, state.soundWorker], state.sound.take(), state.wake.take(), state.request.take())
    }
    for worker in workers { worker?.stop() }
    guard let sound else { return }
    sound.state.withLock { $0.finish() }
    renderer?.pause()
    renderer?.flush()
  }

  private func handle(_ report: PictureDecoder.Report) {
    switch report {
    case .opened(let properties):
      let renderer = properties.hasSound ? renderer : nil
      if let renderer { startSound(renderer) }
      item.setProperties(properties)
      checkAudioTrack()
      send(
        .opened(
          item: number, duration: properties.duration, playsSound: renderer != nil,
          hasPictures: properties.hasPictures))
    case .failed(let error): send(.failed(item: number, error))
    case .reached(let generation, let time): send(.reached(generation: generation, time: time))
    case .sufficient: checkProgress()
    case .currentConverted: for output in item.outputs { output.sendChange() }
    case .ended(let time, let damage):
      if let damage { item.setDamage(damage) }
      send(.picturesEnded(item: number, time))
    }
  }

  private static func threadMissing(_ path: String, _ error: SystemError) -> MediaError {
    .movieUnreadable(path: path, reason: "no thread can be started: \(error)")
  }

  private func startSound(_ renderer: any AudioRenderer) {
    let (item, format, openSound) = (item, renderer.format, media.openSound)
    let feeder = SoundFeeder(
      renderer: renderer, open: { () throws(MediaError) in try openSound(item.path, item.audioTrack, format) },
      report: { [weak self] report in
        guard let self else { return }
        switch report {
        case .sufficient: checkProgress()
        case .ended(let time): send(.soundEnded(item: number, time))
        }
      })
    let worker: any DecodingWorker
    do throws(SystemError) { worker = try media.startWorker("movie-sound") { feeder.step() } } catch {
      return send(.failed(item: number, Self.threadMissing(item.path, error)))
    }
    let request = renderer.requestMediaDataWhenReady { worker.wake() }
    let isEnded = state.withLock { state in
      guard !state.isEnded else { return true }
      state.timebase = Timebase(clock: renderer.clock)
      (state.sound, state.soundWorker, state.request) = (feeder, worker, request)
      _ = feeder.state.withLock { $0.setLooping(state.isLooping, inRound: .zero) }
      return false
    }
    if isEnded { worker.stop() }
  }

  /// Fails if the movie does not have the audio track of its item.
  func checkAudioTrack() {
    do throws(MediaError) { try item.movie?.check(audioTrack: item.audioTrack) } catch {
      send(.failed(item: number, error))
    }
  }

  /// Reports that enough is decoded, if it is.
  func checkProgress() {
    let sound = state.withLock { $0.sound }
    let (generation, isSufficient) = pictureDecoder.progress
    if isSufficient, sound?.state.withLock({ $0.isSufficient }) ?? true { send(.buffered(generation: generation)) }
  }
}

extension PlaybackSession {
  /// The current time of the item.
  var itemTime: MediaTime {
    let decodedEnd = decodedEnd ?? .positiveInfinity
    return state.withLock { state in
      let (time, rate) = state.timebase.snapshot
      // The clock stops at the end of what is decoded, but it may stop late.
      return state.itemTime(at: rate > 0 ? min(time, decodedEnd) : time)
    }
  }

  /// The end of what is decoded on the timeline; `nil` if that is the end of the item.
  var decodedEnd: MediaTime? {
    if let end = pictureDecoder.decodedEnd { return end }
    let (sound, end) = state.withLock { ($0.sound, $0.end) }
    // The end of the item is not known before the end of its sound.
    guard end == nil, let picturesEnd = pictureDecoder.endPosition else { return nil }
    return max(picturesEnd, sound?.state.withLock { $0.remainingEnd } ?? picturesEnd)
  }

  /// Returns the time of the item at a time of the host's clock.
  func itemTime(atHostTime hostTime: MediaTime) -> MediaTime {
    let delay = hostTime - clock.time
    return state.withLock { $0.itemTime(at: $0.position(after: delay)) }
  }

  /// The rate at which the time advances now.
  var rate: Double { state.withLock { $0.timebase.snapshot.rate } }

  /// Returns the time of the item at which the picture after `time` begins: +infinity if there is none.
  func nextChange(after time: MediaTime) -> MediaTime {
    guard let picture = pictureDecoder.picture(at: time) else { return .positiveInfinity }
    // After the last picture, only the end of the item can follow, which is reported when it is known.
    if picture.end <= time, pictureDecoder.isComplete { return .positiveInfinity }
    let end = state.withLock { state in state.isLooping ? nil : state.end }
    return picture.end == end ? .positiveInfinity : picture.end
  }

  /// Returns the time of the host's clock at which the picture after the one at `hostTime` begins: +infinity if there
  /// is none, or if the player does not play.
  func hostTimeOfNextChange(after hostTime: MediaTime) -> MediaTime {
    let time = itemTime(atHostTime: hostTime)
    let change = nextChange(after: time)
    guard change.isNumeric, rate > 0 else { return .positiveInfinity }
    return hostTime + (rate == 1 ? change - time : .seconds((change - time).seconds / rate))
  }

  /// Calls `action` when the next picture after a time of the host's clock begins: not before the player plays, and not
  /// while the clock of the sound stands still. Returns `nil` if no picture follows.
  func schedulePicture(
    afterHostTime hostTime: MediaTime, _ action: @escaping @Sendable () -> Void
  ) -> Subscription? {
    let delay = hostTime - clock.time
    let (timebase, position, time) = state.withLock { state in
      let position = state.position(after: delay)
      return (state.timebase, position, state.itemTime(at: position))
    }
    let change = nextChange(after: time)
    guard change.isNumeric else { return nil }
    // A picture that is late is looked for again.
    guard change > time else { return clock.schedule(at: hostTime + Self.retryInterval, action) }
    return timebase.schedule(at: position + (change - time), action)
  }

  /// The time until a picture that is late is looked for again.
  private static let retryInterval = MediaTime.milliseconds(10)

  var timeRanges: [MediaTimeRange] { pictureDecoder.timeRanges }
}

extension PlaybackSession.State {
  /// The end of the round on the timeline.
  var endPosition: MediaTime? { end.map { round + $0 } }

  /// Returns the position on the timeline after a time of the host's clock.
  fileprivate func position(after delay: MediaTime) -> MediaTime {
    let (time, rate) = timebase.snapshot
    if rate == 0 { return time }
    return time + (rate == 1 ? delay : .seconds(delay.seconds * rate))
  }

  /// Returns the time of the item at a position on the timeline, which may be in the next round.
  fileprivate func itemTime(at position: MediaTime) -> MediaTime {
    let time = max(position - round, .zero)
    guard let end, time >= end else { return time }
    return isLooping ? min(time - end, end) : end
  }
}
