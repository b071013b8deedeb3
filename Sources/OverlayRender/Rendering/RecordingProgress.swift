import Synchronization

/// The progress of one recording: its statistics, and the completed fraction. Any thread may read it while the
/// recording runs.
public final class RecordingProgress: Sendable {
  fileprivate struct State {
    var statistics = RecordingStatistics()
    /// The number of frames of the whole recording; `nil` if it is not known.
    var frameCount: Int64?
    var lateness = LatenessHistogram()
    var reconnectionsOfFeed: Int64 = 0
    /// The schedule of a live stream, while it runs.
    var schedule: LiveSchedule?
    /// The time at which the recording began.
    var start: MediaTime?
    /// The work of the recording, and the work of its parts before the current one.
    var work = RenderWork()
    var earlierWork = RenderWork()
  }

  private let state = Mutex(State())
  private let clock: any MediaClock
  private let onWrite: (@Sendable (RecordingProgress) -> Void)?

  /// Creates an empty progress.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures the duration.
  ///   - onWrite: Called on the recorder's queue with this progress each time the number of written frames grows. Long
  ///     repetitions of a picture count in steps.
  public init(
    clock: any MediaClock = HostClock.shared, onWrite: (@Sendable (_ progress: RecordingProgress) -> Void)? = nil
  ) {
    self.clock = clock
    self.onWrite = onWrite
  }

  /// The current statistics.
  public var statistics: RecordingStatistics {
    let now = clock.time
    let usage = ResourceUsage()
    return state.withLock { state in
      var statistics = state.statistics
      statistics.wallSeconds = state.start.map { (now - $0).seconds } ?? 0
      statistics.cpuSeconds = usage.cpuSeconds
      statistics.peakResidentBytes = usage.peakResidentBytes
      statistics.lateness = state.lateness.summary
      if let stalls = state.schedule?.stalls { statistics.setStalls(stalls) }
      return statistics
    }
  }

  /// The number of frames of the whole recording; `nil` if it is not known, or before the recording begins. For an
  /// overlay on a movie this is an estimate, because only the end of the file shows how many pictures it has.
  public var frameCount: Int64? { state.withLock { $0.frameCount } }

  /// The completed fraction, 0...1; `nil` if the number of frames is not known.
  ///
  ///     let progress = RecordingProgress { progress in
  ///       if let fraction = progress.fractionCompleted { print("\(Int(fraction * 100)) %") }
  ///     }
  ///     try await stream.write(to: path, duration: .seconds(60), progress: progress)
  public var fractionCompleted: Double? {
    state.withLock { state in
      guard let count = state.frameCount else { return nil }
      return count > 0 ? min(Double(state.statistics.frames) / Double(count), 1) : 1
    }
  }

  func begin(frameCount: Int64?) {
    let now = clock.time
    state.withLock { state in
      state.start = now
      state.frameCount = frameCount
    }
  }

  /// Begins the first part of a recording, or another one, whose work is added to the work of the parts before.
  package func beginPart() {
    let now = clock.time
    state.withLock { state in
      state.start = state.start ?? now
      state.earlierWork = state.work
    }
  }

  /// Stores the schedule of a live stream. Call this before writing a frame, which may block.
  func update(schedule: LiveSchedule) {
    state.withLock { $0.schedule = schedule }
  }

  /// Marks the end of the stream, so that the time to complete the output does not count as a stall.
  func endStream() {
    state.withLock { state in
      if let stalls = state.schedule?.stalls { state.statistics.setStalls(stalls) }
      state.schedule = nil
    }
  }

  /// Updates the statistics after a write.
  func update(
    sink: any FrameSink, work: RenderWork? = nil, lateness: MediaTime? = nil, reconnectionsOfFeed: Int64? = nil
  ) {
    let framesBefore = state.withLock { state in
      defer { state.statistics.frames = sink.framesWritten }
      state.statistics.repeated = sink.framesRepeated
      state.statistics.bytesWritten = sink.bytesWritten
      state.statistics.lost = sink.framesLost
      state.statistics.unconfirmed = sink.framesUnconfirmed
      if let reconnectionsOfFeed { state.reconnectionsOfFeed = reconnectionsOfFeed }
      state.statistics.reconnections = sink.reconnections + state.reconnectionsOfFeed
      let outputs = sink.outputs
      if !outputs.isEmpty {
        state.statistics.outputs = outputs
        state.statistics.dropped = outputs.reduce(0) { $0 + $1.dropped }
      }
      state.update(work, lateness)
      return state.statistics.frames
    }
    if let onWrite, sink.framesWritten > framesBefore { onWrite(self) }
  }

  /// Forgets the lateness of the frames so far, so that only later frames count.
  package func forgetLateness() {
    state.withLock { $0.lateness = LatenessHistogram() }
  }

  /// Counts a picture that was shown, and is not written anywhere.
  package func countFrame(work: RenderWork, lateness: MediaTime?) {
    state.withLock { state in
      state.statistics.frames += 1
      state.update(work, lateness)
    }
  }
}

extension RecordingProgress.State {
  fileprivate mutating func update(_ work: RenderWork?, _ lateness: MediaTime?) {
    if let work {
      self.work = earlierWork + work
      let work = self.work
      statistics.drawn = Int64(work.picturesDrawn)
      statistics.pixelsDrawn = Int64(work.pixelsDrawn)
      statistics.hasInk = work.hasInk
    }
    if let lateness { self.lateness.insert(nanoseconds: lateness.flooredNanoseconds ?? 0) }
  }
}
