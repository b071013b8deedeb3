import OverlayRender

/// The state of a sound feeder: which piece of work comes next.
///
/// It is a pure function of the calls of the player and of the results of its work. It knows neither threads nor files.
/// All times are whole samples, so that blocks and rounds follow each other exactly.
struct SoundFeederState: Sendable {
  /// Where the sound starts, and when that is heard.
  struct Start: Sendable, Hashable {
    /// The position on the timeline of the player.
    let position: MediaTime
    /// The start of the round of the loop on the timeline of the player.
    let round: MediaTime
    /// The time on the clock of the renderer.
    let rendererTime: MediaTime
  }

  enum Work: Sendable {
    /// Flush the renderer, and seek to a time of the item. `reopens` is whether the source has changed.
    case begin(time: MediaTime, reopens: Bool)
    /// Flush the renderer.
    case flush
    case decode
    /// Seek to the beginning, for the next round of a loop.
    case rewind
    case enqueue(AudioBlock)
    /// Report that enough is enqueued.
    case report
  }

  private enum Command: Sendable {
    case start(Start)
    case stop
  }

  private let format: AudioFormat
  /// What has to be done first.
  private var command: Command?
  private var anchor: Start?
  private var round = MediaTime.zero
  private var isLooping = false
  private var end: MediaTime?
  private var hasFailed = false
  /// Whether the source is opened again at the next start.
  private var reopens = false
  private var isEnded = false
  /// The end of the sound that the renderer has, on the timeline of the player.
  private var enqueuedEnd: MediaTime?
  /// Blocks that are decoded but not enqueued.
  private var pending: [SoundBlock] = []
  /// The end of the decoded sound in the round, in samples.
  private var decodedEnd: Int64 = 0
  /// Whether the sound of the round is decoded to its end.
  private var isAtEnd = false
  /// Whether the renderer was full, and has not run dry since.
  private var isFilled = false
  private var isReported = false

  /// Creates the state of a feeder that is stopped.
  ///
  /// - Parameter format: The format of the renderer, in which blocks are decoded.
  init(format: AudioFormat) {
    self.format = format
  }
}

// MARK: - Calls of the player

extension SoundFeederState {
  /// Starts the sound anew.
  mutating func start(_ start: Start) {
    command = .start(start)
    anchor = start
    enqueuedEnd = nil
    (isAtEnd, isFilled, isReported) = (false, false, false)
  }

  /// Stops the sound.
  mutating func stop() {
    command = .stop
    anchor = nil
  }

  /// Opens the source again at the next start, because it has changed.
  mutating func reopen() {
    reopens = true
    hasFailed = false
  }

  /// Ends the work.
  mutating func finish() { isEnded = true }

  /// Sets whether the item is played in rounds. Returns whether sound of a round is enqueued that is not played.
  mutating func setLooping(_ isLooping: Bool, inRound round: MediaTime) -> Bool {
    self.isLooping = isLooping
    return !isLooping && self.round > round
  }

  /// Sets the end of the item, at which its sound is cut, and at which the next round begins.
  mutating func setEnd(_ end: MediaTime) { self.end = end }

  /// Whether enough sound is enqueued to play without a stall.
  var isSufficient: Bool { anchor == nil || hasFailed || isAtEnd || isFilled }

  /// Returns whether the renderer has no sound left at a position, although the sound goes on. More is needed then.
  mutating func runsDry(at position: MediaTime) -> Bool {
    guard let end = remainingEnd, !hasFailed, end <= position else { return false }
    (isFilled, isReported) = (false, false)
    return true
  }

  /// The end of the sound that the renderer has, on the timeline of the player; `nil` if no more follows.
  var remainingEnd: MediaTime? { anchor == nil || isAtEnd ? nil : enqueuedEnd }
}

// MARK: - Work

extension SoundFeederState {
  /// Returns the next piece of work; `nil` if there is none.
  ///
  /// - Parameter isRendererReady: Whether the renderer takes another block.
  mutating func nextWork(isRendererReady: Bool) -> Work? {
    switch command.take() {
    case .start(let start): return begin(start)
    case .stop: return .flush
    case nil: break
    }
    if isEnded { return nil }
    if let report = report() { return report }
    guard !hasFailed, let anchor else { return nil }
    if !isAtEnd, lacksSound { return .decode }
    // Until the end of the item is known, the last sound may still be cut.
    if end == nil, lacksSound { return nil }
    guard let first = pending.first else { return isLooping ? nextRound() : nil }
    guard isRendererReady else {
      isFilled = true
      return report()
    }
    pending.removeFirst()
    return .enqueue(audioBlock(first, anchor))
  }

  /// Adds a decoded block; `nil` at the end of the sound. Returns the time of the end.
  mutating func add(_ block: SoundBlock?) -> MediaTime? {
    guard var block else {
      // A start has overtaken the work.
      isAtEnd = command == nil
      return MediaTime(value: decodedEnd, timescale: format.sampleRate)
    }
    // A seek may lead to a time before its target.
    block.clamp(from: decodedEnd, to: nil, channelCount: format.channelCount)
    guard !block.samples.isEmpty else { return nil }
    decodedEnd = block.start + block.frameCount(channelCount: format.channelCount)
    pending.append(block)
    return nil
  }

  /// Plays without sound from now on, because it cannot be decoded.
  mutating func fail() {
    hasFailed = true
    isReported = false
  }

  private mutating func begin(_ start: Start) -> Work {
    let time = start.position - start.round
    defer { reopens = false }
    round = start.round
    pending = []
    decodedEnd = frames(of: time)
    return .begin(time: time, reopens: reopens)
  }

  private mutating func nextRound() -> Work? {
    guard let end else { return nil }
    round += end
    decodedEnd = 0
    isAtEnd = false
    // The sound that is enqueued leads to the end of the round before.
    isFilled = true
    return .rewind
  }

  private mutating func report() -> Work? {
    guard isSufficient, !isReported else { return nil }
    isReported = true
    return .report
  }

  /// Returns the part of a block that is heard, at its time on the clock of the renderer.
  private mutating func audioBlock(_ block: SoundBlock, _ anchor: Start) -> AudioBlock {
    var block = block
    let start = frames(of: round)
    block.clamp(from: .min, to: end.map { frames(of: round + $0) - start }, channelCount: format.channelCount)
    let frame = start + block.start
    let audio = AudioBlock(
      format: format,
      presentationTime: MediaTime(
        value: frames(of: anchor.rendererTime) + frame - frames(of: anchor.position), timescale: format.sampleRate),
      samples: block.samples)
    if !block.samples.isEmpty {
      enqueuedEnd = MediaTime(value: frame, timescale: format.sampleRate) + audio.duration
    }
    return audio
  }

  /// Returns the number of the sample that is nearest to a time.
  private func frames(of time: MediaTime) -> Int64 {
    let scaled = time.multiplied(by: Int64(format.sampleRate), dividedBy: 1)
    return scaled.isNumeric ? (scaled.value * 2 + Int64(scaled.timescale)) / (Int64(scaled.timescale) * 2) : 0
  }

  /// Whether fewer samples are decoded than have to be held back after the first block, until the end is known.
  private var lacksSound: Bool {
    let count = pending.dropFirst().reduce(0) { $0 + $1.frameCount(channelCount: format.channelCount) }
    return pending.isEmpty || count < frames(of: ItemEnding.cutDuration)
  }
}
