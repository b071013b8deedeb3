extension Text {
  /// Puts a small text beside the whole of this one, which tells how it is read or what it means: above it, in columns to
  /// the right of it.
  ///
  ///     Text("漢字").ruby("かんじ") + Text("を") + Text("読").ruby("よ") + Text("む")
  ///
  /// The annotation has the font in half its size and, unless `style` says otherwise, the colour of the text, whatever that
  /// becomes. All lines of a text with annotations are as far apart as these need. Of a text of several lines the first
  /// has the annotation. Annotations that pieces of the text had are replaced. A text that changes with time takes none.
  ///
  /// - Parameters:
  ///   - annotation: The small text, on one line; an empty one is none.
  ///   - style: What the annotation changes of the style of the text; a scale counts from half the size.
  public func ruby(_ annotation: some StringProtocol, style: TextStyle = TextStyle()) -> Text {
    guard timed == nil else { return self }
    let whole = TextAnnotation(range: 0..<string.utf8.count, text: String(annotation), style: style)
    return Text(
      printable: string, style: self.style, runs: runs,
      annotations: TextAnnotation.disjoint([whole.printable], in: string))
  }
}

extension TextAnnotation {
  /// The annotation without what has no picture, on one line.
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
