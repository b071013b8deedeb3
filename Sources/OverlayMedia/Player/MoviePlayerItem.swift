import Dispatch
import OverlayRender
import Synchronization

/// A movie in a player, with its outputs; the counterpart of `AVPlayerItem`.
///
/// A player opens the movie when the item becomes its current one. An item plays in one player at a time: in the one
/// that took it last. Items are safe to use from any thread.
public final class MoviePlayerItem: Sendable {
  /// What happens to an item.
  public enum Event: Sendable, Hashable {
    /// The status has changed.
    case statusChanged(PlaybackStatus)
    /// The movie was played to its end. Each round of a loop has an end.
    case didPlayToEnd
    /// Playback has stopped because decoding is late. It continues by itself.
    case playbackStalled
    /// A seek has changed the time.
    case timeJumped
  }

  private struct State {
    var audioTrack: Int?
    var status = PlaybackStatus.unknown
    var duration = MediaTime.indefinite
    var movie: Movie?
    var damage: MovieDamage?
    var outputs: [VideoOutput] = []
    weak var player: MoviePlayer?
    weak var session: PlaybackSession?
  }

  /// The path of the file.
  public let path: String

  private let state = Mutex(State())
  private let observers = Observers<Event>()

  /// Creates an item that is not opened yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - audioTrack: The audio track that is heard. See ``audioTrack``.
  public init(path: String, audioTrack: Int? = nil) {
    self.path = path
    state.withLock { $0.audioTrack = audioTrack }
  }

  /// The number of the audio track that is heard, from 1 (``Movie/audioTracks``); `nil` for the one that players choose
  /// by default. It is the counterpart of the selection in a group of `AVMediaSelection`.
  ///
  /// Another track is heard from the current time on. With a number that the movie does not have, the item fails with
  /// `MediaError.noAudioTrack`.
  public var audioTrack: Int? {
    get { state.withLock { $0.audioTrack } }
    set {
      let session = state.withLock { state in
        guard state.audioTrack != newValue else { return nil as PlaybackSession? }
        state.audioTrack = newValue
        return state.session
      }
      session?.audioTrackChanged()
    }
  }

  /// Whether the item can be played, or why not.
  public var status: PlaybackStatus { state.withLock { $0.status } }

  /// The error if the status is failed.
  public var error: MediaError? {
    if case .failed(let error) = status { error } else { nil }
  }

  /// The duration that the file's header says; once the movie is decoded to its end, the exact time of the end;
  /// indefinite before the movie is open, or if the file does not say it.
  public var duration: MediaTime { state.withLock { $0.duration } }

  /// The description of the movie; `nil` before it is open.
  public var movie: Movie? { state.withLock { $0.movie } }

  /// What was damaged, once the movie is decoded to its end; `nil` for nothing.
  package var damage: MovieDamage? { state.withLock { $0.damage } }

  /// The ranges whose pictures are decoded. At the seam of a loop, these are the end and the beginning.
  public var loadedTimeRanges: [MediaTimeRange] { state.withLock { $0.session }?.timeRanges ?? [] }

  /// The events from now on. The stream ends when the item is no longer the current one of its player.
  public var events: AsyncStream<Event> { observers.stream }

  /// Calls `action` with each event, until the subscription is canceled or released, or the item is no longer the
  /// current one of its player.
  ///
  /// - Parameters:
  ///   - queue: A serial queue on which the action is called; by default, a queue of this library.
  ///   - action: The action. It may call everything, and may cancel its own subscription.
  public func observe(on queue: DispatchQueue? = nil, _ action: @escaping @Sendable (Event) -> Void) -> Subscription {
    observers.add(on: queue, action)
  }

  /// The outputs.
  public var outputs: [VideoOutput] { state.withLock { $0.outputs } }

  /// The number of different pictures that an output has copied so far, the greatest of all outputs.
  package var copiedPictureCount: Int { outputs.map(\.copiedPictureCount).max() ?? 0 }

  /// Adds an output. While the item is played, the current picture is there soon, which the output reports.
  public func add(_ output: VideoOutput) {
    let session = state.withLock { state in
      if !state.outputs.contains(where: { $0 === output }) { state.outputs.append(output) }
      return state.session
    }
    output.attach(to: session)
    session?.updateFormats()
  }

  /// Removes an output.
  public func remove(_ output: VideoOutput) {
    let session = state.withLock { state in
      state.outputs.removeAll { $0 === output }
      return state.session
    }
    output.attach(to: nil)
    session?.updateFormats()
  }
}

extension MoviePlayerItem {
  /// The formats of all outputs.
  var formats: Set<VideoOutput.Format> { Set(outputs.filter(\.hasPictures).map(\.format)) }

  /// Makes a player the owner of the item. Returns the previous one.
  func take(for player: MoviePlayer) -> MoviePlayer? {
    state.withLock { state in
      defer { state.player = player }
      return state.player === player ? nil : state.player
    }
  }

  /// Begins to be played in a session.
  func attach(to session: PlaybackSession) {
    let outputs = state.withLock { state in
      state.session = session
      state.status = .unknown
      return state.outputs
    }
    for output in outputs { output.attach(to: session) }
  }

  /// Ends being played in a session, and drops the observers.
  func detach(from session: PlaybackSession) {
    let outputs = state.withLock { state -> [VideoOutput]? in
      guard state.session == nil || state.session === session else { return nil }
      state.session = nil
      return state.outputs
    }
    guard let outputs else { return }
    for output in outputs { output.attach(to: nil) }
    observers.removeAll()
  }

  func setProperties(_ properties: MovieProperties) {
    state.withLock { state in
      state.movie = properties.movie
      state.duration = properties.duration
    }
  }

  func setDuration(_ duration: MediaTime) {
    state.withLock { $0.duration = duration }
  }

  func setDamage(_ damage: MovieDamage) {
    state.withLock { $0.damage = damage }
  }

  func setStatus(_ status: PlaybackStatus) {
    state.withLock { $0.status = status }
    send(.statusChanged(status))
  }

  func send(_ event: Event) {
    observers.send(event)
  }
}
