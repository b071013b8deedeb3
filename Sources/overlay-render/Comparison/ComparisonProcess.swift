import CLinux
import Glibc
import OverlayRender

/// Runs this program again, so that each measurement has a process of its own.
enum ComparisonProcess {
  /// Runs the program with arguments, and returns what it writes to standard output.
  ///
  /// - Throws: `Failure` if it cannot be started, or the failure of the process.
  static func output(of arguments: [String]) throws(Failure) -> [UInt8] {
    let output = try pipe()
    defer { close(output.reading) }
    let errors: (reading: Int32, writing: Int32)
    do { errors = try pipe() } catch {
      close(output.writing)
      throw error
    }
    defer { close(errors.reading) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier = pid_t()
    let error = posix_spawn(&identifier, "/proc/self/exe", &actions, nil, &words, environ)
    for end in [output.writing, errors.writing] { close(end) }
    guard error == 0 else { throw failure(SystemError(rawValue: error)) }
    // The result is short: it waits in its pipe while the messages are read.
    let messages = bytes(from: errors.reading)
    let result = bytes(from: output.reading)
    var end: Int32 = 0
    while waitpid(identifier, &end, 0) < 0, errno == EINTR {}
    guard end == 0 else { throw failure(end, messages) }
    return result
  }

  /// Makes this process, which measures, end with the one that has started it.
  ///
  /// - Throws: `Failure` if that one has ended.
  static func endWithStarter() throws(Failure) {
    // The thread that has started it waits for it, and ends only with its process.
    overlay_end_with_parent()
    // It may have ended before. Then the pipe for the result has no reader (poll(2), POLLERR).
    var result = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    if poll(&result, 1, 0) > 0, result.revents & Int16(POLLERR) != 0 {
      throw Failure(.system, "the comparison has ended: start it again")
    }
  }

  private static let name = "overlay-render"

  /// Returns the error of a process that has failed with a status of `waitpid`.
  private static func failure(_ end: Int32, _ errors: [UInt8]) -> Failure {
    // The signal is in the low bits, and the exit status in the second byte (wait(2)).
    let signal = end & 0x7F
    guard signal == 0 else {
      return Failure(.system, "a measurement was ended by signal \(signal): try again")
    }
    let lines = errors.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    // Libraries may write more lines, before and after the error.
    let line = lines.last { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
    return Failure(
      ExitStatus(rawValue: end >> 8) ?? .system,
      line ?? lines.last.map { "a measurement has failed: \($0)" } ?? "a measurement has failed: try again")
  }

  /// Returns the ends of a pipe, which no process inherits.
  private static func pipe() throws(Failure) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw failure(SystemError(rawValue: errno)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Reads a pipe to its end.
  private static func bytes(from descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &part, part.count), count > 0 || (count < 0 && errno == EINTR) {
      if count > 0 { bytes += part[..<count] }
    }
    return bytes
  }

  private static func failure(_ error: SystemError) -> Failure {
    Failure(.system, "a measurement cannot be started: \(error)")
  }
}
