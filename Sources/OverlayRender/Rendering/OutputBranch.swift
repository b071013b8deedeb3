import Dispatch
import Synchronization

/// One of several outputs of a stream: a thread that converts samples and writes them into a sink of its own.
final class OutputBranch: Sendable {
  /// How an output ended.
  enum Ending: Sendable {
    case completed(RecordingResult.Ending)
    case failed(any Error)
    case abandoned
  }

  fileprivate enum Command {
    case write(SampleBuffer)
    case finish(MediaTime)
    case finishEarly(MediaTime, publishes: Bool)
    case abandon

    var endsEarly: Bool {
      switch self {
      case .finishEarly, .abandon: true
      case .write, .finish: false
      }
    }
  }

  fileprivate struct State {
    var statistics: OutputStatistics
    /// How the output ended; `nil` while it accepts samples, or must still be ended early.
    var ending: Ending?
    /// The samples that are not written yet, the oldest first.
    var waiting: [SampleBuffer] = []
    /// What ends the output, after the samples.
    var end: Command?
    /// The pictures of the newest sample, and of the one that was written last.
    weak var newest: PixelBuffer?
    weak var written: PixelBuffer?
    /// Whether the thread waits for work, and whether a sample waits for room.
    var isIdle = false
    var isFull = false
    /// The time of the first sample, and the requested end.
    var beginning: MediaTime?
    var finish: MediaTime?

    init(statistics: OutputStatistics) { self.statistics = statistics }
  }

  /// The output.
  let output: TeeSink.Output
  private let rate: FrameRate
  /// Whether a sample waits for a slow output. Otherwise old samples are dropped.
  private let waits: Bool
  private let state: Mutex<State>
  /// Signaled for an idle thread.
  private let work = DispatchSemaphore(value: 0)
  /// Signaled for a sample that waits for room.
  private let room = DispatchSemaphore(value: 0)
  /// Signaled when the output has ended, or the request to complete it was interrupted.
  private let answered = DispatchSemaphore(value: 0)

  /// The number of samples that may wait: enough for a keyframe that takes long.
  private static let capacity = 8

  /// Starts the thread, which opens the output and signals `opened` when it is open, or has failed.
  ///
  /// - Throws: `SystemError` if the system has no thread left.
  init(
    _ output: TeeSink.Output, rate: FrameRate, waits: Bool, signaling opened: DispatchSemaphore,
    opening openSink: @escaping @Sendable () throws -> any FrameSink
  ) throws(SystemError) {
    self.output = output
    self.rate = rate
    self.waits = waits
    state = Mutex(State(statistics: OutputStatistics(name: output.plan.name, format: output.plan.format.name)))
    try DetachedThread.start("output") { self.run(openSink, opened) }
  }

  /// What is written so far.
  var statistics: OutputStatistics { state.withLock { $0.statistics } }

  /// How the output ended; `nil` if it has not.
  var ending: Ending? { state.withLock { $0.ending } }

  /// Whether the output accepts samples, or must still be ended early.
  var isOpen: Bool { ending == nil }

  /// Adds a sample. If the output has ended, this does nothing.
  func append(_ sample: SampleBuffer) {
    while !added(sample) { room.wait() }
  }

  /// Adds a sample if there is room for it, or none is needed.
  private func added(_ sample: SampleBuffer) -> Bool {
    state.withLock { state in
      if state.beginning == nil { state.beginning = sample.presentationTime }
      guard state.ending == nil else {
        countLostFrames(&state, until: sample.presentationTime + rate.interval)
        return true
      }
      // The sink repeats the latest picture itself, unless it needs every frame.
      guard output.repeats || sample.pixelBuffer == nil || sample.pixelBuffer !== state.newest else { return true }
      if state.waiting.count == Self.capacity {
        state.isFull = waits
        if waits { return false }
        state.dropOldest()
      }
      state.newest = sample.pixelBuffer
      state.waiting.append(sample)
      wake(&state)
      return true
    }
  }

  /// Requests that the output is completed, after the samples so far.
  func requestFinish(at end: MediaTime) {
    state.withLock { state in
      state.finish = end
      countLostFrames(&state, until: end)
    }
    request(.finish(end))
  }

  /// Requests that the output is ended early.
  func requestEarlyFinish(at end: MediaTime, publishes: Bool) {
    state.withLock { state in
      state.finish = end
      countLostFrames(&state, until: end)
    }
    request(.finishEarly(end, publishes: publishes))
  }

  /// Counts the frames that a server does not get after its stream has failed.
  private func countLostFrames(_ state: inout State, until end: MediaTime) {
    guard output.plan.format.isLiveStream, case .failed? = state.ending, let beginning = state.beginning, end.isNumeric
    else {
      return
    }
    let count = rate.frame(atOrAfter: end) - rate.frame(atOrBefore: beginning) - state.statistics.frames
    state.statistics.lost = max(state.statistics.lost, count)
  }

