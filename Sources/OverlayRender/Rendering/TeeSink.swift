import Dispatch

/// Writes the pictures of a stream to several outputs, each in its own format. They are drawn once.
///
///     try await stream.live().write(to: [
///       OutputPlan(destination: "rtmp://example.com/live/key"), OutputPlan(destination: "clock.mp4"),
///     ])
///
/// Each output has a thread of its own, which converts, encodes and writes, and ends in its own way: one that fails, or
/// whose reader goes away, does not end the others. A slow output holds up pictures that are made as fast as possible.
/// In real time, it does not: it leaves out pictures, which ``OutputStatistics/dropped`` counts.
public final class TeeSink: FrameSink {
  /// One of the outputs.
  package struct Output: Sendable {
    /// The plan of the output.
    package let plan: OutputPlan
    /// The format of its samples.
    package let video: VideoFormat
    /// Whether it gets frames without a change, too.
    package let repeats: Bool
    /// The format of the pictures that are drawn.
    private let source: VideoFormat

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - plan: The plan of the output.
    ///   - video: The format of its samples.
    ///   - source: The format of the pictures that are drawn; `nil` if it is the same.
    ///   - repeats: Whether it gets frames without a change, too.
    package init(_ plan: OutputPlan, _ video: VideoFormat, from source: VideoFormat? = nil, repeats: Bool = false) {
      self.plan = plan
      self.video = video
      self.source = source ?? video
      self.repeats = repeats
    }

    /// Returns the converter to the format of the output; `nil` if the pictures have this format.
    func converter() throws -> FrameConverter? {
      source == video ? nil : try FrameConverter(from: source, to: video, clock: HostClock.shared)
    }
  }

  /// Called when an output fails and another one does not, on the thread that writes.
  package var onFailure: (_ plan: OutputPlan, _ error: any Error) -> Void = { _, _ in }
  /// Called after each write, and regularly until the outputs are complete.
  public var onProgress: ((any FrameSink) -> Void)?

  private let branches: [OutputBranch]
  private let interruption: OutputInterruption?
  /// The outputs whose failure was reported.
  private var failed: Set<Int> = []

  /// The time after which an output that is abandoned is not waited for.
  private static let longestAbandoning = DispatchTimeInterval.seconds(2)

  /// Opens the outputs, all at the same time, because their readers may open them in any order.
  ///
  /// - Parameters:
  ///   - outputs: The outputs.
  ///   - rate: The frame rate.
  ///   - frameCount: The number of frames; `nil` if it is not known.
  ///   - waits: Whether a slow output holds up the others.
  ///   - overwrite: Whether existing files are replaced.
  ///   - interruption: Interrupts writing from another thread.
  ///   - onWait: Called when an output has waited a second for its reader.
  /// - Throws: The error of an output that cannot be opened. Then there is none.
  package init(
    _ outputs: [Output], rate: FrameRate, frameCount: Int?, waits: Bool, overwrite: Bool,
    interruption: OutputInterruption?, onWait: @escaping @Sendable (OutputPlan) -> Void = { _ in }
  ) throws {
    self.interruption = interruption
    let opened = DispatchSemaphore(value: 0)
    var branches: [OutputBranch] = []
    do {
      for output in outputs {
        let branch = try OutputBranch(output, rate: rate, waits: waits, signaling: opened) {
          try output.plan.makeSink(
            of: output.video, rate: rate, frameCount: frameCount, overwrite: overwrite, interruption: interruption,
            onWait: { onWait(output.plan) })
        }
        branches.append(branch)
      }
      for _ in branches {
        opened.wait()
        for branch in branches { if case .failed(let error)? = branch.ending { throw error } }
      }
    } catch {
      Self.abandon(branches, interruption)
      throw error
    }
    self.branches = branches
  }

  deinit {
    for branch in branches where branch.isOpen { branch.requestAbandoning() }
  }

  /// Gives the sample to all outputs that are open.
  ///
  /// - Throws: `SinkError.interrupted`. If no output is open anymore, the error of the first one that failed, or
  ///   `SinkError.readerClosed`.
  public func write(_ sample: SampleBuffer) throws {
    for branch in branches { branch.append(sample) }
    if let interruption, interruption.isRequested { throw SinkError.interrupted(name: branches[0].output.plan.name) }
    try checkOutputs()
    onProgress?(self)
  }

