import ArgumentParser
import OverlayRender

/// What is told and shown of the way frames are made.
struct DiagnosticOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write a line for each drawn frame: its time, the damage, microseconds, and which views changed and why.",
      discussion: """
        The columns are the time, frame N, damage N rectangles N px, N us; then come the views, such as \
        Clock "12:00:01" (time), separated by semicolons. A view changes at the start, by time, data, transition, \
        wall clock or layout; "whole view:" stands before the views where all was laid out anew.
        """,
      valueName: "file|-"))
  var explain: String?

  @Flag(help: "Tint what was drawn anew, until the next drawn frame.")
  var showDamage = false

  /// Checks that the lines have an output of their own.
  func check(plan: OutputPlan, statistics: String?) throws(Failure) {
    guard let explain else { return }
    if explain == "-", plan.destination == .standardOutput {
      throw Failure(.usage, "--explain -: standard output carries the frames: give a file, or -o FILE")
    }
    if explain != "-", plan.destination == .path(explain), plan.destination?.kind == .file {
      throw Failure(.usage, "--explain: \(explain) is the output itself: give another file")
    }
    if explain == statistics {
      throw Failure(.usage, "--explain and --stats cannot both write to \(explain): give another file for one of them")
    }
  }
}
