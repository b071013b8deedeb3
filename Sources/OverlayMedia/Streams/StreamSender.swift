import Dispatch
import OverlayRender
import Synchronization

/// Sends frames on a thread of its own, so that nothing else waits for the server.
final class StreamSender: Sendable {
  /// What has been sent.
  struct Counts {
    var sent: Int64 = 0
    var repeated: Int64 = 0
    var lost: Int64 = 0
    var unconfirmed: Int64 = 0
    var bytes: Int64 = 0
    var reconnections: Int64 = 0
  }

  fileprivate struct State {
    var queue: StreamQueue
    var counts = Counts()
    /// The frame after the last one, when the stream ends.
    var end: Int64?
    var isAborted = false
    /// Whether the stream is ended before its end, so that what the end itself prevents is not reported.
    var endsEarly = false
    var isConnected = false
    var hasEnded = false
    /// Why the latest attempt to send a frame failed.
    var problem: (any Error)?
    /// What ended the stream.
    var error: (any Error)?
  }

  /// What the thread does next.
  private enum Step {
    case send(StreamFrame)
    case end(at: Int64)
    case abort
  }

  private let stream: StreamDescription
  private let options: StreamOptions
  private let clock: any MediaClock
  private let deadline = ConnectionDeadline()
  private let state: Mutex<State>
  /// Signaled for each frame, and for the end.
  private let work = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// The longest waits for the end, and for the end of a call after it was aborted: together shorter than the longest
  /// wait of a process that a signal ends.
  private static let longestEnd = DispatchTimeInterval.seconds(2)
  private static let longestAbort = DispatchTimeInterval.milliseconds(800)
  /// After a connection of this duration, the next pause is the shortest one.
  private static let lastingConnection = MediaTime.seconds(10)

  /// Starts the thread.
  ///
  /// - Throws: `SystemError` if the system has no thread left.
  init(_ stream: StreamDescription, _ options: StreamOptions, clock: any MediaClock) throws(SystemError) {
    self.stream = stream
    self.options = options
    self.clock = clock
    state = Mutex(State(queue: StreamQueue(rate: stream.rate)))
    try DetachedThread.start("stream") { self.run() }
  }

  var counts: Counts {
    state.withLock { state in
      var counts = state.counts
      counts.lost += state.queue.lostCount
      return counts
    }
  }

  /// Adds a frame, without waiting.
  ///
  /// - Throws: What ended the stream.
  func append(_ frame: StreamFrame) throws {
    try state.withLock { state in
      guard !state.hasEnded else {
        state.queue.lose()
        if let error = state.error { throw error }
        return
      }
      state.queue.append(frame)
    }
    work.signal()
  }

  /// Sends what waits and the end of the stream, and waits for it for two seconds at most.
  ///
  /// - Parameters:
  ///   - end: The frame after the last one.
  ///   - isEarly: Whether the stream would go on. Then a connection that is being made is not waited for.
  /// - Throws: What ended the stream, or why nothing was sent.
  func finish(at end: Int64, isEarly: Bool = false) throws {
    let waits = state.withLock { state in
      state.end = end
      state.endsEarly = isEarly
      return !isEarly || state.isConnected
    }
    work.signal()
    // A connection that has no answer yet would last longer than what is left to send.
    if !(waits && waitForEnd(Self.longestEnd)) { close() }
    if let error = state.withLock({ $0.error }) { throw error }
  }

  /// Ends the stream and its current call, and waits for that: libraries whose code still runs when a process exits may
  /// crash it. Only the resolution of a name may last longer.
  func close() {
    abort()
    guard !waitForEnd(Self.longestAbort) else { return }
    state.withLock { state in
      guard !state.hasEnded else { return }
      // The frame that the call would send is lost, too.
      state.queue.lose()
      let problem = stream.url.isListener && !state.isConnected ? nobodyConnected : failure("no answer in time")
      if !state.endsEarly { state.problem = state.problem ?? problem }
      if !options.reconnects { state.error = state.problem }
      state.close()
    }
  }

  private var nobodyConnected: MediaError { failure("nobody has connected in time") }

  private func failure(_ reason: String) -> MediaError {
    .streamFailed(name: stream.url.description, reason: reason)
  }

  /// Ends the stream and its current call. The thread is not waited for.
  func abort() {
    state.withLock { $0.isAborted = true }
    deadline.abort()
    work.signal()
  }

  /// Returns whether the thread has ended, after waiting for it.
  private func waitForEnd(_ longest: DispatchTimeInterval) -> Bool {
    guard ended.wait(timeout: .now() + longest) == .success else { return false }
    ended.signal()
    return true
  }

  private func nextStep() -> Step {
    while true {
      let step = state.withLock { state -> Step? in
        if state.isAborted { return .abort }
        if let frame = state.queue.popFirst() { return .send(frame) }
        return state.end.map { .end(at: $0) }
      }
      if let step { return step }
      work.wait()
    }
  }

  private func run() {
    send()
    state.withLock { $0.close() }
    ended.signal()
  }

