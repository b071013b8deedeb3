/// Glyphs: shaped by Pango, with bidirectional text, fallback fonts and colour emoji.
///
///     Text("Plain, ") + Text("bold").bold() + Text(" and red").foregroundColor(.red)
///     Text("Plain, \(Text("bold").bold()) and \(count)")
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
  /// Small texts beside pieces: disjoint and in order.
  let annotations: [TextAnnotation]
  /// What the text is made of at each moment, where it changes with time; it is empty then.
  let timed: TimedText?

  /// Makes a text.
  public init(_ string: some StringProtocol) {
    self.init(verbatim: String(string))
  }

  /// Makes a text of the characters of a string: the same as ``init(_:)``, which looks nothing up in tables of translations
  /// either.
  public init(verbatim string: String) {
    self.init(printable: Text.printable(string))
  }

  /// Makes a text whose pieces have styles or annotations of their own.
  ///
  /// - Parameters:
  ///   - string: The whole text.
  ///   - runs: Its pieces, in bytes of the UTF-8 of `string`. What lies outside is left out, edges within a character move to
  ///     its beginning, and where runs overlap the later lies over the earlier.
  ///   - annotations: Small texts beside pieces, likewise. A base ends where its line is ended. Of two whose bases overlap
  ///     the one that begins first is kept; of more than 2048, or than 64 KiB of UTF-8, the rest is left out.
  public init(_ string: some StringProtocol, runs: [TextRun], annotations: [TextAnnotation] = []) {
    let whole = String(string)
    let string = whole.shortened(toBytes: Text.maximumByteCount)
    let runs = TextRun.disjoint(runs, in: string)
    let annotations = TextAnnotation.disjoint(
      annotations.onText(shortenedFrom: whole, to: string).map(\.printable), in: string)
    guard Text.hasUnprintable(string) else {
      self.init(printable: string, runs: runs, annotations: annotations)
      return
    }
    // What is left out moves what comes after it.
    let edges = (runs.map(\.range) + annotations.map(\.range)).flatMap { [$0.lowerBound, $0.upperBound] }
    let (printable, places) = Text.printable(string, marking: Set(edges))
    func moved(_ range: Range<Int>) -> Range<Int> {
      let lower = places[range.lowerBound] ?? 0
      return lower..<max(places[range.upperBound] ?? lower, lower)
    }
    self.init(
      printable: printable,
      runs: TextRun.disjoint(runs.map { TextRun(range: moved($0.range), style: $0.style) }, in: printable),
      annotations: TextAnnotation.disjoint(
        annotations.map { TextAnnotation(range: moved($0.range), text: $0.text, style: $0.style) }, in: printable))
  }

  init(
    printable string: String, style: TextStyle = TextStyle(), runs: [TextRun] = [], annotations: [TextAnnotation] = [],
    timed: TimedText? = nil
  ) {
    self.string = string
    self.style = style
    self.runs = runs
    self.annotations = annotations
    self.timed = timed
  }

  /// Adds one leaf in the style of the surroundings, as far as the text has none of its own; of a text that changes with
  /// time, in a scope.
  func addNodes(to builder: inout SceneBuilder) {
    if let timed {
      builder.scope("Text") { [style] builder in
        builder.with({ $0.hasEqualDigits = true }) { timed.text(style: style, in: &$0).addNodes(to: &$0) }
      }
      return
    }
    let environment = builder.environment
    builder.leaf(
      .text(
        TextContent(
          shape: environment.shape(of: self), color: style.color ?? environment.foregroundColor,
          outlines: environment.outlines)))
  }
}

extension Text {
  /// How many bytes of UTF-8 of a text are taken: shaping takes time and memory for each, and no picture shows more.
  static let maximumByteCount = 64 << 10

  /// The text without what has no picture, and without what is too long.
  static func printable(_ text: String) -> String {
    let text = text.shortened(toBytes: maximumByteCount)
    return hasUnprintable(text) ? printable(text, marking: []).string : text
  }

  /// The text without what has no picture, and where places in bytes of its UTF-8, none of them within a character, are
  /// in what remains.
  private static func printable(_ text: String, marking places: Set<Int>) -> (string: String, places: [Int: Int]) {
    var scalars = String.UnicodeScalarView()
    var moved: [Int: Int] = [:]
    var (read, written) = (0, 0)
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      if places.contains(read) { moved[read] = written }
      read += UTF8.width(scalar)
      let kept: Unicode.Scalar? =
        switch scalar {
        case "\r": "\n"
        case "\n": isAfterReturn ? nil : scalar
        case "\t": scalar
        case _ where scalar.properties.generalCategory == .control: nil
        default: scalar
        }
      isAfterReturn = scalar == "\r"
      guard let kept else { continue }
      scalars.append(kept)
      written += UTF8.width(kept)
    }
    if places.contains(read) { moved[read] = written }
    return (String(scalars), moved)
  }

  /// Whether a character may have to be left out. The scan over UTF-8 spares the usual text the copy: control characters
  /// are below 0x20, 0x7F, or begin with 0xC2.
  private static func hasUnprintable(_ text: String) -> Bool {
    text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
  }
}

extension EnvironmentValues {
  /// How a text is set in this style and, over it, its own.
  func shape(of text: Text) -> TextShape {
    var shape = TextShape(
      string: text.string,
      runs: TextRun.filled(text.runs, count: text.string.utf8.count, with: text.style.decoration),
      annotations: text.annotations, font: text.style.font(within: font), alignment: textAlignment,
      language: text.style.language ?? locale?.identifier, hasEqualDigits: hasEqualDigits)
    shape.letterSpacing = text.style.letterSpacing ?? letterSpacing
    shape.lineSpacing = lineSpacing
    shape.features = text.style.features ?? fontFeatures
    shape.lineLimit = lineLimit
    shape.heightFit = heightFit
    shape.truncation = truncation
    shape.isBalanced = balancesLines
    shape.minimumScale = minimumScale
    shape.writingMode = writingMode
    return shape
  }

  /// A label whose value changes while its place must not: on one line, every digit in a cell of the same width.
  func content(ofValue string: String) -> TextContent {
    var shape = TextShape(
      string: Text.printable(string), font: font, alignment: textAlignment, language: locale?.identifier,
      hasEqualDigits: true, wraps: false)
    shape.letterSpacing = letterSpacing
    shape.features = fontFeatures
    shape.minimumScale = minimumScale
    shape.writingMode = writingMode
    return TextContent(shape: shape, color: foregroundColor, outlines: outlines)
  }

  /// How the locale writes digits.
  var digits: LocaleDigits { locale.map { LocaleDigits(locale: $0) } ?? .latin }
}

extension Text {
  /// Whether the first letter belongs to a script that is written from right to left.
  package var isRightToLeft: Bool {
    string.unicodeScalars.first(where: \.properties.isAlphabetic)?.isRightToLeftLetter ?? false
  }
}
