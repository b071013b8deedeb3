import OverlayRender
import Synchronization

/// Decodes the sound of an item and enqueues it in a renderer. Each `step` handles one block on the thread of a worker,
/// which alone enqueues and flushes.
///
/// Sound is heard at rate 1 only. The times of blocks are counted from an anchor, so pauses do not change them.
final class SoundFeeder: Sendable {
  enum Report: Sendable {
    case fed
    /// The time at which the sound of the item ends; zero if it cannot be decoded.
    case ended(MediaTime)
  }

  /// Where the sound starts, and when that is heard.
  struct Start: Sendable {
    /// The position on the timeline of the player.
    let position: MediaTime
    /// The start of the round of the loop on the timeline of the player.
    let round: MediaTime
    /// The time on the clock of the renderer.
    let rendererTime: MediaTime
  }

  private struct State {
    /// What the worker has to do first.
    var command: Command?
    var anchor: Start?
    var round = MediaTime.zero
    var isLooping = false
    var end: MediaTime?
    /// The end of the sound that the renderer has.
    var enqueuedEnd: MediaTime?
    /// Whether the sound of the round is decoded to its end.
    var isAtEnd = false
    var hasFailed = false
    /// Whether the source is opened again at the next start.
    var reopens = false
    var isEnded = false
  }

  private enum Command: Sendable {
    case start(Start)
    case stop
  }

  /// What only the worker uses.
  fileprivate struct Decoding {
    var source: (any SoundSource)?
    /// Blocks that are decoded but not enqueued.
    var pending: [SoundBlock] = []
    /// The end of the decoded sound in the round, in samples.
    var decodedEnd: Int64 = 0
  }

  private let renderer: any AudioRenderer
  private let open: @Sendable () throws(MediaError) -> any SoundSource
  private let report: @Sendable (Report) -> Void
  private let state = Mutex(State())
  private let decoding = Mutex(Decoding())

  init(
    renderer: any AudioRenderer, open: @escaping @Sendable () throws(MediaError) -> any SoundSource,
    report: @escaping @Sendable (Report) -> Void
  ) {
    self.renderer = renderer
    self.open = open
    self.report = report
  }

  /// Starts the sound anew.
  func start(_ start: Start) {
    state.withLock { state in
      state.command = .start(start)
      state.anchor = start
      state.enqueuedEnd = nil
      state.isAtEnd = false
    }
  }

  /// Opens the source again at the next start, because it has changed.
  func reopen() {
    state.withLock { state in
      state.reopens = true
      state.hasFailed = false
    }
  }

  /// Stops the sound.
  func stop() {
    state.withLock { state in
      state.command = .stop
      state.anchor = nil
    }
  }

  /// Ends decoding.
  func end() {
    state.withLock { $0.isEnded = true }
  }

  /// Sets whether the item is played in rounds. Returns whether sound of a round is enqueued that is not played.
  func setLooping(_ isLooping: Bool, inRound round: MediaTime) -> Bool {
    state.withLock { state in
      state.isLooping = isLooping
      return !isLooping && state.round > round
    }
  }

  /// Sets the end of the item, at which its sound is cut, and at which the next round begins.
  func setEnd(_ end: MediaTime) {
    state.withLock { $0.end = end }
  }

  /// Whether the renderer has as much sound as it can hold, or all of it.
  var isSufficient: Bool {
    let (isDone, hasSound) = state.withLock { state in
      (state.anchor == nil || state.hasFailed || state.isAtEnd, state.command == nil && state.enqueuedEnd != nil)
    }
    return isDone || hasSound && !renderer.isReadyForMoreMediaData
  }

  /// Whether the renderer has no sound left at a position, although the sound goes on.
  func isDry(at position: MediaTime) -> Bool {
    state.withLock { state in
      guard state.anchor != nil, !state.hasFailed, !state.isAtEnd, let end = state.enqueuedEnd else { return false }
      return end <= position
    }
  }

  /// The end of the sound that the renderer has, on the timeline of the player.
  var enqueuedEnd: MediaTime? { state.withLock { $0.anchor == nil || $0.isAtEnd ? nil : $0.enqueuedEnd } }

  /// Does the next piece of work. Returns `false` if there is none.
  func step() -> Bool {
    let (command, isIdle) = state.withLock { state in
      (state.command.take(), state.isEnded || state.hasFailed || state.anchor == nil)
    }
    do throws(MediaError) {
      switch command {
      case .start(let start):
        renderer.flush()
        try begin(start)
        return true
      case .stop:
        renderer.flush()
        return true
      case nil:
        return isIdle ? false : try feed()
      }
    } catch {
      // A movie whose sound cannot be decoded plays without it.
      state.withLock { $0.hasFailed = true }
      report(.ended(.zero))
      report(.fed)
      return false
    }
  }

