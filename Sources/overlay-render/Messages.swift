import Glibc
import OverlayRender
import Synchronization

/// What is said beside the frames, on standard error, each on a line of its own.
struct Messages {
  var isQuiet = false
  var isVerbose = false

  /// Says what the user may not expect.
  func note(_ text: String) {
    if !isQuiet { Messages.write("note: \(text)") }
  }

  /// Says what is going on, to those who asked for it.
  func detail(_ text: String) {
    if isVerbose { Messages.write(text) }
  }

  /// Writes one line, whatever the text holds: a file's name may hold line ends, and worse.
  static func write(_ text: String) {
    writeToStandardError("overlay-render: \(text.escapedOnOneLine)\n")
  }
}

/// Writes a line to standard output, and sees to it that it got there. A reader that has left has seen enough.
func writeToStandardOutput(_ text: String, terminator: String = "\n") throws(Failure) {
  var rest = Array((text + terminator).utf8)[...]
  while !rest.isEmpty {
    let (count, error) = BrokenPipeSignal.blocked {
      rest.withUnsafeBytes { (Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count), errno) }
    }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if error == EPIPE {
      return
    } else if error != EINTR {
      throw Failure(SinkError.writeFailed(name: "standard output", error: SystemError(rawValue: error)))
    }
  }
}

/// Writes a text at once; where standard error is closed there is nobody to tell.
func writeToStandardError(_ text: String) {
  var text = text
  BrokenPipeSignal.blocked {
    _ = text.withUTF8 { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// The notes of a run, taken from any thread. None is written before the output is open, so that an error stands alone.
final class RunNotes: Sendable {
  private struct State {
    var noted: Set<String> = []
    var waiting: [String] = []
    var messages: Messages?
  }

  private let state = Mutex(State())
  private let problems: RepeatLimit

  /// Creates an empty set of notes; `clock` limits how often problems of a kind are reported.
  init(clock: any MediaClock = HostClock.shared) {
    problems = RepeatLimit(interval: .seconds(10), clock: clock)
  }

  /// Notes something once for the whole run.
  func add(_ text: String) {
    if state.withLock({ $0.noted.insert(text).inserted }) { write(text) }
  }

  /// Reports a problem each time it occurs, but problems of one kind at most once in ten seconds.
  func report(_ text: String, kind: String) {
    problems.report(text, kind: kind) { [weak self] in self?.write($0) }
  }

  /// Writes what has waited, and from now on each note at once.
  func begin(_ messages: Messages) {
    state.withLock { state in
      for text in state.waiting { messages.note(text) }
      state.waiting = []
      state.messages = messages
    }
  }

  /// Reports the problems that are held back because they occurred too soon after others of their kind.
  func finish() {
    problems.finish()
  }

  private func write(_ text: String) {
    state.withLock { state in
      if let messages = state.messages { messages.note(text) } else { state.waiting.append(text) }
    }
  }
}

/// Limits how often messages of a kind are reported: the first at once, then at the end of each interval the latest of
/// those that came in it, with their number.
final class RepeatLimit: Sendable {
  /// A kind that was reported less than an interval ago.
  private struct Kind {
    let report: @Sendable (String) -> Void
    var latest = ""
    var heldCount = 0
    var intervalEnd: Subscription?

    /// The line for all that was held back; `nil` when nothing was.
    var summary: String? {
      switch heldCount {
      case 0: nil
      case 1: latest
      default: "\(latest) (the latest of \(heldCount))"
      }
    }
  }

  private let interval: MediaTime
  private let clock: any MediaClock
  private let kinds = Mutex<[String: Kind]>([:])

  /// Creates a limit of one report of a kind in an interval.
  init(interval: MediaTime, clock: any MediaClock) {
    self.interval = interval
    self.clock = clock
  }

  /// Reports a text now, or at the end of the interval in which another one of its kind was reported.
  func report(_ text: String, kind: String, by report: @escaping @Sendable (String) -> Void) {
    let isFirst = kinds.withLock { kinds in
      guard kinds[kind] == nil else {
        kinds[kind]?.latest = text
        kinds[kind]?.heldCount += 1
        return false
      }
      kinds[kind] = Kind(report: report)
      return true
    }
    guard isFirst else { return }
    report(text)
    beginInterval(of: kind)
  }

  /// Reports at once what is held back.
  func finish() {
    let all = kinds.withLock { kinds in
      defer { kinds = [:] }
      return kinds
    }
    for kind in all.values { kind.summary.map(kind.report) }
  }

  private func beginInterval(of kind: String) {
    let timer = clock.schedule(at: clock.time + interval) { [weak self] in self?.endInterval(of: kind) }
    kinds.withLock { $0[kind]?.intervalEnd = timer }
  }

  private func endInterval(of kind: String) {
    let ended = kinds.withLock { kinds -> Kind? in
      let ended = kinds.removeValue(forKey: kind)
      if let ended, ended.heldCount > 0 { kinds[kind] = Kind(report: ended.report) }
      return ended
    }
    guard let ended, let summary = ended.summary else { return }
    ended.report(summary)
    beginInterval(of: kind)
  }
}
