extension Text {
  /// Adds a small text beside the whole text, which shows its pronunciation or meaning: above it, or to the right of it
  /// in vertical text.
  ///
  ///     Text("漢字").ruby("かんじ") + Text("を") + Text("読").ruby("よ") + Text("む")
  ///
  /// The annotation has half the font size and, unless `style` sets another, the color of the text. All lines of a text
  /// with annotations have equal distances. In a text of several lines, the first one has the annotation. Annotations
  /// of parts of the text are replaced. A text that changes with time cannot have an annotation.
  ///
  /// - Parameters:
  ///   - annotation: The small text, on one line. An empty text adds nothing.
  ///   - style: The style of the annotation, relative to the style of the text. A scale is relative to half the size.
  public func ruby(_ annotation: some StringProtocol, style: TextStyle = TextStyle()) -> Text {
    guard timed == nil else { return self }
    let whole = TextAnnotation(range: 0..<string.utf8.count, text: String(annotation), style: style)
    return Text(
      printable: string, style: self.style, runs: runs,
      annotations: TextAnnotation.disjoint([whole.printable], in: string))
  }
}

extension TextAnnotation {
  /// The annotation on one line, without control characters.
  var printable: TextAnnotation {
    let text = Text.printable(text)
    guard text.unicodeScalars.contains(where: \.endsLineOrIsTab) else {
      return TextAnnotation(range: range, text: text, style: style)
    }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.map { $0.endsLineOrIsTab ? " " : $0 })
    return TextAnnotation(range: range, text: String(scalars), style: style)
  }
}

extension Unicode.Scalar {
  fileprivate var endsLineOrIsTab: Bool {
    switch self {
    case "\n", "\t", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}
