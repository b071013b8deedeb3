import OverlayPictureInPicture
import OverlayRender
import Synchronization

extension PictureInPictureContentSource {
  /// Creates a source that shows the pictures of a player.
  ///
  /// The controls of the window play, pause, skip and show single pictures. They change the volume of a player that has
  /// an audio renderer.
  public init(_ player: MoviePlayer) {
    self.init(player) { EmptyView() }
  }

  /// Creates a source that shows the pictures of a player, and content over them at the time of the player.
  ///
  ///     let showsCaptions = LiveData(true)
  ///     let source = PictureInPictureContentSource(player, showsCaptions: showsCaptions) {
  ///       LiveView(showsCaptions) { entry in
  ///         if entry.value { Captions(track) }
  ///       }
  ///     }
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - showsCaptions: Whether the content shows captions. The user changes it; `nil` if there are none.
  ///   - overlay: The content.
  public init(
    _ player: MoviePlayer, showsCaptions: LiveData<Bool>? = nil, @ViewBuilder overlay: () -> some View
  ) {
    self.init(player, showsCaptions, setPlaying: player.setPlaying, overlay: overlay)
  }

  /// Creates a source that shows the pictures of a player that is interrupted now and then, and content over them.
  ///
  /// - Parameter showsPictures: Whether the pictures are shown, and not only the content at the time of the player.
  package init(
    _ interruptible: InterruptiblePlayer, showsPictures: Bool = true, showsCaptions: LiveData<Bool>? = nil,
    @ViewBuilder overlay: () -> some View
  ) {
    self.init(
      interruptible.player, showsCaptions, showsPictures: showsPictures, setPlaying: interruptible.setPlaying,
      overlay: overlay)
  }

  private init(
    _ player: MoviePlayer, _ showsCaptions: LiveData<Bool>?, showsPictures: Bool = true,
    setPlaying: @escaping @Sendable (Bool) -> Void, @ViewBuilder overlay: () -> some View
  ) {
    let control = PlayerControl(
      player, showsPictures: showsPictures, showsCaptions: showsCaptions, setPlaying: setPlaying)
    self.init(PlayerContent(control, overlay: AnyView(PlayerTimeView(player, content: overlay))))
  }
}

/// The pictures of a player as content of picture in picture.
private final class PlayerContent: PictureInPictureContent {
  let view: AnyView
  private let player: MoviePlayer
  private let control: PlayerControl

  init(_ control: PlayerControl, overlay: AnyView) {
    self.control = control
    player = control.player
    let source = control.source
    view =
      control.showsPictures
      ? AnyView(
        ZStack {
          FittedVideo(source: source)
          overlay
        }) : overlay
  }

  var hasOwnPictureTimes: Bool { true }
  var preferredSize: PixelSize { player.currentItem?.movie?.shownSize ?? PixelSize(480, 270) }
  var isReadyForDisplay: Bool { player.status == .readyToPlay && player.reasonForWaitingToPlay == nil }
  var failureReason: String? { player.error.map { "\($0)" } }
  var playback: (any SampleBufferPlaybackDelegate)? { control }
  var currentTime: MediaTime { control.currentTime }

  func onReadyForDisplay(_ action: @escaping @Sendable () -> Void) -> Subscription { observe(action) }

  func onPlaybackChange(_ action: @escaping @Sendable () -> Void) -> Subscription {
    let ofPlayer = observe(action)
    let ofCaptions = control.captions?.onUpdate(action)
    return Subscription {
      ofPlayer.cancel()
      ofCaptions?.cancel()
    }
  }

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

  let player: MoviePlayer
  let showsPictures: Bool
  let source: PlayerPixelSource
  /// Whether captions are shown; `nil` if there are none.
  let captions: LiveData<Bool>?
  private let play: @Sendable (Bool) -> Void
  private let skips = Mutex(Skips())

  init(
    _ player: MoviePlayer, showsPictures: Bool, showsCaptions: LiveData<Bool>?,
    setPlaying: @escaping @Sendable (Bool) -> Void
  ) {
    self.player = player
    self.showsPictures = showsPictures
    source = PlayerPixelSource(player, hasPictures: showsPictures)
    captions = showsCaptions
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
  func didTransition(toRenderSize size: PixelSize) { source.fit(size) }

  var volume: PlaybackVolume? {
    player.playsSound ? PlaybackVolume(level: player.volume, isMuted: player.isMuted) : nil
  }

  func setVolume(_ volume: PlaybackVolume) {
    player.volume = volume.level
    player.isMuted = volume.isMuted
  }

  var canStep: Bool {
    player.status == .readyToPlay && showsPictures && player.currentItem?.movie?.hasPictures != false
  }

  func step(byCount count: Int) async {
    play(false)
    await player.step(byCount: count)
  }

  var showsCaptions: Bool? { captions?.current.value }

  func setShowsCaptions(_ showsCaptions: Bool) { captions?.update(showsCaptions) }
}

/// The pictures of a player in the middle of a window, on whole pixels, so that those in this size are only copied.
/// Sound without a cover is black.
private struct FittedVideo: View {
  let source: PlayerPixelSource

  var body: some View {
    LiveView(source.changes) { _ in
      if let movie = source.movie, movie.shownSize == nil { Color.black }
      GeometryReader { space in
        let size = PixelSize(Int(space.width.rounded()), Int(space.height.rounded()))
        ContentTimeView(ContentTime.ofClock) {
          PixelSourceView(SizedPixelSource(source: source, naturalSize: source.naturalSize.fitted(in: size)))
        }
        .frame(width: space.width, height: space.height)
      }
    }
  }
}

/// The pictures of a player in a size, whatever the size of their pixels is.
private struct SizedPixelSource: PixelSource {
  let source: PlayerPixelSource
  let naturalSize: PixelSize

  func pixels(at time: MediaTime) -> PixelBuffer? { source.pixels(at: time) }
  func nextChange(after time: MediaTime) -> MediaTime { source.nextChange(after: time) }
}
