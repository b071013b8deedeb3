import OverlayRender
import Synchronization

extension PictureInPictureContentSource {
  /// Creates a source that shows the pictures of a player.
  ///
  /// The controls of the window play, pause and skip.
  public init(_ player: MoviePlayer) {
    self.init(player) { EmptyView() }
  }

  /// Creates a source that shows the pictures of a player, and content over them at the time of the player.
  public init(_ player: MoviePlayer, @ViewBuilder overlay: () -> some View) {
    self.init(PlayerContent(player, overlay: AnyView(PlayerTimeView(player, content: overlay))))
  }
}

/// The pictures of a player as content of picture in picture.
private final class PlayerContent: PictureInPictureContent {
  let view: AnyView
  private let player: MoviePlayer
  private let control: PlayerControl
  private let video: Video

  init(_ player: MoviePlayer, overlay: AnyView) {
    self.player = player
    control = PlayerControl(player)
    let video = Video(player)
    self.video = video
    view = AnyView(
      ZStack {
        video.scaling(.fit)
        overlay
      })
  }

  var preferredSize: PixelSize { player.currentItem?.movie?.naturalSize ?? PixelSize(480, 270) }
  var isReadyForDisplay: Bool { player.status == .readyToPlay && player.reasonForWaitingToPlay == nil }
  var playback: (any SampleBufferPlaybackDelegate)? { control }
  var currentTime: MediaTime { player.currentTime() }

  func onReadyForDisplay(_ action: @escaping @Sendable () -> Void) -> Subscription { observe(action) }

  func onPlaybackChange(_ action: @escaping @Sendable () -> Void) -> Subscription { observe(action) }

  /// Calls `action` with each event of the player and of its current item.
  private func observe(_ action: @escaping @Sendable () -> Void) -> Subscription {
    let ofItem = Mutex<Subscription?>(nil)
    let followItem: @Sendable () -> Void = { [weak player] in
      let subscription = player?.currentItem?.observe { _ in action() }
      let previous = ofItem.withLock { current in
        defer { current = subscription }
        return current
      }
      withExtendedLifetime(previous) {}
    }
    followItem()
    let ofPlayer = player.observe { event in
      if event == .currentItemChanged { followItem() }
      action()
    }
    return Subscription {
      ofPlayer.cancel()
      ofItem.withLock { $0.take() }?.cancel()
    }
  }
}

/// Plays a player as the controls of a window say.
private final class PlayerControl: SampleBufferPlaybackDelegate {
  private let player: MoviePlayer

  init(_ player: MoviePlayer) {
    self.player = player
  }

  var timeRangeForPlayback: MediaTimeRange {
    guard let duration = player.currentItem?.duration, player.status == .readyToPlay else { return .invalid }
    return MediaTimeRange(start: .zero, duration: duration.isNumeric ? duration : .positiveInfinity)
  }

  var isPlaybackPaused: Bool { player.timeControlStatus == .paused }

  func setPlaying(_ isPlaying: Bool) { isPlaying ? player.play() : player.pause() }

  func skip(by interval: MediaTime) async {
    await player.seek(to: player.currentTime() + interval, toleranceBefore: .zero, toleranceAfter: .zero)
  }

  func didTransition(toRenderSize size: PixelSize) {}
}
