import Dispatch
import Synchronization

/// Calls a function when a picture is due, and sleeps otherwise; the counterpart of `CADisplayLink`.
///
///     let link = DisplayLink(frameRate: .fps(30)) { link in draw(at: link.targetTimestamp) }
///
/// A link calls for the frames of a rate, or for the pictures of a `VideoOutput` of the module `OverlayMedia`. A call
/// comes at the time of its picture, not a frame before it. Calls come one after another; pictures that are over when a
/// call returns are left out.
///
/// A link calls until it is paused, invalidated or released. Links are safe to use from any thread.
public final class DisplayLink: Sendable {
  private struct State {
    /// The function; `nil` if the link is invalid.
    var action: (@Sendable (DisplayLink) -> Void)?
    var isPaused = false
    var targetTimestamp: MediaTime
    var wake: Subscription?
    var changes: Subscription?

    var isActive: Bool { action != nil && !isPaused }
  }

  private let source: any DisplayLinkSource
  private let queue: DispatchQueue
  private let state: Mutex<State>

  /// Creates a link that calls a function for the frames of a rate, the first of which is due now.
  ///
  /// - Parameters:
  ///   - frameRate: The rate.
  ///   - clock: The clock of the frames.
  ///   - queue: A serial queue on which the function is called; by default, one of the link.
  ///   - action: The function. It may call everything.
  public convenience init(
    frameRate: FrameRate, clock: any MediaClock = HostClock.shared, on queue: DispatchQueue? = nil,
    _ action: @escaping @Sendable (DisplayLink) -> Void
  ) {
    self.init(RateFrames(frameRate, clock: clock), queue: queue, action)
  }

  /// Creates a link that calls a function for the pictures of a source.
  package init(
    _ source: some DisplayLinkSource, queue: DispatchQueue?, _ action: @escaping @Sendable (DisplayLink) -> Void
  ) {
    self.source = source
    self.queue = queue ?? DispatchQueue(label: "OverlayRender.DisplayLink", qos: .userInteractive)
    state = Mutex(State(action: action, targetTimestamp: source.clock.time))
    let changes = source.observe(on: self.queue) { [weak self] in self?.check() }
    state.withLock { $0.changes = changes }
    self.queue.async { [weak self] in self?.check() }
  }

  /// The time of the picture for which the link calls, or has called last, on the clock of the pictures.
  public var targetTimestamp: MediaTime { state.withLock { $0.targetTimestamp } }

  /// Whether the link sleeps. When it goes on, it calls at once for a picture that it has missed.
  public var isPaused: Bool {
    get { state.withLock { $0.isPaused } }
    set {
      let wake = state.withLock { state in
        state.isPaused = newValue
        return newValue ? state.wake.take() : nil
      }
      if !newValue { queue.async { [weak self] in self?.check() } }
      withExtendedLifetime(wake) {}
    }
  }

  /// Ends the calls, and releases the function. A call on another thread may still run when this returns. No other call
  /// follows.
  public func invalidate() {
    let unneeded = state.withLock { ($0.action.take(), $0.wake.take(), $0.changes.take()) }
    withExtendedLifetime(unneeded) {}
  }

  /// Calls the function if a picture is due, and sets the timer to the next one. It runs on the queue.
  private func check() {
    let now = source.clock.time
    // A picture is taken only for a call.
    let action = state.withLock { state -> (@Sendable (DisplayLink) -> Void)? in
      guard state.isActive, let time = source.takePicture(at: now) else { return nil }
      state.targetTimestamp = time
      return state.action
    }
    action?(self)
    guard state.withLock({ $0.isActive }) else { return }
    // A picture that has become due in the meantime is called for too, after what else waits on the queue.
    let wake = source.schedulePicture(after: now) { [weak self, queue] in
      queue.async { [weak self] in self?.check() }
    }
    let unneeded = state.withLock { state in
      guard state.isActive else { return wake }
      defer { state.wake = wake }
      return state.wake
    }
    withExtendedLifetime(unneeded) {}
  }
}

/// The pictures for which a display link calls.
package protocol DisplayLinkSource: AnyObject, Sendable {
  /// The clock of the pictures.
  var clock: any MediaClock { get }
  /// Returns the time of the picture at `time` the first time that it is taken; `nil` after that, and for no picture.
  func takePicture(at time: MediaTime) -> MediaTime?
  /// Calls `action` once when the picture after `time` is due. Returns `nil` if only a change makes one due.
  func schedulePicture(after time: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription?
  /// Calls `action` on a queue when other pictures are due than before.
  func observe(on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void) -> Subscription
}

/// The frames of a rate from now on.
private final class RateFrames: DisplayLinkSource {
  let clock: any MediaClock
  private let rate: FrameRate
  /// The time of frame 0.
  private let anchor: MediaTime
  /// The frame that was taken last.
  private let taken = Mutex<Int64>(-1)

  init(_ rate: FrameRate, clock: any MediaClock) {
    self.rate = rate
    self.clock = clock
    anchor = clock.time
  }

  func takePicture(at time: MediaTime) -> MediaTime? {
    let frame = rate.frame(atOrBefore: time - anchor)
    let isNew = taken.withLock { taken in
      defer { taken = max(taken, frame) }
      return frame > taken
    }
    return isNew ? anchor + rate.time(ofFrame: frame) : nil
  }

  func schedulePicture(after time: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription? {
    clock.schedule(at: anchor + rate.time(ofFrame: rate.frame(atOrBefore: time - anchor) + 1), action)
  }

  func observe(on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void) -> Subscription { Subscription {} }
}
