/// Glyphs: shaped by Pango, with bidirectional text, fallback fonts and colour emoji.
///
/// Lines break at line ends, and at words where the width that is offered is too small. Control characters other than
/// line ends and tabs are left out: they have no picture.
public struct Text: PrimitiveView {
  let string: String

  /// Makes a text.
  public init(_ string: some StringProtocol) {
    self.string = Text.printable(String(string))
  }

  /// Adds one leaf in the style of the surroundings.
  public func _resolve(into builder: inout SceneBuilder) {
    builder.text(string)
  }

  /// The text without what has no picture.
  static func printable(_ text: String) -> String {
    // The scan over UTF-8 spares the usual text the copy: control characters are below 0x20, 0x7F, or begin with 0xC2.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
      switch scalar {
      case "\r": scalars.append("\n")
      case "\n", "\t": scalars.append(scalar)
      case _ where scalar.properties.generalCategory == .control: continue
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

extension SceneBuilder {
  /// Adds a text in the style of the surroundings.
  mutating func text(_ string: String) {
    let shape = TextShape(
      string: string, font: environment.font, alignment: environment.textAlignment,
      language: environment.locale?.identifier, hasEqualDigits: environment.hasEqualDigits)
    leaf(.text(TextContent(shape: shape, color: environment.foregroundColor, outline: environment.outline)))
  }

  /// Adds a label whose value changes while its place must not: on one line, every digit in a cell of the same width.
  mutating func value(_ string: String) {
    let shape = TextShape(
      string: Text.printable(string), font: environment.font, alignment: environment.textAlignment,
      language: environment.locale?.identifier, hasEqualDigits: true, wraps: false)
    leaf(.text(TextContent(shape: shape, color: environment.foregroundColor, outline: environment.outline)))
  }
}
