import ArgumentParser
import OverlayRender

/// How the text looks and where it stands.
struct StyleOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The font's size in pixels. (default: by the picture's: in 720 lines 96, for subtitles 45 or 56)",
      valueName: "px"))
  var fontSize: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("A CSS color for the text.", valueName: "color"))
  var color = "white"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A line around the glyphs, or none. (default: a 14th of the font size, black)", valueName: "px[:color]"))
  var outline: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A shadow so far to the right and down, blurred by so much, or none, as in 3,3,4:black. (default: none, for subtitles a soft one)",
      valueName: "dx,dy[,blur][:color]"))
  var shadow: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A box with round corners behind the text, in a CSS color, or none.", valueName: "color"))
  var box: String?

  @Option(help: "Where the text stands in the picture. (default: center, for subtitles at the bottom)")
  var align: Placement?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How far it stays from the picture's edges. (default: a third of the font size)", valueName: "px"))
  var padding: String?

  /// Whether a box is asked for.
  var hasBox: Bool { box != nil && box != "none" }

  /// The style for a picture of a size, or of the content's own, in a font that is chosen by options.
  func style(_ look: UsualLook, in picture: PixelSize?, font: FontOptions) throws(Failure) -> OverlayStyle {
    let fontSize = try self.fontSize.map { text throws(Failure) in
      try value(of: "--font-size", text, pixels(in: Font.sizes))
    }
    var style = OverlayStyle(look, in: picture, fontSize: fontSize)
    try font.choose(&style.font)
    style.color = try value(of: "--color", color, Color.init(css:))
    if let outline { style.outline = try value(of: "--outline", outline, Outline.init(option:)) }
    if let shadow { style.shadow = try value(of: "--shadow", shadow, Shadow.from(option:)) }
    if let box { style.box = hasBox ? try value(of: "--box", box, Color.init(css:)) : nil }
    if let padding { style.padding = try value(of: "--padding", padding, pixels(in: 0...32_767)) }
    style.alignment = align?.alignment
    return style
  }
}

extension Outline {
  /// Reads `PX`, `PX:COLOR` or `none`.
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
  /// Reads `DX,DY`, `DX,DY,BLUR`, either with `:COLOR`, or `none`.
  fileprivate static func from(option text: String) throws -> Shadow? {
    if text == "none" { return nil }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let lengths = parts[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(lengths.count) else { throw TextError.notAShadow(text) }
    let x = try pixels(in: -4096...4096)(lengths[0])
    let y = try pixels(in: -4096...4096)(lengths[1])
    let radius = lengths.count > 2 ? try pixels(in: 0...256)(lengths[2]) : 0
    guard parts.count > 1 else { return Shadow(radius: radius, x: x, y: y) }
    return Shadow(color: try Color(css: String(parts[1])), radius: radius, x: x, y: y)
  }
}
