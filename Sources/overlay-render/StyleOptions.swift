import ArgumentParser
import OverlayRender

/// How the text looks and where it stands.
struct StyleOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The font's size in pixels. (default: 96 in 720 lines)", valueName: "px"))
  var fontSize: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("A CSS colour for the text.", valueName: "color"))
  var color = "white"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A line around the glyphs, 0 for none. (default: a 14th of the font size, black)", valueName: "px[:color]"))
  var outline: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A box with round corners behind the text, in a CSS colour.", valueName: "color"))
  var box: String?

  @Option(help: "Where the text stands in the picture.")
  var align = Placement.center

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How far it stays from the picture's edges. (default: a third of the font size)", valueName: "px"))
  var padding: String?

  /// The style for a picture of a size, or of the text's own, in a font family.
  func style(for size: PixelSize?, family: String?) throws(Failure) -> OverlayStyle {
    let fontSize = try self.fontSize.map { text throws(Failure) in
      try value(of: "--font-size", text, pixels(in: Font.sizes))
    }
    var style = OverlayStyle(size: fontSize ?? OverlayStyle.usualFontSize(for: size), fits: size == nil)
    if let family { style.font.family = family }
    style.color = try value(of: "--color", color, Color.init(css:))
    if let outline { style.outline = try value(of: "--outline", outline, Outline.init(option:)) }
    style.box = try box.map { text throws(Failure) in try value(of: "--box", text, Color.init(css:)) }
    if let padding { style.padding = try value(of: "--padding", padding, pixels(in: 0...32_767)) }
    return style
  }
}

extension Outline {
  /// Reads `PX` or `PX:COLOR`.
  fileprivate init(option text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let width = try pixels(in: 0...64)(String(parts[0]))
    self.init(width: width, color: parts.count > 1 ? try Color(css: String(parts[1])) : .black)
  }
}
