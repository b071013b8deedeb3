import Glibc
import OverlayRender

/// Runs this program again, so that each measurement has a process of its own.
enum ComparisonProcess {
  /// Runs the program with arguments, and returns the last line that it writes.
  ///
  /// - Throws: `Failure` if it cannot be started, or that of the process.
  static func lastLine(of arguments: [String]) throws(Failure) -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw failure(SystemError(rawValue: errno)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // A message is the last line, too.
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor)
    }
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier = pid_t()
    let error = posix_spawn(&identifier, "/proc/self/exe", &actions, nil, &words, environ)
    close(ends[1])
    guard error == 0 else { throw failure(SystemError(rawValue: error)) }
    let line = lastLine(from: ends[0])
    var end: Int32 = 0
    while waitpid(identifier, &end, 0) < 0, errno == EINTR {}
    guard end == 0 else {
      // The exit status is in the second byte (wait(2)).
      throw Failure(
        ExitStatus(rawValue: end >> 8) ?? .system,
        line.hasPrefix("\(name): ") ? String(line.dropFirst(name.count + 2)) : "a measurement has failed: try again")
    }
    return line
  }

  private static let name = "overlay-render"

  private static func lastLine(from descriptor: Int32) -> String {
    var output: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &part, part.count), count > 0 || (count < 0 && errno == EINTR) {
      if count > 0 { output += part[..<count] }
    }
    return output.split(separator: UInt8(ascii: "\n")).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func failure(_ error: SystemError) -> Failure {
    Failure(.system, "a measurement cannot be started: \(error)")
  }
}