  /// Completes all outputs.
  ///
  /// - Throws: `SinkError.interrupted`; or the error of an output, if all of them failed.
  public func finish(at end: MediaTime) throws {
    for branch in branches { branch.requestFinish(at: end) }
    waitForAnswers()
    if let open = branches.first(where: \.isOpen) { throw SinkError.interrupted(name: open.output.plan.name) }
    try checkOutputs()
  }

  /// Ends the outputs that are still open.
  ///
  /// - Returns: The path of the first file with frames.
  public func finishEarly(at end: MediaTime, publishes: Bool) throws -> String? {
    for branch in branches { branch.requestEarlyFinish(at: end, publishes: publishes) }
    waitForAnswers()
    try checkOutputs()
    return branches.lazy.compactMap { branch -> String? in
      if case .completed(.cutShort(let file))? = branch.ending { file } else { nil }
    }.first
  }

  /// Abandons the outputs that are still open.
  public func abandon() {
    Self.abandon(branches, interruption)
  }

  private static func abandon(_ branches: [OutputBranch], _ interruption: OutputInterruption?) {
    let branches = branches.filter(\.isOpen)
    guard !branches.isEmpty else { return }
    for branch in branches { branch.requestAbandoning() }
    // Otherwise an output would wait for its reader.
    interruption?.interrupt()
    let deadline = DispatchTime.now() + longestAbandoning
    for branch in branches { _ = branch.waitForAnswer(until: deadline) }
  }

  private func waitForAnswers() {
    for branch in branches {
      while !branch.waitForAnswer(until: .now() + .milliseconds(100)) {
        reportFailures()
        onProgress?(self)
      }
    }
    onProgress?(self)
  }

  /// Throws if no output is in use anymore.
  private func checkOutputs() throws {
    guard !reportFailures() else { return }
    for branch in branches { if case .failed(let error)? = branch.ending { throw error } }
    throw SinkError.readerClosed(name: branches[0].output.plan.name)
  }

  /// Reports each output that failed once, unless all have, and returns whether another one is open or complete.
  @discardableResult
  private func reportFailures() -> Bool {
    let endings = branches.map(\.ending)
    let isAnyInUse = endings.contains { ending in
      switch ending {
      case .failed?, .completed(.readerClosed)?, .abandoned?: false
      case .completed?, nil: true
      }
    }
    guard isAnyInUse else { return false }
    for (index, ending) in endings.enumerated() {
      if case .failed(let error)? = ending, failed.insert(index).inserted {
        onFailure(branches[index].output.plan, error)
      }
    }
    return true
  }

  // MARK: Statistics

  /// The number of bytes that all outputs have written.
  public var bytesWritten: Int64 { sum(\.bytesWritten) }
  /// The number of frames of the output with the most frames.
  public var framesWritten: Int64 { longest?.frames ?? 0 }
  /// The number of repeated frames of the same output.
  public var framesRepeated: Int64 { longest?.repeated ?? 0 }
  /// The number of frames that servers did not get.
  public var framesLost: Int64 { sum(\.lost) }
  /// The number of frames that servers may not have got.
  public var framesUnconfirmed: Int64 { sum(\.unconfirmed) }
  /// The number of times that lost connections were made again.
  public var reconnections: Int64 { sum(\.reconnections) }

  /// The statistics of each output.
  public var outputs: [OutputStatistics] { branches.map(\.statistics) }

  private var longest: OutputStatistics? { outputs.max { $0.frames < $1.frames } }

  private func sum(_ count: (OutputStatistics) -> Int64) -> Int64 { outputs.reduce(0) { $0 + count($1) } }
}

extension RenderConfiguration {
  /// Returns the outputs for some plans, and sets the pixel format in which the pictures are drawn once: the format of
  /// all outputs, or the one from which each output is converted.
  ///
  /// - Throws: `VideoFormatError`.
  package mutating func outputs(
    for plans: [OutputPlan], repeats: Bool = false
  ) throws(VideoFormatError) -> [TeeSink.Output] {
    var formats: [VideoFormat] = []
    for plan in plans {
      var configuration = self
      configuration.pixelFormat = plan.samplePixelFormat
      formats.append(try configuration.videoFormat())
    }
    if Set(formats).count == 1 {
      pixelFormat = plans[0].samplePixelFormat
    } else {
      (pixelFormat, matrix, range) = (.bgraPremultiplied, nil, .limited)
    }
    let source = try videoFormat()
    return zip(plans, formats).map { plan, video in
      TeeSink.Output(plan, video, from: source, repeats: repeats || plan.format.repeatsLiveFrames)
    }
  }
}