  /// Requests that the output is abandoned, without the samples that wait.
  func requestAbandoning() {
    state.withLock { $0.waiting = [] }
    request(.abandon)
  }

  /// Waits until the last request is carried out, or for some time.
  func waitForAnswer(until deadline: DispatchTime = .distantFuture) -> Bool {
    guard isOpen else { return true }
    return answered.wait(timeout: deadline) == .success
  }

  private func request(_ end: Command) {
    state.withLock { state in
      state.end = end
      wake(&state)
    }
  }

  /// Wakes the thread if it waits.
  private func wake(_ state: inout State) {
    guard state.isIdle else { return }
    state.isIdle = false
    work.signal()
  }

  // MARK: On the thread of the branch

  private func run(_ openSink: () throws -> any FrameSink, _ opened: DispatchSemaphore) {
    let sink: any FrameSink
    let converter: FrameConverter?
    do {
      converter = try output.converter()
      sink = try openSink()
    } catch {
      end(.failed(error))
      opened.signal()
      return
    }
    sink.onProgress = { [self] sink in state.withLock { $0.statistics.update(sink) } }
    opened.signal()
    // After an interruption, only the command that ends the output early has an effect.
    var isInterrupted = false
    while isOpen {
      let command = nextCommand()
      do {
        switch command {
        case .write(let sample):
          if isInterrupted { throw SinkError.interrupted(name: output.plan.name) }
          try sink.write(converted(sample, by: converter))
          state.withLock { $0.written = sample.pixelBuffer }
        case .finish(let time):
          if isInterrupted { throw SinkError.interrupted(name: output.plan.name) }
          try sink.finish(at: time)
          end(.completed(.finished), sink)
        case .finishEarly(let time, let publishes):
          isInterrupted = false
          end(.completed(.cutShort(file: try sink.finishEarly(at: time, publishes: publishes))), sink)
        case .abandon:
          sink.abandon()
          end(.abandoned, sink)
        }
        state.withLock { $0.statistics.update(sink) }
      } catch SinkError.interrupted where !command.endsEarly {
        isInterrupted = true
        if case .write(let sample) = command { state.withLock { $0.countLoss(of: sample) } }
        if case .finish = command { answered.signal() }
      } catch SinkError.readerClosed {
        sink.abandon()
        end(.completed(.readerClosed), sink)
      } catch {
        sink.abandon()
        end(.failed(error), sink)
      }
    }
  }

  private func nextCommand() -> Command {
    while true {
      let command = state.withLock { state -> Command? in
        if !state.waiting.isEmpty {
          if state.isFull { room.signal() }
          state.isFull = false
          return .write(state.waiting.removeFirst())
        }
        defer { state.end = nil }
        state.isIdle = state.end == nil
        return state.end
      }
      if let command { return command }
      work.wait()
    }
  }

  private func converted(_ sample: SampleBuffer, by converter: FrameConverter?) throws -> SampleBuffer {
    guard let converter, let picture = sample.pixelBuffer else { return sample }
    return sample.with(try converter.convert(picture, damage: sample.damage))
  }

  /// Ends the output, so that nothing waits for it.
  private func end(_ ending: Ending, _ sink: (any FrameSink)? = nil) {
    sink?.onProgress = nil
    state.withLock { state in
      if let sink { state.statistics.update(sink) }
      state.ending = ending
      switch ending {
      case .completed(.finished): state.statistics.ending = .finished
      case .completed(.readerClosed): state.statistics.ending = .readerClosed
      case .completed(.cutShort(let file)):
        state.statistics.ending = .endedEarly
        state.statistics.partialFile = file
      case .failed(let error):
        state.statistics.ending = .failed
        state.statistics.problem = "\(error)"
      case .abandoned: break
      }
      state.waiting = []
      if let finish = state.finish { countLostFrames(&state, until: finish) }
      if state.isFull { room.signal() }
      state.isFull = false
    }
    answered.signal()
  }
}

extension OutputBranch.State {
  /// Drops the oldest sample. What it changed is part of the next one's damage.
  fileprivate mutating func dropOldest() {
    let dropped = waiting.removeFirst()
    countLoss(of: dropped)
    if !waiting.isEmpty { waiting[0].damage.formUnion(dropped.damage) }
  }

  /// Counts a sample that is not written, unless its picture is written at another time.
  fileprivate mutating func countLoss(of sample: SampleBuffer) {
    guard let picture = sample.pixelBuffer, picture !== written, picture !== waiting.first?.pixelBuffer else { return }
    statistics.dropped += 1
  }
}
