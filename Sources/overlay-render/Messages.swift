import Glibc
import OverlayRender

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
