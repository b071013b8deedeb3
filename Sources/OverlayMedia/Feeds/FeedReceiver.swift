import Dispatch
import OverlayRender
import Synchronization

/// Receives a live feed on a thread of its own, and keeps what is due later.
final class FeedReceiver: LiveSampleSource {
  fileprivate struct State {
    var timeline = FeedTimeline()
    /// The pictures that are not due yet, and the latest one that is.
    var pictures = DueQueue()
    /// The time at which the first picture of the output is shown.
    var beginning: MediaTime?
    var sounds: [WeakSound] = []
    var soundFormat: FeedFrame?
    /// The description of the first connection, or why there is none.
    var opening: Result<Movie, MediaError>?
    var connections: Int64 = 0
    var isAborted = false
    var hasEnded = false
    var problem: MediaError?
  }

  fileprivate struct WeakSound {
    weak let queue: FeedSoundQueue?
  }

  private let url: StreamURL
  private let options: StreamOptions
  private let clock: any MediaClock
  private let deadline = ConnectionDeadline()
  private let state = Mutex(State())
  /// Signaled when the first picture is there, or when there will be none.
  private let opened = DispatchSemaphore(value: 0)
  /// Signaled to end a pause.
  private let aborted = DispatchSemaphore(value: 0)
  /// Signaled when the thread has ended.
  private let closed = DispatchSemaphore(value: 0)

  /// The greatest number of bytes of the pictures that are kept, of which there are eight at least.
  private static let greatestByteCount = 256 << 20
  /// How long the first picture may take.
  private static let longestWait = MediaTime.seconds(10)
  /// After a connection of this duration, the next pause is the shortest one.
  private static let lastingConnection = MediaTime.seconds(10)

  init(_ url: StreamURL, _ options: StreamOptions, clock: any MediaClock) {
    self.url = url
    self.options = options
    self.clock = clock
    FFmpegLog.hideSecrets(of: url.text)
  }

  var name: String { url.description }
  var soundFormat: FeedFrame? { state.withLock { $0.soundFormat } }
  var problem: MediaError? { state.withLock { $0.problem } }
  var reconnections: Int64 { state.withLock { max($0.connections - 1, 0) } }

  /// Starts the thread, and waits for the first picture.
  func open() throws(MediaError) -> Movie {
    do {
      try DetachedThread.start("feed") { self.run() }
    } catch {
      throw .streamFailed(name: name, reason: "\(error)")
    }
    opened.wait()
    let opening = state.withLock { $0.opening }
    guard let opening else { throw .streamFailed(name: name, reason: "no answer in time") }
    return try opening.get()
  }

  /// Ends the thread and its current call, without waiting for it.
  func abort() {
    state.withLock { $0.isAborted = true }
    deadline.abort()
    aborted.signal()
  }

  /// Ends the thread, and waits for it for a second at most.
  func close() {
    abort()
    if closed.wait(timeout: .now() + .seconds(1)) == .success { closed.signal() }
  }

  // MARK: What is due

  /// Returns the picture that is due at a time; `nil` after the end of the feed.
  ///
  /// Before the first one is due, it is the first one. The last one of the feed lasts for `duration`.
  func picture(at time: MediaTime, lasting duration: MediaTime) -> FeedFrame? {
    state.withLock { state in
      state.pictures.dropFrames(before: time)
      guard let first = state.pictures.first else { return nil }
      return state.hasEnded && state.pictures.isLast && first.due + duration <= time ? nil : first.frame
    }
  }

  /// Says at which time the first picture of the output is shown, from which the times of its sound count.
  func begin(at time: MediaTime) {
    state.withLock { $0.beginning = time }
  }

  /// The time at which the first picture of the output is shown; `nil` if it is not known yet.
  var beginning: MediaTime? { state.withLock { $0.beginning } }

  /// Whether the feed has ended, and nothing more is received.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  func samples(from start: MediaTime) -> (any SampleSource)? {
    guard let soundFormat else { return nil }
    let queue = FeedSoundQueue()
    state.withLock { state in
      state.sounds.removeAll { $0.queue == nil }
      state.sounds.append(WeakSound(queue: queue))
    }
    return FeedSamples(of: self, queue, format: soundFormat, from: start)
  }

  // MARK: On the thread of the feed

  private func run() {
    defer { closed.signal() }
    var delays = RetryDelays.connections
    while !isAborted {
      options.report(.connecting)
      let start = clock.time
      var problem: MediaError?
      do throws(MediaError) {
        try receive()
      } catch {
        problem = error
      }
      if isAborted { break }
      guard options.reconnects, hasOpened || problem?.isOfConnection ?? true else { return end(problem) }
      if clock.time - start >= Self.lastingConnection { delays.reset() }
      let delay = url.isListener ? 0 : delays.next()
      options.report(.waiting(seconds: delay, problem: problem?.problem ?? "\(name): the feed has ended"))
      let wait = delay == 0 ? RetryDelays.listening : .seconds(delay)
      if aborted.wait(timeout: .now() + wait.seconds) == .success { break }
    }
    end(nil)
  }

  private var isAborted: Bool { state.withLock { $0.isAborted } }
  private var hasOpened: Bool { state.withLock { $0.opening != nil } }

  /// Receives a connection to its end.
  private func receive() throws(MediaError) {
    let connection = try FeedConnection(
      url, limit: options.limits.connecting, verifiesServer: options.verifiesServer, deadline: deadline)
    beginConnection(withSound: connection.sound)
    options.report(.connected)
    let (movie, start) = (connection.movie, clock.time)
    while try connection.read(
      picture: { picture in
        receive(picture: picture)
        announce(movie)
      }, sound: receive(sound:)), !isAborted
    {
      guard hasOpened || clock.time - start < Self.longestWait else {
        throw .streamFailed(name: name, reason: "it contains no picture that can be decoded")
      }
    }
  }

  /// Forgets the times of an earlier connection.
  func beginConnection(withSound format: FeedFrame?) {
    state.withLock { state in
      // Those before the first picture are attempts.
      state.connections = state.opening == nil ? 1 : state.connections + 1
      state.timeline.reset()
      state.soundFormat = state.soundFormat ?? format
    }
  }

  /// Keeps a picture until it is due.
  func receive(picture: FeedFrame) {
    state.withLock { state in
      let now = clock.time
      state.timeline.receive(picture.time, at: now)
      guard let shift = state.timeline.shift else { return }
      state.pictures.dropFrames(before: now)
      state.pictures.append(
        picture, due: picture.time + shift, capacity: max(Self.greatestByteCount / max(picture.byteCount, 1), 8))
    }
  }

  /// Passes samples on to the outputs.
  func receive(sound samples: FeedFrame) {
    let (shift, queues) = state.withLock { state in
      state.timeline.receive(sound: samples.time, at: clock.time)
      return (state.timeline.shift, state.sounds.compactMap(\.queue))
    }
    guard let shift else { return }
    for queue in queues { queue.append(samples, due: samples.time + shift) }
  }

  /// Reports the first picture to who opens the feed.
  private func announce(_ movie: Movie) {
    let isFirst = state.withLock { state in
      guard state.opening == nil else { return false }
      state.opening = .success(movie)
      return true
    }
    if isFirst { opened.signal() }
  }

  /// Ends the feed.
  ///
  /// - Parameter problem: Why; `nil` if the sender ended it.
  func end(_ problem: MediaError?) {
    state.withLock { state in
      state.hasEnded = true
      state.problem = problem
      if state.opening == nil { state.opening = .failure(problem ?? .noPictures(path: name)) }
    }
    opened.signal()
  }
}
