/// Text, shaped by Pango, with bidirectional layout, fallback fonts and color emoji.
///
///     Text("Plain, ") + Text("bold").bold() + Text(" and red").foregroundColor(.red)
///     Text("Plain, \(Text("bold").bold()) and \(count)")
///
/// Lines break at line ends, and between words if the width is not sufficient. Control characters other than line ends
/// and tabs are removed. A text of more than 64 KiB of UTF-8 is cut, and ends with an ellipsis.
public struct Text: PrimitiveView {
  let string: String
  /// The style of the whole text, which runs override.
  let style: TextStyle
  /// The styled pieces, disjoint and in order.
  let runs: [TextRun]
  /// The annotations, disjoint and in order.
  let annotations: [TextAnnotation]
  /// The content of a text that changes with time, whose other properties are empty.
  let timed: TimedText?

  /// Creates a text from a string.
  public init(_ string: some StringProtocol) {
    self.init(verbatim: String(string))
  }

  /// Creates a text from a string, as ``init(_:)`` does. Neither looks up translations.
  public init(verbatim string: String) {
    self.init(printable: Text.printable(string))
  }

  /// Creates a text with styled pieces and annotations.
  ///
  /// - Parameters:
  ///   - string: The whole text.
  ///   - runs: The styled pieces, with ranges in bytes of the UTF-8 of `string`. Ranges are limited to the text, and an
  ///     edge inside a character moves to its start. Where runs overlap, the later one is on top.
  ///   - annotations: Small texts beside pieces, with ranges as above. A base ends at the end of its line. Of two bases
  ///     that overlap, the one that starts first is kept. At most 2048 annotations, with together 64 KiB of UTF-8, are
  ///     kept.
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
    // Removed characters shift the ranges after them.
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

  /// Adds a leaf in the inherited style, except for what the text sets itself. A text that changes with time is added
  /// in a scope.
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
          outlines: environment.outlines, leastLineCount: environment.leastLineCount)))
  }
}

extension Text {
  /// The greatest number of bytes of UTF-8. Shaping takes time and memory for each, and no picture shows more.
  static let maximumByteCount = 64 << 10

  /// Returns the text without control characters, limited in length.
  static func printable(_ text: String) -> String {
    let text = text.shortened(toBytes: maximumByteCount)
    return hasUnprintable(text) ? printable(text, marking: []).string : text
  }

  /// Returns the text without control characters, and the new positions of some positions in bytes of its UTF-8, which
  /// must be between characters.
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

  /// Returns whether any character may have to be removed. Control characters are below 0x20, 0x7F, or start with 0xC2
  /// in UTF-8, and scanning for these bytes avoids a copy of most texts.
  private static func hasUnprintable(_ text: String) -> Bool {
    text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
  }
}

extension EnvironmentValues {
  /// Returns the shape of a text, with its own style applied over the inherited one.
  func shape(of text: Text) -> TextShape {
    let text = textCase.map { text.inCase($0, language: text.style.language ?? language) } ?? text
    var shape = TextShape(
      string: text.string,
      runs: TextRun.filled(text.runs, count: text.string.utf8.count, with: text.style.decoration),
      annotations: text.annotations, font: text.style.font(within: font), alignment: textAlignment,
      language: text.style.language ?? language, hasEqualDigits: hasEqualDigits)
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

  /// Returns a label with a changing value: on one line, with digits of equal width so that it does not move.
  func content(ofValue string: String) -> TextContent {
    var shape = TextShape(
      string: Text.printable(textCase?.letters(of: string, language: language) ?? string), font: font,
      alignment: textAlignment, language: language, hasEqualDigits: true, wraps: false)
    shape.letterSpacing = letterSpacing
    shape.features = fontFeatures
    shape.minimumScale = minimumScale
    shape.writingMode = writingMode
    return TextContent(shape: shape, color: foregroundColor, outlines: outlines)
  }

  /// The language in which text is shaped.
  private var language: String? { typesettingLanguage ?? locale?.identifier }

  /// The digits of the locale.
  var digits: LocaleDigits { locale.map { LocaleDigits(locale: $0) } ?? .latin }
}

extension Text {
  /// Whether the first letter belongs to a right-to-left script.
  package var isRightToLeft: Bool {
    string.unicodeScalars.first(where: \.properties.isAlphabetic)?.isRightToLeftLetter ?? false
  }
}