  private func begin(_ start: Start) throws(MediaError) {
    let reopens = state.withLock { state in
      defer { state.reopens = false }
      return state.reopens
    }
    try decoding.withLock { decoding throws(MediaError) in
      if reopens { decoding.source = nil }
      if decoding.source == nil { decoding.source = try open() }
      let time = start.position - start.round
      try decoding.source?.seek(to: time)
      decoding.pending = []
      decoding.decodedEnd = frames(of: time)
    }
    state.withLock { $0.round = start.round }
  }

  /// Enqueues a block, or decodes one.
  private func feed() throws(MediaError) -> Bool {
    let (round, end, isLooping, isAtEnd) = state.withLock { ($0.round, $0.end, $0.isLooping, $0.isAtEnd) }
    let endFrame = end.map { frames(of: round + $0) - frames(of: round) }
    var reports: [Report] = []
    defer { for item in reports { report(item) } }
    let result = try decoding.withLock { decoding throws(MediaError) -> FeedResult in
      if !isAtEnd, decoding.lacksSound(for: heldFrames, channelCount: renderer.format.channelCount) {
        return try decode(&decoding)
      }
      guard let first = decoding.pending.first else {
        guard isLooping, let end else { return .idle }
        try decoding.source?.seek(to: .zero)
        decoding.decodedEnd = 0
        return .nextRound(round + end)
      }
      // Until the end of the item is known, the last sound may still be cut.
      if end == nil, isAtEnd, decoding.lacksSound(for: heldFrames, channelCount: renderer.format.channelCount) {
        return .idle
      }
      guard renderer.isReadyForMoreMediaData else { return .full }
      decoding.pending.removeFirst()
      return .block(first)
    }
    switch result {
    case .idle:
      reports.append(.fed)
      return false
    case .decoded: return true
    case .ended(let frame):
      state.withLock { $0.isAtEnd = $0.command == nil }
      reports += [.ended(MediaTime(value: frame, timescale: renderer.format.sampleRate)), .fed]
      return true
    case .nextRound(let next):
      state.withLock { state in
        guard state.command == nil else { return }
        state.round = next
        state.isAtEnd = false
      }
      return true
    case .full:
      reports.append(.fed)
      return false
    case .block(let block):
      enqueue(block, before: endFrame, inRound: round)
      return true
    }
  }

  private enum FeedResult: Sendable {
    case idle, decoded, full
    case block(SoundBlock)
    case ended(Int64)
    case nextRound(MediaTime)
  }

  private func decode(_ decoding: inout Decoding) throws(MediaError) -> FeedResult {
    guard let source = decoding.source, var block = try source.next() else { return .ended(decoding.decodedEnd) }
    // A seek may lead to a time before its target.
    let channelCount = renderer.format.channelCount
    block.clamp(from: decoding.decodedEnd, to: nil, channelCount: channelCount)
    guard !block.samples.isEmpty else { return .decoded }
    decoding.decodedEnd = block.start + block.frameCount(channelCount: channelCount)
    decoding.pending.append(block)
    return .decoded
  }

  private func enqueue(_ block: SoundBlock, before end: Int64?, inRound round: MediaTime) {
    var block = block
    block.clamp(from: .min, to: end, channelCount: renderer.format.channelCount)
    let anchor = state.withLock { $0.command == nil && !$0.isEnded ? $0.anchor : nil }
    guard let anchor, !block.samples.isEmpty else { return }
    // All times are whole samples, so that blocks and rounds follow each other exactly.
    let sampleRate = renderer.format.sampleRate
    let frame = frames(of: round) + block.start
    let rendererFrame = frames(of: anchor.rendererTime) + frame - frames(of: anchor.position)
    let audio = AudioBlock(
      format: renderer.format, presentationTime: MediaTime(value: rendererFrame, timescale: sampleRate),
      samples: block.samples)
    renderer.enqueue(audio)
    state.withLock { state in
      if state.command == nil { state.enqueuedEnd = MediaTime(value: frame, timescale: sampleRate) + audio.duration }
    }
  }

  /// Returns the number of the sample that is nearest to a time.
  private func frames(of time: MediaTime) -> Int64 {
    let scaled = time.multiplied(by: Int64(renderer.format.sampleRate), dividedBy: 1)
    return scaled.isNumeric ? (scaled.value * 2 + Int64(scaled.timescale)) / (Int64(scaled.timescale) * 2) : 0
  }

  /// The sound that is held back until the end of the item is known.
  private var heldFrames: Int64 { frames(of: ItemEnding.cutDuration) }
}

extension SoundFeeder.Decoding {
  fileprivate func frameCount(channelCount: Int) -> Int64 {
    pending.reduce(0) { $0 + $1.frameCount(channelCount: channelCount) }
  }

  /// Whether fewer samples are decoded than have to be held back after the first block.
  fileprivate func lacksSound(for heldFrames: Int64, channelCount: Int) -> Bool {
    guard let first = pending.first else { return true }
    return frameCount(channelCount: channelCount) - first.frameCount(channelCount: channelCount) < heldFrames
  }
}
