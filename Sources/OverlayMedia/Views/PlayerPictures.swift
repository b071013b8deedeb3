import OverlayRender
import Synchronization

/// The pictures of a player at the times of its clock, which are the presentation times of a live stream.
///
/// While nothing is decoded, as after a seek, the latest picture stays.
final class PlayerPictures: PixelSource {
  fileprivate struct State {
    var item: MoviePlayerItem?
    /// The latest picture as it is stored, and as it is shown.
    var latest: (stored: PixelBuffer, shown: PixelBuffer)?
    var turned: PixelBufferPool?
    var subscriptions: [Subscription] = []
  }

  /// Changes with what does not come with the time: a seek, another item, a player that starts or stops.
  let changes = LiveData(())

  private let player: MoviePlayer
  private let output = VideoOutput(pixelFormat: .bgraPremultiplied)
  private let state = Mutex(State())

  init(_ player: MoviePlayer) {
    self.player = player
    let subscriptions = [
      player.observe { [weak self] event in
        if event == .currentItemChanged { self?.followItem() }
      },
      output.observe { [weak self] in self?.changes.update(()) },
    ]
    state.withLock { $0.subscriptions = subscriptions }
    followItem()
  }

  deinit {
    state.withLock { $0.item }?.remove(output)
  }

  /// The movie of the current item; `nil` before it is open.
  var movie: Movie? { state.withLock { $0.item }?.movie }

  var naturalSize: PixelSize { movie?.naturalSize ?? PixelSize(1, 1) }

  func pixels(at time: MediaTime) -> PixelBuffer? {
    let picture = output.copyPixelBuffer(forItemTime: output.itemTime(forHostTime: time))
    let orientation = movie?.pictures.orientation ?? .upright
    return state.withLock { state in
      if let stored = picture?.pixelBuffer, stored !== state.latest?.stored,
        let shown = orientation == .upright ? stored : state.turn(stored, to: orientation)
      {
        state.latest = (stored, shown)
      }
      return state.latest?.shown
    }
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

extension PlayerPictures.State {
  /// Returns a picture as it is shown; `nil` if there is no memory for it.
  fileprivate mutating func turn(_ stored: PixelBuffer, to orientation: Orientation) -> PixelBuffer? {
    let size = orientation.size(of: stored.format.size)
    guard let format = try? VideoFormat(size: size, pixelFormat: stored.format.pixelFormat) else { return nil }
    let pool = turned?.format == format ? turned : PixelBufferPool(format: format, clock: HostClock.shared)
    turned = pool
    guard var draft = try? pool?.draft() else { return nil }
    draft.copyPixels(of: stored, turnedTo: orientation)
    return draft.freeze()
  }
}
