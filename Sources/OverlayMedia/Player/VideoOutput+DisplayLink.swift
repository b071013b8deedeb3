import Dispatch
import OverlayRender
import Synchronization

extension VideoOutput {
  /// Returns a link that calls a function when the next picture is due: at its time, after a seek, and when the player
  /// has another item.
  ///
  /// Nothing wakes while the player is paused or waits. The link's `targetTimestamp` is a time of the
  /// player's clock: pass it to ``itemTime(forHostTime:)``.
  ///
  /// - Parameters:
  ///   - queue: A serial queue on which the function is called; by default, one of the link.
  ///   - action: The function. It may call everything.
  public func displayLink(
    on queue: DispatchQueue? = nil, _ action: @escaping @Sendable (DisplayLink) -> Void
  ) -> DisplayLink {
    DisplayLink(VideoOutputLinkSource(self), queue: queue, action)
  }
}

/// The pictures of an output, as a link calls for them.
private final class VideoOutputLinkSource: DisplayLinkSource {
  private let output: VideoOutput
  /// The number of the picture that was taken last.
  private let taken = Mutex<UInt64?>(nil)

  init(_ output: VideoOutput) {
    self.output = output
  }

  var clock: any MediaClock { output.session?.clock ?? HostClock.shared }

  func takePicture(at time: MediaTime) -> MediaTime? {
    guard let session = output.session,
      let picture = session.pictureDecoder.picture(at: session.itemTime(atHostTime: time), in: output.format)
    else { return nil }
    return taken.withLock { taken in
      defer { taken = picture.number }
      return taken == picture.number ? nil : time
    }
  }

  func schedulePicture(after time: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription? {
    output.session?.schedulePicture(afterHostTime: time, action)
  }

  func observe(on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void) -> Subscription {
    output.observe(on: queue, action)
  }
}
