import ArgumentParser
import OverlayRender

/// Options for the look and the position of the text.
struct StyleOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .essential(
      "The font size in pixels. (default: relative to the picture; at 720 lines 96, for subtitles 45 or 56; with --pip "
        + "relative to the window)",
      valueName: "px"))
  var fontSize: String?

  @Option(parsing: .unconditional, help: .further("The text color, as a CSS color.", valueName: "color"))
  var color = "white"

  @Option(
    parsing: .unconditional,
    help: .further(
      "An outline around the glyphs, or none. (default: 1/14 of the font size, black)", valueName: "px[:color]"))
  var outline: String?

  @Option(
    parsing: .unconditional,
    help: .further(
      "A shadow with its offset to the right and down, its blur radius and color, such as 3,3,4:black, or none. "
        + "(default: none; a soft shadow for subtitles)",
      valueName: "dx,dy[,blur][:color]"))
  var shadow: String?

  @Option(
    parsing: .unconditional,
    help: .further("The color of a rounded box behind the text, as a CSS color, or none.", valueName: "color"))
  var box: String?

  @Option(help: .further("The position of the text in the picture. (default: center; bottom for subtitles)"))
  var align: Placement?

  @Option(
    parsing: .unconditional,
    help: .further(
      "The distance from the edges of the picture. (default: 1/3 of the font size)", valueName: "px"))
  var padding: String?

  /// Whether a box is requested.
  var hasBox: Bool { box != nil && box != "none" }

  /// The font size that is given; `nil` for the default.
  func givenFontSize() throws(Failure) -> Double? {
    try fontSize.map { text throws(Failure) in try value(of: "--font-size", text, pixels(in: Font.sizes)) }
  }

  /// Returns the style for a picture size; `nil` for the size of the content.
  func style(
    _ defaults: DefaultStyle, in pictureSize: PixelSize?, isInWindow: Bool = false, font: FontOptions
  ) throws(Failure) -> OverlayStyle {
    let fontSize = try givenFontSize()
    let windowFontSize = isInWindow ? defaults.window.fontSize(in: pictureSize) : nil
    var style = OverlayStyle(defaults, in: pictureSize, fontSize: fontSize ?? windowFontSize)
    try font.apply(to: &style.font)
    style.color = try value(of: "--color", color, Color.init(css:))
    if let outline { style.outline = try value(of: "--outline", outline, Outline.init(option:)) }
    if let shadow { style.shadow = try value(of: "--shadow", shadow, Shadow.parse(option:)) }
    if let box { style.box = hasBox ? try value(of: "--box", box, Color.init(css:)) : nil }
    if let padding { style.padding = try value(of: "--padding", padding, pixels(in: 0...32_767)) }
    style.alignment = align?.alignment
    return style
  }
}

extension SubtitleStyle {
  /// Throws if an option does not fit the style.
  func check(_ options: StyleOptions) throws(Failure) {
    try refuse(
      ["--align": self == .listening && options.align != nil],
      "cannot be used with --style listening: leave it out")
  }
}

extension Outline {
  /// Parses `PX`, `PX:COLOR` or `none`.
  fileprivate init(option text: String) throws {
    if text == "none" {
      self.init(width: 0, color: .black)
      return
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let width = try pixels(in: 0...64)(String(parts[0]))
    self.init(width: width, color: parts.count > 1 ? try Color(css: String(parts[1])) : .black)
  }
}

extension Shadow {
  /// Parses `DX,DY` or `DX,DY,BLUR`, either with `:COLOR`, or `none`.
  fileprivate static func parse(option text: String) throws -> Shadow? {
    if text == "none" { return nil }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let lengths = parts[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(lengths.count) else { throw OptionValueError.notAShadow(text) }
    let x = try pixels(in: -4096...4096)(lengths[0])
    let y = try pixels(in: -4096...4096)(lengths[1])
    let radius = lengths.count > 2 ? try pixels(in: 0...256)(lengths[2]) : 0
    guard parts.count > 1 else { return Shadow(radius: radius, x: x, y: y) }
    return Shadow(color: try Color(css: String(parts[1])), radius: radius, x: x, y: y)
  }
}
