import Glibc
import OverlayRender
import Synchronization

/// Messages to the user on standard error, one line each.
struct Messages {
  var isQuiet = false
  var isVerbose = false

  /// Writes a note about something that the user may not expect.
  func note(_ text: String) {
    if !isQuiet { Messages.write("note: \(text)") }
  }

  /// Writes a detail for `--verbose`.
  func detail(_ text: String) {
    if isVerbose { Messages.write(text) }
  }

  /// Writes one line, even if the text contains line breaks or control characters, as file names may. It shows no
  /// secrets of the URLs of the arguments.
  static func write(_ text: String) {
    let text = ProgramArguments.urls.reduce(text) { $0.replacing($1.url, with: $1.description) }
    writeToStandardError("overlay-render: \(text.escapedOnOneLine)\n")
  }
}

/// Writes all of a text to standard output. A reader that has closed the pipe is not an error.
func writeToStandardOutput(_ text: String, terminator: String = "\n") throws(Failure) {
  var remaining = Array((text + terminator).utf8)[...]
  while !remaining.isEmpty {
    let (count, error) = BrokenPipeSignal.blocked {
      remaining.withUnsafeBytes { (Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count), errno) }
    }
    if count >= 0 {
      remaining = remaining.dropFirst(count)
    } else if error == EPIPE {
      return
    } else if error != EINTR {
      throw Failure(SinkError.writeFailed(name: "standard output", error: SystemError(rawValue: error)))
    }
  }
}

/// Writes a text to standard error. Errors are ignored: there is no other place to report them.
func writeToStandardError(_ text: String) {
  var text = text
  BrokenPipeSignal.blocked {
    _ = text.withUTF8 { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// The notes of a run, which any thread may add. They are written once the output is open, so that an error before that
/// is the only line.
final class RunNotes: Sendable {
  private struct State {
    var added: Set<String> = []
    var textLosses: Set<TextLoss> = []
    var pending: [String] = []
    var messages: Messages?
  }

  private let state = Mutex(State())
  private let problemThrottle: MessageThrottle

  /// Creates an empty set of notes.
  ///
  /// - Parameter clock: The clock for the throttling of repeated problems.
  init(clock: any MediaClock = HostClock.shared) {
    problemThrottle = MessageThrottle(interval: .seconds(10), clock: clock)
  }

  /// Adds a note, once for the whole run.
  func add(_ text: String) {
    if state.withLock({ $0.added.insert(text).inserted }) { write(text) }
  }

  /// Adds a note for each font whose color glyphs are damaged, when that is found.
  func addDamagedFonts() {
    DamagedGlyphs.setHandler { [self] in add("\($0): some color glyphs of this font are damaged, and left out") }
  }

  /// Adds a note about captions that are not shown completely, once for each reason.
  func add(_ loss: TextLoss, at time: MediaTime) {
    guard state.withLock({ $0.textLosses.insert(loss).inserted }) else { return }
    let text =
      switch loss {
      case .lineLimit(let limit):
        "a cue has more than \(limit) \(limit == 1 ? "line" : "lines"), even in its smallest size, and its end is cut: "
          + "shorten it, or give a larger --max-lines if that is the limit (captions check --lines \(limit) lists "
          + "such cues)"
      case .height:
        "a cue is higher than the space for it, even in its smallest size, and a part of it is cut: shorten it, or "
          + "give a smaller --font-size"
      case .overlap:
        "cues that are shown together cover each other, even in their smallest sizes: give a smaller --font-size "
          + "(captions check lists such cues)"
      }
    add("at \(time.inSeconds(places: 3)), \(text)")
  }

  /// Reports a problem that may occur repeatedly: problems of one kind at most once in ten seconds.
  func report(_ text: String, kind: String) {
    problemThrottle.report(text, kind: kind) { [weak self] in self?.write($0) }
  }

  /// Writes the notes added so far, and from now on each note immediately.
  func begin(_ messages: Messages) {
    state.withLock { state in
      for text in state.pending { messages.note(text) }
      state.pending = []
      state.messages = messages
    }
  }

  /// Reports the problems that are still suppressed.
  func finish() {
    problemThrottle.finish()
  }

  private func write(_ text: String) {
    state.withLock { state in
      if let messages = state.messages { messages.note(text) } else { state.pending.append(text) }
    }
  }
}

/// Limits how often messages of one kind are reported: the first one immediately, then at the end of each interval the
/// latest one of that interval, with their number.
final class MessageThrottle: Sendable {
  /// A kind of message that was reported within the last interval.
  private struct Kind {
    let report: @Sendable (String) -> Void
    var latest = ""
    var suppressedCount = 0
    var intervalEnd: Subscription?

    /// The message about all that was suppressed; `nil` if nothing was.
    var summary: String? {
      switch suppressedCount {
      case 0: nil
      case 1: latest
      default: "\(latest) (the latest of \(suppressedCount))"
      }
    }
  }

  private let interval: MediaTime
  private let clock: any MediaClock
  private let kinds = Mutex<[String: Kind]>([:])

  /// Creates a throttle that reports one message of a kind per interval.
  init(interval: MediaTime, clock: any MediaClock) {
    self.interval = interval
    self.clock = clock
  }

  /// Reports a text now, or at the end of the current interval of its kind.
  func report(_ text: String, kind: String, by report: @escaping @Sendable (String) -> Void) {
    let isFirst = kinds.withLock { kinds in
      guard kinds[kind] == nil else {
        kinds[kind]?.latest = text
        kinds[kind]?.suppressedCount += 1
        return false
      }
      kinds[kind] = Kind(report: report)
      return true
    }
    guard isFirst else { return }
    report(text)
    beginInterval(of: kind)
  }

  /// Reports the suppressed messages immediately.
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
      if let ended, ended.suppressedCount > 0 { kinds[kind] = Kind(report: ended.report) }
      return ended
    }
    guard let ended, let summary = ended.summary else { return }
    ended.report(summary)
    beginInterval(of: kind)
  }
}
