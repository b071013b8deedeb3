import ArgumentParser
import OverlayMedia
import OverlayRender

/// The options of every command that renders.
struct SharedOptions: ParsableArguments {
  @OptionGroup(topic: "Picture", hasEssentials: true) var picture: PictureOptions
  @OptionGroup(topic: "Font") var font: FontOptions
  @OptionGroup(topic: "Style", hasEssentials: true) var style: StyleOptions
  @OptionGroup(topic: "Time", hasEssentials: true) var time: TimeOptions
  @OptionGroup(topic: "Output", hasEssentials: true) var output: OutputOptions
  @OptionGroup(topic: "Stream") var streaming: StreamingOptions
  @OptionGroup(topic: "Movie") var movie: MovieOutputOptions
  @OptionGroup(topic: "Picture in picture", hasEssentials: true) var pictureInPicture: PictureInPictureOptions
  @OptionGroup(topic: "Reports") var reports: ReportOptions
  @OptionGroup(topic: "Messages") var verbosity: VerbosityOptions

  /// The plans of the outputs, checked before anything is created.
  ///
  /// - Parameter choices: The choices for the outputs that are movies.
  func outputs(movie choices: MovieOptions) throws -> [OutputPlan] {
    let messages = try verbosity.messages()
    return try output.plans(movie: choices) { streaming.streamOptions(to: $0, messages) }
  }
}

/// Options for the picture: size, frame rate and background.
struct PictureOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .essential(
      "The size of the picture in pixels, or fit for the size of the content. "
        + "(default: 1280x720; with --pip the size of the content, or one that suits it)",
      valueName: "WxH|fit"))
  var size: String?

  @Option(
    parsing: .unconditional,
    help: .essential(
      "The frames per second, such as 25 or 29.97. Or 30000/1001, which is the same as 29.97. "
        + "(default: 30; with --over the rate of the movie)",
      valueName: "rate"))
  var fps: String?

  @Option(
    parsing: .unconditional,
    help: .essential(
      "The background, as a CSS color. (default: transparent; with --pip a dark panel, unless --box is given)",
      valueName: "color"))
  var background: String?

  /// The size; `nil` for the size of the content.
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
