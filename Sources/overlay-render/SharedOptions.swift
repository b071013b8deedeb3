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
