import OverlayRender

/// The state of a display layer, without its effects.
///
/// It is a pure function of its events and of the time of the layer's timebase. Each event returns effects, which the
/// layer carries out in order.
struct DisplayLayerState: Sendable {
  /// The limits of the queue.
  struct Limits: Sendable, Hashable {
    /// The number of samples that the queue holds.
    var count = 32
    /// The number of bytes of pictures that the queue holds. One picture may have more.
    var byteCount = 256 << 20
  }

  /// The time of the timebase, and whether it goes backward.
  struct Moment: Sendable, Hashable {
    var time: MediaTime
    var isBackward = false

    /// Returns whether a time has been reached.
    func hasReached(_ other: MediaTime) -> Bool { isBackward ? time <= other : time >= other }
  }

  enum Effect: Sendable {
    /// Shows a picture, or removes it if the picture is `nil`.
    case display(DisplayedPicture)
    /// Waits for a time of the timebase; `nil` for none.
    case wait(until: MediaTime?)
    /// Calls the client that provides samples.
    case requestMediaData
    /// Reports the status.
    case report(SampleBufferDisplayLayer.Status)
  }

  let limits: Limits
  private(set) var status = SampleBufferDisplayLayer.Status.unknown
  /// The picture that is shown.
  private(set) var picture: PixelBuffer?
  /// Samples that are not due, in their order.
  private var pending: [SampleBuffer] = []
  private var pendingByteCount = 0
  /// The output presentation time of the latest sample of the stream.
  private var latestTime: MediaTime?
  /// What changed since the picture that is shown; `nil` for everything.
  private var damage: Damage?
  /// The time for which the layer waits.
  private var waitTime: MediaTime?
  /// The latest format that was found to be supported.
  private var supportedFormat = PixelFormat.bgraPremultiplied

  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Whether the queue has room for more than the half of what it holds.
  var isReadyForMoreMediaData: Bool {
    pending.count < max(limits.count / 2, 1) && pendingByteCount < max(limits.byteCount / 2, 1) && !status.isFailed
  }

  /// Adds a sample.
  mutating func enqueue(_ sample: SampleBuffer, at now: Moment) throws(DisplayLayerError) -> [Effect] {
    if case .failed(let failure) = status { throw .hasFailed(failure) }
    try check(sample.pixelBuffer?.format)
    let time = sample.outputPresentationTime
    let isImmediate = sample.attachments.displayImmediately && !sample.attachments.doNotDisplay
    if !isImmediate { try check(time, isReversed: sample.timing.isReversed) }
    if !isImmediate, !sample.attachments.doNotDisplay { try checkRoom(for: sample) }
    return change { state, effects in
      if state.status == .unknown {
        state.status = .rendering
        effects.append(.report(.rendering))
      }
      state.latestTime = time.isNumeric ? time : state.latestTime
      if sample.attachments.doNotDisplay { return state.skip(sample) }
      if isImmediate {
        state.skipPending()
        return state.show(sample, &effects)
      }
      state.pending.append(sample)
      state.pendingByteCount += sample.byteCount
      state.showDue(at: now, &effects)
    }
  }

  /// Shows the latest sample that is due, and waits for the next one.
  mutating func reachTime(_ now: Moment) -> [Effect] {
    change { state, effects in
      state.waitTime = nil
      state.showDue(at: now, &effects)
    }
  }

  /// Drops the samples that are not due.
  mutating func flush(removingImage: Bool) -> [Effect] {
    change { state, effects in
      state.pending = []
      state.pendingByteCount = 0
      state.latestTime = nil
      state.damage = nil
      if state.status != .unknown {
        state.status = .unknown
        effects.append(.report(.unknown))
      }
      if removingImage { state.remove(at: nil, &effects) }
    }
  }

  /// Stops showing samples.
  mutating func fail(_ failure: DisplayLayerFailure) -> [Effect] {
    guard !status.isFailed else { return [] }
    return change { state, effects in
      state.status = .failed(failure)
      effects.append(.report(state.status))
    }
  }

  /// Returns the effects of a change, and those that follow from it.
  private mutating func change(_ body: (inout DisplayLayerState, inout [Effect]) -> Void) -> [Effect] {
    let wasReady = isReadyForMoreMediaData
    var effects: [Effect] = []
    body(&self, &effects)
    let waitTime = status.isFailed ? nil : pending.first?.outputPresentationTime
    if waitTime != self.waitTime {
      self.waitTime = waitTime
      effects.append(.wait(until: waitTime))
    }
    if isReadyForMoreMediaData, !wasReady { effects.append(.requestMediaData) }
    return effects
  }

  /// Throws if a picture cannot be shown.
  private mutating func check(_ format: VideoFormat?) throws(DisplayLayerError) {
    guard let format, format.pixelFormat != supportedFormat else { return }
    guard format.isConvertible else { throw .unsupportedFormat(format.pixelFormat) }
    supportedFormat = format.pixelFormat
  }

  /// Throws if the times of samples do not go in one direction.
  private func check(_ time: MediaTime, isReversed: Bool) throws(DisplayLayerError) {
    guard time.isNumeric else { throw .timeNotNumeric(time) }
    guard let latestTime else { return }
    guard isReversed ? time < latestTime : time > latestTime else { throw .outOfOrder(time, after: latestTime) }
  }

  private func checkRoom(for sample: SampleBuffer) throws(DisplayLayerError) {
    guard !pending.isEmpty else { return }
    guard pending.count < limits.count, pendingByteCount + sample.byteCount <= limits.byteCount else {
      throw .queueIsFull(count: pending.count, byteCount: pendingByteCount)
    }
  }

  private mutating func showDue(at now: Moment, _ effects: inout [Effect]) {
    guard !status.isFailed else { return }
    let due = pending.prefix { now.hasReached($0.outputPresentationTime) }
    guard let last = due.last else { return }
    // Only the latest sample is shown. The others are late, but their changes count.
    for sample in due.dropLast() { skip(sample) }
    for sample in due { pendingByteCount -= sample.byteCount }
    pending.removeFirst(due.count)
    show(last, &effects)
  }

  private mutating func skipPending() {
    for sample in pending { skip(sample) }
    pending = []
    pendingByteCount = 0
  }

  /// Takes note of the changes of a sample that is not shown.
  private mutating func skip(_ sample: SampleBuffer) {
    if sample.pixelBuffer == nil, sample.attachments.emptyMedia {
      damage = nil
    } else {
      damage?.formUnion(sample.damage)
    }
  }

  private mutating func show(_ sample: SampleBuffer, _ effects: inout [Effect]) {
    let time = sample.outputPresentationTime
    guard let new = sample.pixelBuffer else {
      if sample.attachments.emptyMedia { remove(at: time, &effects) }
      return
    }
    damage?.formUnion(sample.damage)
    let changed = picture?.format == new.format ? damage : nil
    let isSame = new === picture
    picture = new
    damage = .nothing
    if isSame { return }
    effects.append(
      .display(DisplayedPicture(pixelBuffer: new, time: time, damage: changed ?? Damage(new.format.bounds))))
  }

  private mutating func remove(at time: MediaTime?, _ effects: inout [Effect]) {
    damage = nil
    guard let shown = picture else { return }
    picture = nil
    effects.append(
      .display(DisplayedPicture(pixelBuffer: nil, time: time ?? .invalid, damage: Damage(shown.format.bounds))))
  }
}

extension SampleBuffer {
  /// The number of bytes of the picture.
  fileprivate var byteCount: Int { pixelBuffer?.format.byteCount ?? 0 }
}
