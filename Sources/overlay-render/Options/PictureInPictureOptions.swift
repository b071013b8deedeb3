import ArgumentParser
import OverlayPictureInPicture
import OverlayRender

/// Options for showing the pictures in a floating window.
struct PictureInPictureOptions: ParsableArguments {
  @Flag(help: .essential("Show the pictures in a window above all others, instead of writing them."))
  var pip = false

  @OptionGroup(topic: "") var window: WindowOptions

  /// Throws if the window is combined with an output, or if its options are given without it.
  func check(_ options: SharedOptions) throws(Failure) {
    guard pip else { return try refuse(window.given, "requires --pip: add --pip, or leave it out") }
    let (output, time, reports) = (options.output, options.time, options.reports)
    let reason = "cannot be used with --pip: leave one of them out, or run the command once for each"
    try refuse(
      [
        "-o": !output.output.isEmpty, "--as": !output.format.isEmpty, "--pixel-format": !output.pixelFormat.isEmpty,
        "--premultiplied": output.premultiplied, "--color-matrix": output.colorMatrix != nil,
        "--range": output.range != nil, "--keep-partial": output.keepPartial, "--at": time.at != nil,
        "--from-time": time.fromTime != nil, "--to-time": time.toTime != nil,
      ], reason)
    try refuse(options.movie.givenForOutputs, reason)
    // Reports are files, too.
    try refuse(["--overwrite": output.overwrite && reports.stats == nil && reports.explain == nil], reason)
    _ = try window.windowOptions(title: "", name: "", restoresSize: true)
    _ = try window.closingTime()
  }
}

/// Options for the floating window.
struct WindowOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where the window opens: top-left, top-right, bottom-left, bottom-right, center, or X,Y in pixels. "
        + "(default: where it was left)",
      valueName: "place"))
  var position: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The opacity of the window, 0.1 to 1; it needs a compositor.", valueName: "number"))
  var opacity: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Close the window after this time.", valueName: "span"))
  var closeAfter: String?

  @Flag(help: "Show no controls that skip or jump.")
  var linear = false

  @Flag(help: "Show no controls, and ignore keys.")
  var noControls = false

  @Flag(help: "Let clicks and keys pass through the window, which then cannot be moved.")
  var clickThrough = false

  @Flag(help: "Open the window even if another one is open.")
  var another = false

  /// The options with whether they are given.
  var given: GivenOptions {
    [
      "--position": position != nil, "--opacity": opacity != nil, "--close-after": closeAfter != nil,
      "--linear": linear, "--no-controls": noControls, "--click-through": clickThrough, "--another": another,
    ]
  }

  /// The options of the window.
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - name: The name under which its place is remembered.
  ///   - restoresSize: Whether its size is remembered, too: no size is given.
  func windowOptions(title: String, name: String, restoresSize: Bool) throws(Failure) -> PictureInPictureWindowOptions {
    var options = PictureInPictureWindowOptions()
    options.title = title
    options.autosaveName = name
    options.restoresSize = restoresSize
    options.canRestoreUserInterface = false
    options.isClickThrough = clickThrough
    options.showsControls = !noControls && !clickThrough
    if let position { options.position = try place(position) }
    if let opacity {
      guard let number = Double(opacity), (0.1...1).contains(number) else {
        throw Failure(.usage, "--opacity: \(opacity.quoted) is not an opacity: give a number from 0.1 to 1")
      }
      options.opacity = number
    }
    return options
  }

  /// The time after which the window closes; `nil` for never.
  func closingTime() throws(Failure) -> MediaTime? {
    guard let closeAfter else { return nil }
    return try value(of: "--close-after", closeAfter, positiveSpan)
  }

  private func place(_ text: String) throws(Failure) -> PictureInPictureWindowOptions.Position {
    switch text {
    case "top-left": return .topLeft
    case "top-right": return .topRight
    case "bottom-left": return .bottomLeft
    case "bottom-right": return .bottomRight
    case "center": return .center
    default:
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let x = numbers[0], let y = numbers[1], abs(x) < 1 << 20, abs(y) < 1 << 20 else {
        throw Failure(
          .usage,
          "--position: \(text.quoted) is not a place: give top-left, top-right, bottom-left, bottom-right, center, "
            + "or X,Y in pixels")
      }
      return .point(x: x, y: y)
    }
  }
}
