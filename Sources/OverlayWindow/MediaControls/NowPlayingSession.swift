import OverlayRender
import Synchronization

/// Shows what picture in picture plays in the media controls of the desktop; the counterpart of `MPNowPlayingSession`.
///
///     let session = NowPlayingSession(
///       controller, NowPlayingInformation(identifier: "talk.mp4", title: "A talk"))
///
/// The controls and keys of the desktop play, pause and skip as the controls in the window do. The session ends when it
/// is released.
public final class NowPlayingSession: Sendable {
  private let content: FollowedContent
  private let nowPlaying: NowPlaying
  private let observation: Subscription

  /// Begins to follow a controller, before it starts.
  ///
  /// - Parameters:
  ///   - controller: The controller. It is not retained.
  ///   - information: What is known about the content, such as its title. The rest follows from the controller.
  ///   - applicationName: The name of the program.
  public convenience init(
    _ controller: PictureInPictureController, _ information: NowPlayingInformation,
    applicationName: String = "overlay-render"
  ) {
    self.init(
      controller, applicationName: applicationName, information: information, address: NowPlaying.sessionBusAddress,
      clock: HostClock.shared)
  }

  init(
    _ controller: PictureInPictureController, applicationName: String, information: NowPlayingInformation,
    address: String?, clock: any MediaClock
  ) {
    let content = FollowedContent(controller, clock: clock)
    let nowPlaying = NowPlaying(
      applicationName: applicationName, address: address, position: { content.position },
      onCommand: { content.perform($0) })
    nowPlaying.information = information.following(nil, isLinear: true)
    observation = controller.observePlayback { [weak nowPlaying] playback in
      let hasJumped = content.update(playback)
      nowPlaying?.information = information.following(playback, isLinear: content.isLinear)
      if hasJumped { nowPlaying?.positionJumped() }
    }
    self.content = content
    self.nowPlaying = nowPlaying
  }
}

/// The content of a controller, as it was when its playback changed last.
private final class FollowedContent: Sendable {
  /// A position is a jump if it differs from the expected one by more than this.
  private static let tolerance = MediaTime.milliseconds(100)

  private struct State {
    weak var controller: PictureInPictureController?
    var playback: ContentPlayback?
    /// The time of the clock when the playback was as it is known.
    var clockTime = MediaTime.zero
  }

  private let clock: any MediaClock
  private let state: Mutex<State>

  init(_ controller: PictureInPictureController, clock: any MediaClock) {
    self.clock = clock
    state = Mutex(State(controller: controller))
  }

  var isLinear: Bool { state.withLock { $0.controller }?.requiresLinearPlayback ?? true }

  /// The current position.
  var position: MediaTime {
    let (controller, playback) = state.withLock { ($0.controller, $0.playback) }
    guard var playback, let controller else { return .zero }
    playback.time = controller.contentSource.content.currentTime
    return playback.position
  }

  /// Changes what is known. Returns whether the content has neither played on nor rested.
  func update(_ playback: ContentPlayback?) -> Bool {
    state.withLock { state in
      let (previous, time) = (state, clock.time)
      state.playback = playback
      state.clockTime = time
      guard let playback, let known = previous.playback else { return false }
      let elapsed = known.isPaused ? .zero : time - previous.clockTime
      let difference = playback.position - known.position - elapsed
      return difference > Self.tolerance || -difference > Self.tolerance
    }
  }

  /// Carries out a command.
  func perform(_ command: RemoteCommand) {
    let (controller, playback) = state.withLock { ($0.controller, $0.playback) }
    switch command {
    case .play: controller?.perform(.setPlaying(true))
    case .pause: controller?.perform(.setPlaying(false))
    case .togglePlayPause: controller?.perform(.setPlaying(playback?.isPaused == true))
    case .stop:
      controller?.perform(.setPlaying(false))
      if let playback, playback.canSkip, !isLinear { controller?.perform(.seek(playback.timeRange.start)) }
    case .skip(let interval): controller?.perform(.skip(interval))
    case .seek(let target): if let playback { controller?.perform(.seek(playback.timeRange.start + target)) }
    case .raise: controller?.perform(.restore)
    case .quit: controller?.perform(.close)
    case .next, .previous, .setRate, .setVolume, .setRepeating: break
    }
  }
}

extension ContentPlayback {
  /// The time since the start of the content.
  var position: MediaTime {
    guard timeRange.isValid, time.isNumeric, timeRange.start.isNumeric else { return .zero }
    return time - timeRange.start
  }

  /// Whether the content has a start and an end.
  var canSkip: Bool { timeRange.isValid && timeRange.duration.isNumeric && timeRange.duration > .zero }
}

extension NowPlayingInformation {
  /// Returns the information with the state of content; `nil` for content that does not play, such as a clock.
  func following(_ playback: ContentPlayback?, isLinear: Bool) -> NowPlayingInformation {
    var information = self
    information.commands = [.raise, .quit]
    information.state = .playing
    information.duration = nil
    guard let playback else { return information }
    information.commands.formUnion([.play, .pause])
    if playback.isPaused { information.state = .paused }
    guard playback.canSkip else { return information }
    information.duration = playback.timeRange.duration
    if !isLinear { information.commands.insert(.seek) }
    return information
  }
}
