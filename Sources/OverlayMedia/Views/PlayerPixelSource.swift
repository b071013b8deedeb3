import OverlayRender
import Synchronization

/// The pictures of a player at the times of its clock.
///
/// While nothing is decoded, as after a seek, the latest picture stays.
final class PlayerPixelSource: PixelSource {
  private struct State {
    var item: MoviePlayerItem?
    var latest: PixelBuffer?
    /// The size of the window that the pictures fit.
    var window: PixelSize?
    var subscriptions: [Subscription] = []
  }

  /// Changes with what does not come with the time: a seek, another item, a player that starts or stops.
  let changes = LiveData(())

  private let player: MoviePlayer
  private let output: VideoOutput
  private let state = Mutex(State())

  /// - Parameter hasPictures: Whether the pictures are shown, and not only the time.
  init(_ player: MoviePlayer, hasPictures: Bool = true) {
    self.player = player
    output = VideoOutput(
      VideoOutput.Format(pixelFormat: .bgraPremultiplied, appliesOrientation: true), hasPictures: hasPictures)
    let subscriptions = [
      player.observe { [weak self] event in
        if event == .currentItemChanged { self?.followItem() }
      },
      output.observe { [weak self] in
        // The movie may just be open.
        self?.scaleToWindow()
        self?.changes.update(())
      },
    ]
    state.withLock { $0.subscriptions = subscriptions }
    followItem()
  }

  deinit {
    state.withLock { $0.item }?.remove(output)
  }

  /// The movie of the current item; `nil` before it is open.
  var movie: Movie? { state.withLock { $0.item }?.movie }

  var naturalSize: PixelSize { movie?.shownSize ?? PixelSize(1, 1) }

  /// Scales the pictures to the size in which they fit a window.
  func fit(_ window: PixelSize) {
    state.withLock { $0.window = window }
    scaleToWindow()
  }

  private func scaleToWindow() {
    guard let window = state.withLock({ $0.window }), let size = movie?.shownSize else { return }
    output.pictureSize = size.fitted(in: window)
  }

  func pixels(at time: MediaTime) -> PixelBuffer? {
    let picture = output.copyPixelBuffer(forItemTime: output.itemTime(atStreamTime: time))
    return state.withLock { state in
      if let picture { state.latest = picture.pixelBuffer }
      return state.latest
    }
  }

  /// How the time of the item follows the presentation time of a stream with the clock of the player.
  func itemTime(at time: RenderTime) -> ContentTime {
    .playing(
      from: output.itemTime(atStreamTime: time.clockAnchor + time.presentation), at: time.presentation,
      speed: SampleBuffer.Speed(Int64((output.rate * 1e6).rounded()), over: 1_000_000))
  }

  func nextChange(after time: MediaTime) -> MediaTime { output.hostTimeOfNextChange(after: time) }

  /// Takes the pictures of the current item.
  private func followItem() {
    let item = player.currentItem
    let previous = state.withLock { state -> MoviePlayerItem? in
      defer { state.item = item }
      guard state.item !== item else { return item }
      state.latest = nil
      return state.item
    }
    guard previous !== item else { return }
    previous?.remove(output)
    item?.add(output)
    changes.update(())
  }
}

extension PixelSize {
  /// Returns the largest size within another one that has this aspect ratio, rounded to whole pixels.
  package func fitted(in space: PixelSize) -> PixelSize {
    let factor = min(Double(space.width) / Double(width), Double(space.height) / Double(height))
    func side(_ length: Int, limit: Int) -> Int { min(max(Int((Double(length) * factor).rounded()), 1), max(limit, 1)) }
    return PixelSize(side(width, limit: space.width), side(height, limit: space.height))
  }
}
