import OverlayPictureInPicture
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
  ///   - information: What is known about the content, such as its title. The state, the duration, the commands of
  ///     playback, and the volume of content that has one follow from the controller; the next and the previous track,
  ///     another volume, a repetition and a range of rates are offered if they are set here.
  ///   - applicationName: The name under which the content is shown; `nil` for the name of the program.
  ///   - onCommand: Carries out a command that the controller does not know, such as
  ///     ``RemoteCommand/setRepeating(_:)``, and changes the information to what became of it. It is called on a queue
  ///     of this library.
  public convenience init(
    _ controller: PictureInPictureController, _ information: NowPlayingInformation,
    applicationName: String? = nil,
    onCommand: @escaping @Sendable (RemoteCommand, inout NowPlayingInformation) -> Void = { _, _ in }
  ) {
    self.init(
      controller, applicationName: applicationName ?? ProgramName.current, information: information,
      address: NowPlaying.sessionBusAddress, clock: HostClock.shared, onCommand: onCommand)
  }

  init(
    _ controller: PictureInPictureController, applicationName: String, information: NowPlayingInformation,
    address: String?, clock: any MediaClock,
    onCommand: @escaping @Sendable (RemoteCommand, inout NowPlayingInformation) -> Void = { _, _ in }
  ) {
    let content = FollowedContent(controller, information, clock: clock, onCommand: onCommand)
    let nowPlaying = NowPlaying(
      applicationName: applicationName, address: address, position: { content.position },
      onCommand: { content.perform($0) })
    content.show(in: nowPlaying)
    observation = controller.observePlayback { [weak nowPlaying] playback in
      if content.update(playback) { nowPlaying?.positionJumped() }
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
    weak var nowPlaying: NowPlaying?
    var information: NowPlayingInformation
    var playback: ContentPlayback?
    /// Whether the content was stopped, and not only paused.
    var isStopped = false
    /// Whether a command has paused the content, until the content answers.
    var requestedPause: Bool?
    /// The time of the clock when the playback was as it is known.
    var clockTime = MediaTime.zero
  }

  private let clock: any MediaClock
  /// Carries out what the controller does not know.
  private let onCommand: @Sendable (RemoteCommand, inout NowPlayingInformation) -> Void
  private let state: Mutex<State>
  /// Keeps the order of what is shown.
  private let showing = Mutex(())

  init(
    _ controller: PictureInPictureController, _ information: NowPlayingInformation, clock: any MediaClock,
    onCommand: @escaping @Sendable (RemoteCommand, inout NowPlayingInformation) -> Void
  ) {
    self.clock = clock
    self.onCommand = onCommand
    state = Mutex(State(controller: controller, information: information))
  }

  /// Shows the content in media controls from now on.
  func show(in nowPlaying: NowPlaying) {
    state.withLock { $0.nowPlaying = nowPlaying }
    show()
  }

  /// Shows what is known.
  private func show() {
    showing.withLock { _ in
      let (nowPlaying, controller, state) = state.withLock { ($0.nowPlaying, $0.controller, $0) }
      nowPlaying?.information = state.information.following(
        state.playback, isLinear: controller?.requiresLinearPlayback ?? true, isStopped: state.isStopped,
        canRestore: controller?.canRestoreUserInterface ?? false)
    }
  }

  /// The current position.
  var position: MediaTime {
    let (controller, playback) = state.withLock { ($0.controller, $0.playback) }
    guard var playback, let content = controller?.contentSource?.content else { return .zero }
    playback.time = content.currentTime
    return playback.position
  }

  /// Changes what is known, and shows it. Returns whether the content has neither played on nor rested.
  func update(_ playback: ContentPlayback?) -> Bool {
    defer { show() }
    return state.withLock { state in
      let (previous, time) = (state, clock.time)
      state.playback = playback
      state.clockTime = time
      state.requestedPause = nil
      if playback?.isPaused != true { state.isStopped = false }
      guard let playback, let known = previous.playback else { return false }
      let elapsed = known.isPaused ? .zero : time - previous.clockTime
      let difference = playback.position - known.position - elapsed
      return difference > Self.tolerance || -difference > Self.tolerance
    }
  }

  /// Carries out a command.
  func perform(_ command: RemoteCommand) {
    let (controller, playback) = state.withLock { ($0.controller, $0.playback) }
    let isLinear = controller?.requiresLinearPlayback ?? true
    switch command {
    case .play, .pause:
      state.withLock { $0.requestedPause = command == .pause }
      controller?.perform(.setPlaying(command == .play))
    case .togglePlayPause:
      // Another call may come before the content answers.
      let isPlaying = state.withLock { state in
        let isPaused = state.requestedPause ?? playback?.isPaused ?? false
        state.requestedPause = !isPaused
        return isPaused
      }
      controller?.perform(.setPlaying(isPlaying))
    case .stop:
      state.withLock { $0.requestedPause = true }
      controller?.perform(.setPlaying(false))
      guard let playback, playback.canSkip, !isLinear else { return }
      state.withLock { $0.isStopped = true }
      controller?.perform(.seek(playback.timeRange.start))
    case .skip(let interval):
      state.withLock { $0.isStopped = false }
      controller?.perform(.skip(interval))
    case .seek(let target):
      state.withLock { $0.isStopped = false }
      if let playback { controller?.perform(.seek(playback.timeRange.start + target)) }
    case .raise: controller?.perform(.restore)
    case .quit: controller?.perform(.close)
    case .setVolume(let volume) where playback?.volume != nil: controller?.perform(.changeVolume(.to(volume)))
    case .next, .previous, .setRate, .setVolume, .setRepeating:
      var information = state.withLock { $0.information }
      onCommand(command, &information)
      state.withLock { [information] in $0.information = information }
      show()
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
  func following(
    _ playback: ContentPlayback?, isLinear: Bool, isStopped: Bool = false, canRestore: Bool = true
  ) -> NowPlayingInformation {
    var information = self
    information.commands = commands.intersection([.next, .previous]).union(canRestore ? [.raise, .quit] : [.quit])
    information.state = .playing
    information.duration = nil
    guard let playback else { return information }
    if playback.timeRange.isValid { information.commands.formUnion([.play, .pause]) }
    // Sound that is muted has the volume 0 for others.
    if let volume = playback.volume { information.volume = volume.audibleLevel }
    if playback.isPaused { information.state = isStopped ? .stopped : .paused }
    guard playback.canSkip else { return information }
    information.duration = playback.timeRange.duration
    if !isLinear { information.commands.insert(.seek) }
    return information
  }
}
