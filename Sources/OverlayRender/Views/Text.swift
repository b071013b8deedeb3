/// Glyphs: shaped by Pango, with bidirectional text, fallback fonts and colour emoji.
///
///     Text("Plain, ") + Text("bold").bold() + Text(" and red").foregroundColor(.red)
///
/// Lines break at line ends, and at words where the width that is offered is too small. Control characters other than
/// line ends and tabs are left out: they have no picture. Of a text longer than 64 KiB of UTF-8 the rest is left out, and
/// an ellipsis stands in its place.
public struct Text: PrimitiveView {
  let string: String
  /// What holds for the whole of it, unless a run says otherwise.
  let style: TextStyle
  /// Pieces in styles of their own: disjoint and in order.
  let runs: [TextRun]

  /// Makes a text.
  public init(_ string: some StringProtocol) {
    self.init(printable: Text.printable(String(string)))
  }

  /// Makes a text whose pieces have styles of their own.
  ///
  /// - Parameters:
  ///   - string: The whole text.
  ///   - runs: Its pieces, in bytes of the UTF-8 of `string`. What lies outside is left out, edges within a character move to
  ///     its beginning, and where runs overlap the later lies over the earlier.
  public init(_ string: some StringProtocol, runs: [TextRun]) {
    let string = String(string).shortened(toBytes: Text.longest)
    let runs = TextRun.disjoint(runs, in: string)
    guard Text.hasUnprintable(string) else {
      self.init(printable: string, runs: runs)
      return
    }
    // What is left out moves the runs after it: the text is made again piece by piece.
    let pieces = TextRun.pieces(of: string, runs).map { Text(printable: Text.printable($0.text), style: $0.style) }
    self = pieces.reduce(Text("")) { $0 + $1 }
  }

  init(printable string: String, style: TextStyle = TextStyle(), runs: [TextRun] = []) {
    self.string = string
    self.style = style
    self.runs = runs
  }

  /// Adds one leaf in the style of the surroundings, as far as the text has none of its own.
  public func _resolve(into builder: inout SceneBuilder) {
    builder.text(self)
  }
}

extension Text {
  /// How many bytes of UTF-8 of a text are taken: shaping takes time and memory for each, and no picture shows more.
  static let longest = 64 << 10

  /// The text without what has no picture, and without what is too long.
  static func printable(_ text: String) -> String {
    let text = text.shortened(toBytes: longest)
    guard hasUnprintable(text) else { return text }
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

  /// Whether a character may have to be left out. The scan over UTF-8 spares the usual text the copy: control characters
  /// are below 0x20, 0x7F, or begin with 0xC2.
  private static func hasUnprintable(_ text: String) -> Bool {
    text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
  }
}

extension SceneBuilder {
  /// Adds a text in the style of the surroundings and, over it, its own.
  mutating func text(_ text: Text) {
    var shape = TextShape(
      string: text.string,
      runs: TextRun.filled(text.runs, count: text.string.utf8.count, with: text.style.decoration),
      font: text.style.font(within: environment.font), alignment: environment.textAlignment,
      language: text.style.language ?? environment.locale?.identifier, hasEqualDigits: environment.hasEqualDigits)
    shape.letterSpacing = text.style.letterSpacing ?? environment.letterSpacing
    shape.lineSpacing = environment.lineSpacing
    shape.features = text.style.features ?? environment.fontFeatures
    shape.lineLimit = environment.lineLimit
    shape.truncation = environment.truncation
    shape.isBalanced = environment.balancesLines
    leaf(shape, color: text.style.color)
  }

  /// Adds a label whose value changes while its place must not: on one line, every digit in a cell of the same width.
  mutating func value(_ string: String) {
    var shape = TextShape(
      string: Text.printable(string), font: environment.font, alignment: environment.textAlignment,
      language: environment.locale?.identifier, hasEqualDigits: true, wraps: false)
    shape.letterSpacing = environment.letterSpacing
    shape.features = environment.fontFeatures
    leaf(shape)
  }

  private mutating func leaf(_ shape: TextShape, color: Color? = nil) {
    var shape = shape
    shape.minimumScale = environment.minimumScale
    shape.isVertical = environment.isVertical
    leaf(
      .text(
        TextContent(
          shape: shape, color: color ?? environment.foregroundColor, outlines: environment.outlines)))
  }
}
