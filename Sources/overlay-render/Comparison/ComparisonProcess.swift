import FoundationEssentials
import Glibc
import OverlayRender

/// Runs this program again, so that each measurement has a process of its own.
enum ComparisonProcess {
  /// Runs the program with arguments, and returns what it writes to standard output.
  ///
  /// - Throws: `Failure` if it cannot be started, or ends with another status than 0. Its messages are on standard
  ///   error.
  static func output(of arguments: [String]) throws(Failure) -> [UInt8] {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw failure(SystemError(rawValue: errno)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let words = ["overlay-render"] + arguments
    var cWords = words.map { strdup($0) } + [nil]
    defer { for word in cWords { free(word) } }
    var identifier = pid_t()
    let status = posix_spawn(&identifier, "/proc/self/exe", &actions, nil, &cWords, environ)
    close(ends[1])
    guard status == 0 else { throw failure(SystemError(rawValue: status)) }
    var output: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(ends[0], &part, part.count), count > 0 || (count < 0 && errno == EINTR) {
      if count > 0 { output += part[..<count] }
    }
    var end: Int32 = 0
    while waitpid(identifier, &end, 0) < 0, errno == EINTR {}
    guard end == 0 else { throw Failure(.inputOutput, "a measurement has failed: see the message above") }
    return output
  }

  private static func failure(_ error: SystemError) -> Failure {
    Failure(.system, "a measurement cannot be started: \(error)")
  }
}
