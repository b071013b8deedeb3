import ArgumentParser

/// What is told and shown of the way frames are made.
struct DiagnosticOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write a line for each drawn frame: its time, the damage, microseconds, and which views changed and why.",
      discussion: """
        The columns are the time, frame N, damage N rectangles N px, N us; then come the views, such as \
        ClockText "12:00:01" (time), separated by semicolons. A view changes at the start, by time, data, transition, \
        wall clock or layout; "whole view:" stands before the views where all was laid out anew.
        """,
      valueName: "file|-"),
    completion: .file())
  var explain: String?

  @Flag(help: "Tint what was drawn anew, until the next drawn frame.")
  var showDamage = false
}
