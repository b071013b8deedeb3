// What changes a text and leaves it a text, so that it can be joined with others. A style given first lies within, and so
// over, one given later.

extension Text {
  /// Changes the style of the text, where its pieces have none of their own.
  public func style(_ style: TextStyle) -> Text {
    Text(
      printable: string, style: self.style.within(style), runs: runs, annotations: annotations, timed: timed)
  }

  /// Sets the text in a font.
  public func font(_ font: Font) -> Text {
    style(TextStyle(family: font.family, size: font.size, weight: font.weight, isItalic: font.isItalic))
  }

  /// Changes what is given of the font around: the family, the size in pixels, the weight, the slant.
  public func font(
    family: String? = nil, size: Double? = nil, weight: Font.Weight? = nil, isItalic: Bool? = nil
  ) -> Text {
    style(TextStyle(family: family, size: size, weight: weight, isItalic: isItalic))
  }

  /// Sets the text in bold strokes.
  public func bold() -> Text {
    style(TextStyle(weight: .bold))
  }

  /// Sets the text in the italic or oblique face.
  public func italic() -> Text {
    style(TextStyle(isItalic: true))
  }

  /// Draws the text in a colour.
  public func foregroundColor(_ color: Color) -> Text {
    style(TextStyle(color: color))
  }

  /// Draws a line beneath the text.
  public func underline(_ underline: TextStyle.Underline = .single) -> Text {
    style(TextStyle(underline: underline))
  }

  /// Draws a line through the text.
  public func strikethrough(_ isActive: Bool = true) -> Text {
    style(TextStyle(isStruckThrough: isActive))
  }

  /// Raises the text above its baseline by pixels, or lowers it.
  public func baselineOffset(_ offset: Double) -> Text {
    style(TextStyle(rise: offset))
  }

  /// Adds pixels between two characters.
  public func letterSpacing(_ spacing: Double) -> Text {
    style(TextStyle(letterSpacing: spacing))
  }

  /// One text after another, each in its own style.
  public static func + (first: Text, second: Text) -> Text {
    if first.timed != nil || second.timed != nil { return Text(.joined(first.pieces + second.pieces)) }
    let string = first.string + second.string
    let annotations = TextAnnotation.limited(
      first.annotations + second.annotations.map { $0.moved(by: first.string.utf8.count) },
      toBytes: TextAnnotation.maximumByteCount)
    guard string.utf8.count <= maximumByteCount else {
      let shortened = string.shortened(toBytes: maximumByteCount)
      return Text(
        printable: shortened, runs: TextRun.disjoint(first.joined(with: second), in: shortened),
        annotations: annotations.onText(shortenedFrom: string, to: shortened))
    }
    return Text(printable: string, runs: first.joined(with: second), annotations: annotations)
  }

  /// The runs of both, when the other text comes right after this one.
  private func joined(with other: Text) -> [TextRun] {
    let count = string.utf8.count
    let own = TextRun.filled(runs, count: count, with: style)
    let others = TextRun.filled(other.runs, count: other.string.utf8.count, with: other.style)
    return own + others.map { $0.moved(by: count) }
  }
}
