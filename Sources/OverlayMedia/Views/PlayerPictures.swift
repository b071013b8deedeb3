import OverlayRender
import Synchronization

/// The pictures of a player at the times of its clock, which are the presentation times of a live stream.
///
/// While nothing is decoded, as after a seek, the latest picture stays.
final class PlayerPictures: PixelSource {
  private struct State {
    var item: MoviePlayerItem?
    var latest: PixelBuffer?
    var subscriptions: [Subscription] = []
  }

  /// Changes with what does not come with the time: a seek, another item, a player that starts or stops.
  let changes = LiveData(())

  private let player: MoviePlayer
  private let output = VideoOutput(pixelFormat: .bgraPremultiplied, appliesOrientation: true)
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
    return state.withLock { state in
      if let picture { state.latest = picture.pixelBuffer }
      return state.latest
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
