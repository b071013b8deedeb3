import ArgumentParser
import Foundation
import OverlayRender

/// The options of every command that renders.
struct SharedOptions: ParsableArguments {
  @OptionGroup(title: "Picture") var picture: PictureOptions
  @OptionGroup(title: "Font") var font: FontOptions
  @OptionGroup(title: "Style") var style: StyleOptions
  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Diagnostics") var diagnostics: DiagnosticOptions
  @OptionGroup(visibility: .hidden) var later: LaterOptions

  /// Settles and checks all that does not depend on the content.
  ///
  /// - Parameters:
  ///   - timeZone: Where civil times are read; `nil` for the system's.
  ///   - inputs: The files that the content is read from.
  func run(timeZone: (any CivilTimeZone)? = nil, reading inputs: [InputFile] = []) throws -> RenderRun {
    try later.check()
    return try RenderRun(self, timeZone: timeZone, reading: inputs)
  }
}

/// The picture: how large, how often, what lies behind.
struct PictureOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The picture's size in pixels, or fit for the content's own.", valueName: "WxH|fit"))
  var size = "1280x720"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frames per second: 30, 30000/1001, 29.97 (which is 30000/1001), 12.5.", valueName: "rate"))
  var fps = "30"

  @Option(parsing: .unconditional, help: ArgumentHelp("A CSS colour behind everything.", valueName: "color"))
  var background = "transparent"

  /// The size; `nil` for the content's own.
  func pixelSize() throws(Failure) -> PixelSize? {
    size == "fit" ? nil : try value(of: "--size", size, PixelSize.init)
  }

  func frameRate() throws(Failure) -> FrameRate {
    try value(of: "--fps", fps, FrameRate.init)
  }

  func backgroundColor() throws(Failure) -> Color {
    try value(of: "--background", background, Color.init(css:))
  }
}

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
