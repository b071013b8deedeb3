import Dispatch
import OverlayRender

/// Shows samples at their times; the counterpart of `AVSampleBufferDisplayLayer`.
///
///     let layer = SampleBufferDisplayLayer()
///     for try await sample in stream.live() {
///       var sample = sample
///       sample.attachments.displayImmediately = true
///       try layer.enqueue(sample)
///     }
///
/// A layer does not draw: a surface, such as the window of picture in picture, shows its picture. Without a surface it
/// keeps the picture of the current time all the same. Layers are safe to use from any thread.
///
/// Pictures have any format that a `FrameConverter` converts, with their own matrix and range, and straight or
/// premultiplied alpha. Format and size may change from sample to sample. Only what changed is converted, and nothing
/// without a surface.
///
/// Samples are shown at their output presentation times on the timebase. Their times increase, or decrease if they are
/// reversed, until the next flush. If several are due, the last one is shown.
public final class SampleBufferDisplayLayer: Sendable {
  /// Whether a layer shows samples.
  public enum Status: Sendable, Hashable {
    /// The layer has no samples yet, or was flushed.
    case unknown
    /// The layer shows samples.
    case rendering
    /// The layer shows no more samples until it is flushed.
    case failed(DisplayLayerFailure)

    var isFailed: Bool {
      if case .failed = self { true } else { false }
    }
  }

  fileprivate enum Event: Sendable {
    case picture(DisplayedPicture)
    case status(Status)
  }

  fileprivate struct State {
    var layer: DisplayLayerState
    var timebase: Timebase
    var hasControlTimebase = false
    var wait: Subscription?
    /// The observation of jumps of the control timebase, which need not pass the times of samples.
    var jumps: Subscription?
    var request: (number: UInt64, queue: DispatchQueue, action: @Sendable () -> Void)?
    var requestCount: UInt64 = 0
    var observers: [UInt64: @Sendable (Event) -> Void] = [:]
    var observerCount: UInt64 = 0
    var videoGravity = VideoGravity.resizeAspect
  }

  private let hostTimebase: Timebase
  private let state: EffectRunner<State, DisplayLayerState.Effect>

  /// Creates an empty layer.
  ///
  /// - Parameter clock: The clock on which samples are shown as long as there is no control timebase.
  public convenience init(clock: any MediaClock = HostClock.shared) {
    self.init(clock: clock, limits: DisplayLayerState.Limits())
  }

  init(clock: any MediaClock, limits: DisplayLayerState.Limits) {
    hostTimebase = Timebase(clock: clock)
    let now = clock.time
    hostTimebase.setRate(1, anchorTime: now, sourceTime: now)
    state = EffectRunner(State(layer: DisplayLayerState(limits: limits), timebase: hostTimebase))
  }
}

// MARK: - Samples

extension SampleBufferDisplayLayer {
  /// Adds a sample, which is shown at its output presentation time, or as its attachments say.
  ///
  /// A sample that must not be displayed is taken and never shown. One that is displayed immediately replaces all
  /// samples in the queue. A marker without a picture and with empty media removes the picture at its time.
  ///
  /// - Throws: `DisplayLayerError` if the layer has failed, the format is not supported, the sample is out of order, or
  ///   the queue is full.
  public func enqueue(_ sample: SampleBuffer) throws(DisplayLayerError) {
    try send { state throws(DisplayLayerError) in try state.layer.enqueue(sample, at: state.moment) }
  }

  /// Drops the samples that are not due yet, and keeps the picture. A layer that has failed can be used again.
  public func flush() {
    send { $0.layer.flush(removingImage: false) }
  }

  /// Drops the samples that are not due yet, and removes the picture.
  public func flushAndRemoveImage() {
    send { $0.layer.flush(removingImage: true) }
  }

  /// Whether the queue has room. Samples can be added also if it is false, until the queue is full.
  public var isReadyForMoreMediaData: Bool { state.withLock { $0.layer.isReadyForMoreMediaData } }

  /// Calls `action` again and again while the layer is ready for more samples, until `stopRequestingMediaData()`.
  ///
  /// The last call wins.
  ///
  /// - Parameters:
  ///   - queue: A serial queue on which the action is called.
  ///   - action: Adds samples as long as the layer is ready, or stops the requests if there are no more.
  public func requestMediaDataWhenReady(on queue: DispatchQueue, using action: @escaping @Sendable () -> Void) {
    let previous = state.withLock { state in
      state.requestCount += 1
      let previous = state.request
      state.request = (state.requestCount, queue, action)
      return previous
    }
    withExtendedLifetime(previous) {}
    requestMediaData()
  }

  /// Ends the calls of the action of `requestMediaDataWhenReady(on:using:)`.
  public func stopRequestingMediaData() {
    // The action is released outside the lock.
    _ = state.withLock { $0.request.take() }
  }