  /// Sends the frames until the stream ends.
  private func send() {
    var connection: Connection?
    var attempts = Attempts()
    var beginning: Int64?
    while true {
      switch nextStep() {
      case .abort: return
      case .end(let end):
        do { try connection?.session.finish(at: end) } catch {
          // Some servers close the connection before they have the end, though they have all pictures.
          guard stream.path != nil else { return }
          state.withLock { $0.error = error }
          countMissing(of: connection)
        }
        countBytes(of: connection)
        return
      case .send(let frame):
        let first = beginning ?? frame.number
        beginning = first
        do {
          var frame = frame
          if connection == nil {
            guard let made = try connect(from: frame, of: first, &attempts) else { continue }
            (connection, frame) = (made, made.first)
          }
          guard let session = connection?.session else { continue }
          let isRepeated = try session.send(frame)
          state.withLock { $0.counts.add(isRepeated: isRepeated) }
          countBytes(of: connection)
        } catch {
          let lasted = connection.map { clock.time - $0.start }
          countMissing(of: connection)
          countBytes(of: connection)
          connection = nil
          state.withLock { $0.isConnected = false }
          guard waitToReconnect(after: error, lasted, &attempts) else { return }
        }
      }
    }
  }

  /// Counts the frames of a segment that will not be written as lost, and those that a server may not have.
  private func countMissing(of connection: Connection?) {
    guard let session = connection?.session else { return }
    let unwritten = session.unwritten
    state.withLock { state in
      state.counts.unconfirmed += session.unconfirmedCount
      state.counts.sent -= unwritten.frames
      state.counts.repeated -= unwritten.repeated
      state.counts.lost += unwritten.frames
    }
  }

  /// Counts the bytes that were sent since the last call.
  private func countBytes(of connection: Connection?) {
    guard let count = connection?.session.takeByteCount() else { return }
    state.withLock { $0.counts.bytes += count }
  }

  /// A session, and its beginning.
  private struct Connection {
    let session: StreamSession
    let first: StreamFrame
    let start: MediaTime
  }

  /// When the next attempt to connect is made.
  private struct Attempts {
    var delays = RetryDelays.connections
    var next: MediaTime?
    var hasConnected = false
  }

  /// Connects if it is time for an attempt. Otherwise the frame is lost.
  ///
  /// A server may take seconds to answer, and a receiver days to connect. The connection then begins with the picture
  /// of that time, and not with the picture of the attempt.
  private func connect(
    from frame: StreamFrame, of beginning: Int64, _ attempts: inout Attempts
  ) throws -> Connection? {
    if let next = attempts.next, clock.time < next {
      state.withLock { $0.queue.lose() }
      return nil
    }
    options.report(.connecting)
    // The frames of segments that were not written do not count as sent.
    let continues = state.withLock { $0.counts.sent > 0 }
    let muxer = try StreamSession.connect(stream, deadline: deadline)
    let frame = state.withLock { $0.queue.beginning(from: frame) }
    let session = try StreamSession(
      stream, over: muxer, from: frame.number, of: beginning, continues: continues, deadline: deadline)
    state.withLock { state in
      state.isConnected = true
      if attempts.hasConnected { state.counts.reconnections += 1 }
    }
    attempts.hasConnected = true
    options.report(.connected)
    return Connection(session: session, first: frame, start: clock.time)
  }

  /// Counts the frame that failed, and returns whether another attempt is made later.
  ///
  /// - Parameter lasted: The duration of the connection; `nil` if there was none.
  private func waitToReconnect(after error: any Error, _ lasted: MediaTime?, _ attempts: inout Attempts) -> Bool {
    let isLast = state.withLock { state in
      guard !state.hasEnded else { return true }
      state.queue.lose()
      if !state.isAborted {
        state.problem = error
      } else if !state.endsEarly {
        // An attempt that the end of the stream aborts says less than the one before it.
        let isAwaited = stream.url.isListener && lasted == nil
        state.problem = state.problem ?? (isAwaited ? nobodyConnected : error)
      }
      let canReconnect = options.reconnects && (attempts.hasConnected || error.isOfConnection)
      if !canReconnect { state.error = state.problem }
      return !canReconnect || state.isAborted
    }
    guard !isLast else { return false }
    if let lasted, lasted >= Self.lastingConnection { attempts.delays.reset() }
    let delay = stream.url.isListener ? 0 : attempts.delays.next()
    attempts.next = clock.time + (delay == 0 ? RetryDelays.listening : .seconds(delay))
    options.report(.waiting(seconds: delay, problem: (error as? MediaError)?.problem ?? "\(error)"))
    return true
  }
}

extension StreamSender.State {
  /// Ends the stream. What still waits is lost.
  mutating func close() {
    guard !hasEnded else { return }
    hasEnded = true
    queue.loseAll()
    if counts.sent == 0, error == nil { error = problem.map(MediaError.nothingSent) }
  }
}

extension Error {
  /// Whether another attempt to connect, or to create the files, may succeed.
  var isOfConnection: Bool {
    switch self as any Error {
    case MediaError.streamFailed, MediaError.serverNotVerified, MediaError.portInUse, is SinkError: true
    default: false
    }
  }
}

extension MediaError {
  /// Returns the error for a stream that has ended before a connection was made.
  fileprivate static func nothingSent(because problem: any Error) -> any Error {
    guard case MediaError.streamFailed(let name, let reason) = problem else { return problem }
    return MediaError.nothingSent(name: name, reason: reason)
  }
}

extension StreamSender.Counts {
  /// Counts a frame that was sent.
  fileprivate mutating func add(isRepeated: Bool) {
    sent += 1
    if isRepeated { repeated += 1 }
  }
}
