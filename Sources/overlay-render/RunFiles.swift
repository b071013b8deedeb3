import Glibc
import OverlayRender

/// A file that a run reads.
struct InputFile {
  /// What messages call it, such as "the caption file".
  let role: String
  /// Its path, or `-` for standard input.
  let path: String

  fileprivate var identity: FileIdentity? {
    path == "-" ? FileIdentity(descriptor: STDIN_FILENO) : FileIdentity(path)
  }
}

/// The files that a run reads and writes: none may be two of them at once, for what is read would be lost.
struct RunFiles {
  let plan: OutputPlan
  /// What is written in addition to the frames: options with their values.
  let reports: [(option: String, target: String)]
  let inputs: [InputFile]

  func check() throws(Failure) {
    for input in inputs where plan.writes(to: input.identity) {
      throw Failure(.usage, "-o: \(plan.name) is \(input.role) itself: give another file")
    }
    for (index, report) in reports.enumerated() {
      try checkReport(report.option, report.target)
      for other in reports[..<index] where isSame(report.target, other.target) {
        throw Failure(
          .usage,
          "\(report.option) and \(other.option) cannot both write to \(report.target): give another file for one of them"
        )
      }
    }
  }

  private func checkReport(_ option: String, _ target: String) throws(Failure) {
    if target == "-", plan.destination == .standardOutput {
      throw Failure(.usage, "\(option) -: standard output carries the frames: give a file, or -o FILE")
    }
    let identity = identity(of: target)
    if plan.writes(to: identity) {
      throw Failure(.usage, "\(option): \(target) is the output itself: give another file")
    }
    for input in inputs where identity != nil && identity == input.identity {
      throw Failure(.usage, "\(option): \(target) is \(input.role) itself: give another file")
    }
  }

  private func isSame(_ target: String, _ other: String) -> Bool {
    // Lines of both may share a pipe, such as one for standard output and standard error.
    guard target != other, let identity = identity(of: target), !identity.isPipe else {
      return target == other
    }
    return identity == self.identity(of: other)
  }

  private func identity(of target: String) -> FileIdentity? {
    target == "-" ? FileIdentity(descriptor: STDOUT_FILENO) : FileIdentity(target)
  }
}
