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
    self.init(
      PlayerContent(
        player, overlay: AnyView(PlayerTimeView(player, content: overlay)), setPlaying: player.setPlaying))
  }

  /// Creates a source that shows the pictures of a player that is interrupted now and then, and content over them.
  package init(_ interruptible: InterruptiblePlayer, @ViewBuilder overlay: () -> some View) {
    let player = interruptible.player
    self.init(
      PlayerContent(
        player, overlay: AnyView(PlayerTimeView(player, content: overlay)), setPlaying: interruptible.setPlaying))
  }
}

/// The pictures of a player as content of picture in picture.
private final class PlayerContent: PictureInPictureContent {
  let view: AnyView
  private let player: MoviePlayer
  private let control: PlayerControl

  init(_ player: MoviePlayer, overlay: AnyView, setPlaying: @escaping @Sendable (Bool) -> Void) {
    self.player = player
    let pictures = PlayerPictures(player)
    control = PlayerControl(player, pictures, setPlaying: setPlaying)
    view = AnyView(
      ZStack {
        FittedPictures(pictures: pictures)
        overlay
      })
  }

  var preferredSize: PixelSize { player.currentItem?.movie?.naturalSize ?? PixelSize(480, 270) }
  var isReadyForDisplay: Bool { player.status == .readyToPlay && player.reasonForWaitingToPlay == nil }
  var failureReason: String? { player.error.map { "\($0)" } }
  var playback: (any SampleBufferPlaybackDelegate)? { control }
  var currentTime: MediaTime { control.currentTime }

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
    let ofPlayer = player.observe { event in
      if event == .currentItemChanged { followItem() }
      action()
    }
    followItem()
    return Subscription {
      ofPlayer.cancel()
      ofItem.withLock { $0.take() }?.cancel()
    }
  }
}

/// Plays a player as the controls of a window say.
private final class PlayerControl: SampleBufferPlaybackDelegate {
  private struct Skips {
    /// The time to which the skips that have not finished go.
    var target: MediaTime?
    var count = 0
  }

  private let player: MoviePlayer
  private let pictures: PlayerPictures
  private let play: @Sendable (Bool) -> Void
  private let skips = Mutex(Skips())

  init(_ player: MoviePlayer, _ pictures: PlayerPictures, setPlaying: @escaping @Sendable (Bool) -> Void) {
    self.player = player
    self.pictures = pictures
    play = setPlaying
  }

  /// The time of the player, or the time to which it is going.
  var currentTime: MediaTime { skips.withLock { $0.target } ?? player.currentTime() }

  var timeRangeForPlayback: MediaTimeRange {
    guard let duration = player.currentItem?.duration, player.status == .readyToPlay else { return .invalid }
    return MediaTimeRange(start: .zero, duration: duration.isNumeric ? duration : .positiveInfinity)
  }

  var isPlaybackPaused: Bool { player.timeControlStatus == .paused }

  func setPlaying(_ isPlaying: Bool) { play(isPlaying) }

  func skip(by interval: MediaTime) async {
    await withCheckedContinuation { continuation in
      // The seeks begin in the order of the sums.
      skips.withLock { skips in
        let end = player.currentItem?.duration ?? .indefinite
        let sum = max((skips.target ?? player.currentTime()) + interval, .zero)
        let target = end.isNumeric ? min(sum, end) : sum
        skips.target = target
        skips.count += 1
        player.seek(to: target, toleranceBefore: .zero, toleranceAfter: .zero) { [number = skips.count] _ in
          self.skips.withLock { if $0.count == number { $0.target = nil } }
          continuation.resume()
        }
      }
    }
  }

  /// Pictures are scaled to the window where they are decoded, so that the window only copies them.
  func didTransition(toRenderSize size: PixelSize) { pictures.fit(size) }
}

/// The pictures of a player in the middle of a window, on whole pixels, so that those in this size are only copied.
private struct FittedPictures: View {
  let pictures: PlayerPictures

  var body: some View {
    LiveView(pictures.changes) { _ in
      GeometryReader { space in
        let size = PixelSize(Int(space.width.rounded()), Int(space.height.rounded()))
        ContentTimeView(ContentTime.ofClock) {
          PixelSourceView(SizedPictures(pictures: pictures, naturalSize: pictures.naturalSize.fitted(in: size)))
        }
        .frame(width: space.width, height: space.height)
      }
    }
  }
}

/// The pictures of a player in a size, whatever the size of their pixels is.
private struct SizedPictures: PixelSource {
  let pictures: PlayerPictures
  let naturalSize: PixelSize

  func pixels(at time: MediaTime) -> PixelBuffer? { pictures.pixels(at: time) }
  func nextChange(after time: MediaTime) -> MediaTime { pictures.nextChange(after: time) }
}
