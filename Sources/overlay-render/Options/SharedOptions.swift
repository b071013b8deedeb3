import ArgumentParser
import OverlayRender

/// The options of every command that renders.
struct SharedOptions: ParsableArguments {
  @OptionGroup(title: "Picture") var picture: PictureOptions
  @OptionGroup(title: "Font") var font: FontOptions
  @OptionGroup(title: "Style") var style: StyleOptions
  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Movie") var movie: MovieOutputOptions
  @OptionGroup(title: "Picture in picture") var pictureInPicture: PictureInPictureOptions
  @OptionGroup(title: "Diagnostics") var diagnostics: DiagnosticOptions
}

/// Options for the picture: size, frame rate and background.
struct PictureOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The size of the picture in pixels, or fit for the size of the content. "
        + "(default: 1280x720; with --pip that of the content, or one that suits it)",
      valueName: "WxH|fit"))
  var size: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The frames per second: 30, 30000/1001, 29.97 (same as 30000/1001), 12.5. "
        + "(default: 30; with --over that of the movie)",
      valueName: "rate"))
  var fps: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The background, as a CSS color. (default: transparent; with --pip a dark panel, unless --box is given)",
      valueName: "color"))
  var background: String?

  /// The size; `nil` for that of the content.
  ///
  /// - Parameter defaultSize: The size without the option.
  func pixelSize(default defaultSize: PixelSize? = PixelSize(1280, 720)) throws(Failure) -> PixelSize? {
    guard let size else { return defaultSize }
    return size == "fit" ? nil : try value(of: "--size", size, PixelSize.init)
  }

  /// The frame rate; `nil` for the default.
  func frameRate() throws(Failure) -> FrameRate? {
    guard let fps else { return nil }
    return try value(of: "--fps", fps, FrameRate.init)
  }

  func backgroundColor() throws(Failure) -> Color {
    try value(of: "--background", background ?? "transparent", Color.init(css:))
  }
}

/// Options for diagnosing how frames are rendered.
struct DiagnosticOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write a line for each drawn frame: time, damage, microseconds, and the changed views with the reasons.",
      discussion: """
        The columns are the time, frame N, damage N rectangles N px, N us, and the views, such as \
        ClockText "12:00:01" (time), separated by semicolons. The reason for a change is start, time, data, \
        transition, wall clock or layout. "whole view:" before the views means that the layout of the whole view was \
        recomputed.
        """,
      valueName: "file|-"),
    completion: .file())
  var explain: String?

  @Flag(help: "Tint the redrawn parts until the next drawn frame.")
  var showDamage = false
}
