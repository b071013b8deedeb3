import Glibc
import OverlayRender

/// The files that a run reads and writes. An output must not be an input or another output, because its content would
/// be lost.
struct RunFiles {
  let plans: [OutputPlan]
  /// The reports: options with their values.
  let reports: [(option: String, target: String)]
  let inputs: [InputFile]

  /// Throws if an output is also an input, or if two outputs are the same file.
  func check() throws(Failure) {
    for (index, plan) in plans.enumerated() {
      for input in inputs where plan.writes(to: input.identity) {
        throw Failure(.usage, "-o: \(plan.name) is also \(input.role): give another file")
      }
      // Outputs may share a device, such as /dev/null.
      for other in plans[..<index] where plan.destination?.kind != .device {
        if plan.destination != nil, plan.destination == other.destination {
          throw Failure(.usage, "-o: \(plan.name) is given twice: give different outputs")
        }
        if plan.overlaps(other) {
          throw Failure(.usage, "-o: \(other.name) and \(plan.name) write to the same file: give different outputs")
        }
      }
    }
    for (index, report) in reports.enumerated() {
      try checkReport(report.option, report.target)
      for other in reports[..<index] where isSame(report.target, other.target) {
        throw Failure(
          .usage,
          "\(report.option) and \(other.option) cannot both write to \(report.target): give different files"
        )
      }
    }
  }

  private func checkReport(_ option: String, _ target: String) throws(Failure) {
    if target == "-", plans.contains(where: { $0.destination == .standardOutput }) {
      throw Failure(.usage, "\(option) -: standard output is used for the frames: give a file, or -o FILE")
    }
    let identity = FileIdentity(output: target)
    if plans.contains(where: { $0.writes(to: identity) }) {
      throw Failure(.usage, "\(option): \(target) is also the output: give another file")
    }
    for input in inputs where identity != nil && identity == input.identity {
      throw Failure(.usage, "\(option): \(target) is also \(input.role): give another file")
    }
  }

  private func isSame(_ target: String, _ other: String) -> Bool {
    // Two reports may share a pipe, such as one for standard output and standard error.
    guard target != other, let identity = FileIdentity(output: target), !identity.isPipe else {
      return target == other
    }
    return identity == FileIdentity(output: other)
  }
}

extension FileIdentity {
  /// Creates the identity of an output: a path, or `-` for standard output.
  init?(output target: String) {
    if target == "-" { self.init(descriptor: STDOUT_FILENO) } else { self.init(target) }
  }
}
