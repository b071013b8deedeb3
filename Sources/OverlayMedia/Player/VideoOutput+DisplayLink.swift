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
    DisplayLink(OutputPictures(self), queue: queue, action)
  }
}

/// The pictures of an output, as a link calls for them.
private final class OutputPictures: DisplayLinkSource {
  private struct Taken {
    weak var session: PlaybackSession?
    /// The number of the picture in the session.
    var number: UInt64?
  }

  /// The time until a picture that is late is looked for again.
  private static let retryInterval = MediaTime.milliseconds(10)

  private let output: VideoOutput
  private let taken = Mutex(Taken())

  init(_ output: VideoOutput) {
    self.output = output
  }

  var clock: any MediaClock { output.session?.clock ?? HostClock.shared }

  func takePicture(at time: MediaTime) -> MediaTime? {
    guard let session = output.session,
      let picture = session.pictures.picture(at: session.itemTime(atHostTime: time), in: output.format)
    else { return nil }
    let previous = taken.withLock { taken in
      defer { taken = Taken(session: session, number: picture.number) }
      return (session: taken.session, number: taken.number)
    }
    return previous.session === session && previous.number == picture.number ? nil : time
  }

  func nextTime(after time: MediaTime) -> MediaTime {
    let next = output.hostTimeOfNextChange(after: time)
    return next.isNumeric && next <= time ? time + Self.retryInterval : next
  }

  func observe(on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void) -> Subscription {
    output.observe(on: queue, action)
  }
}
