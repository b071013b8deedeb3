import Glibc

/// The connection to a program that listens on a Unix-domain stream socket (unix(7)).
enum UnixSocket {
  /// Connects to the socket at `path`. Waits while the program has too many connections to accept.
  ///
  /// - Parameters:
  ///   - path: The path of the socket.
  ///   - name: The name of the output in errors.
  ///   - interruption: Ends the wait.
  ///   - onWait: Called once after a second of waiting.
  /// - Returns: A descriptor that is open for writing.
  static func connect(
    to path: String, name: String, interruption: OutputInterruption?, onWait: (() -> Void)?
  ) throws(SinkError) -> Int32 {
    guard !path.isEmpty else { throw .nameEmpty }
    guard path.utf8.count <= SystemCalls.maximumSocketPathLength else {
      throw .socketPathTooLong(name: name, limit: SystemCalls.maximumSocketPathLength)
    }
    var wait = OutputWait(for: name, interruption: interruption, onWait: onWait)
    while true {
      do {
        return try SystemCalls.connect(toSocket: path)
      } catch let error where error.rawValue == EAGAIN {
        try wait.pause()
      } catch {
        throw sinkError(path, name, error)
      }
    }
  }

  private static func sinkError(_ path: String, _ name: String, _ error: SystemError) -> SinkError {
    switch error.rawValue {
    // The kernel refuses a connection to a file of another kind in the same way.
    case ECONNREFUSED where (try? SystemCalls.status(of: path))?.kind == .socket: .noListener(name: name)
    case ECONNREFUSED, ENOTDIR, EPROTOTYPE: .notAStreamSocket(name: name)
    case ENOENT: .noListener(name: name)
    default: .cannotConnect(name: name, error: error)
    }
  }
}

/// The wait for the reader of an output, about which the kernel reports nothing.
struct OutputWait {
  private let name: String
  private let interruption: OutputInterruption?
  private var onWait: (() -> Void)?
  private let start = SystemCalls.nanoseconds()

  /// Begins the wait.
  ///
  /// - Parameters:
  ///   - name: The name of the output in errors.
  ///   - interruption: Ends the wait.
  ///   - onWait: Called once after a second of waiting.
  init(for name: String, interruption: OutputInterruption?, onWait: (() -> Void)?) {
    self.name = name
    self.interruption = interruption
    self.onWait = onWait
  }

  /// Waits for 20 milliseconds.
  ///
  /// - Throws: `SinkError.interrupted` if the interruption was requested.
  mutating func pause() throws(SinkError) {
    if interruption?.isRequested == true { throw .interrupted(name: name) }
    if let report = onWait, SystemCalls.nanoseconds() - start > 1_000_000_000 {
      report()
      onWait = nil
    }
    _ = try? SystemCalls.wait(writable: nil, event: interruption?.event, timeoutMilliseconds: 20)
  }
}
