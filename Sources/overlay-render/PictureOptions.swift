import ArgumentParser
import OverlayRender

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