  private func requestMediaData() {
    guard let request = state.withLock({ $0.layer.isReadyForMoreMediaData ? $0.request : nil }) else { return }
    request.queue.async { [weak self] in
      guard let self, state.withLock({ $0.request?.number == request.number && $0.layer.isReadyForMoreMediaData })
      else { return }
      request.action()
      requestMediaData()
    }
  }
}

// MARK: - Status and picture

extension SampleBufferDisplayLayer {
  /// Whether the layer shows samples.
  public var status: Status { state.withLock { $0.layer.status } }

  /// The reason why the layer shows no more samples; `nil` unless it has failed.
  public var error: DisplayLayerFailure? {
    if case .failed(let failure) = status { failure } else { nil }
  }

  /// The timebase on which samples are shown; `nil` for the clock of the layer.
  public var controlTimebase: Timebase? {
    get { state.withLock { $0.hasControlTimebase ? $0.timebase : nil } }
    set {
      let jumps = newValue?.onJump { [weak self] in self?.reachTime() }
      // The wait for a time of the old timebase has ended when the new one is in place.
      let (previous, wait, previousJumps) = state.withLock { state in
        defer {
          state.timebase = newValue ?? hostTimebase
          state.hasControlTimebase = newValue != nil
          state.jumps = jumps
        }
        return (state.timebase, state.wait.take(), state.jumps)
      }
      wait?.cancel()
      withExtendedLifetime((previous, previousJumps)) {}
      reachTime()
    }
  }

  /// The time on the timebase, or on the clock of the layer.
  var currentTime: MediaTime { state.withLock { $0.timebase }.time }

  /// How the picture fits the surface.
  public var videoGravity: VideoGravity {
    get { state.withLock { $0.videoGravity } }
    set { state.withLock { $0.videoGravity = newValue } }
  }

  /// Returns the picture that is shown; `nil` for none.
  public func copyDisplayedPixelBuffer() -> PixelBuffer? { state.withLock { $0.layer.picture } }

  /// Calls `action` with each new status, in order, until the returned subscription is canceled or released.
  public func observeStatus(_ action: @escaping @Sendable (Status) -> Void) -> Subscription {
    observe { if case .status(let status) = $0 { action(status) } }
  }

  /// Calls `action` with each new picture, in order, until the returned subscription is canceled or released.
  package func observePicture(_ action: @escaping @Sendable (DisplayedPicture) -> Void) -> Subscription {
    observe { if case .picture(let picture) = $0 { action(picture) } }
  }

  private func observe(_ action: @escaping @Sendable (Event) -> Void) -> Subscription {
    let number = state.withLock { state in
      state.observerCount += 1
      state.observers[state.observerCount] = action
      return state.observerCount
    }
    return Subscription { [weak self] in _ = self?.state.withLock { $0.observers.removeValue(forKey: number) } }
  }

  /// Stops showing samples, because a surface cannot show them.
  package func fail(_ failure: DisplayLayerFailure) {
    send { $0.layer.fail(failure) }
  }
}

/// A picture that a layer shows from now on.
package struct DisplayedPicture: Sendable {
  /// The picture; `nil` for none.
  package let pixelBuffer: PixelBuffer?
  /// The time of the layer's timebase at which it is due, or invalid if it has no time.
  package let time: MediaTime
  /// The difference from the picture before.
  package let damage: Damage
}

// MARK: - Effects

extension SampleBufferDisplayLayer {
  private func send<Failure>(
    _ change: (inout State) throws(Failure) -> [DisplayLayerState.Effect]
  ) throws(Failure) {
    try state.send(change) { self.carryOut($0) }
  }

  private func reachTime() {
    send { $0.layer.reachTime($0.moment) }
  }

  private func carryOut(_ effect: DisplayLayerState.Effect) {
    switch effect {
    case .display(let picture): report(.picture(picture))
    case .report(let status): report(.status(status))
    case .wait(let time): wait(until: time)
    case .requestMediaData: requestMediaData()
    }
  }

  private func report(_ event: Event) {
    for observer in state.withLock({ $0.observers.sorted { $0.key < $1.key } }) { observer.value(event) }
  }

  private func wait(until time: MediaTime?) {
    let timebase = state.withLock { $0.timebase }
    let wait = time.map { time in
      timebase.schedule(at: time) { [weak self] in self?.reachTime() }
    }
    // The previous wait is released outside the lock.
    let previous = state.withLock { state in
      defer { state.wait = wait }
      return state.wait
    }
    withExtendedLifetime(previous) {}
  }
}

extension SampleBufferDisplayLayer.State {
  /// The time of the timebase.
  fileprivate var moment: DisplayLayerState.Moment {
    let now = timebase.now
    return DisplayLayerState.Moment(time: now.time, isBackward: now.rate < 0)
  }
}
