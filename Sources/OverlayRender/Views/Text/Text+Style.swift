// Modifiers that return a text, which can be joined with others. A style that is set first takes precedence over a
// later one.

extension Text {
  /// Sets the style of the text, except for parts that have one of their own.
  public func style(_ style: TextStyle) -> Text {
    Text(
      printable: string, style: self.style.within(style), runs: runs, annotations: annotations, timed: timed)
  }

  /// Sets the font of the text. A regular weight and an upright slant are inherited from the surroundings, so that a
  /// ``bold()`` or ``italic()`` after the font applies.
  public func font(_ font: Font) -> Text {
    style(
      TextStyle(
        family: font.family, size: font.size, weight: font.weight == .regular ? nil : font.weight,
        isItalic: font.isItalic ? true : nil))
  }

  /// Changes parts of the inherited font: the family, the size in pixels, the weight, and whether it is italic.
  public func font(
    family: String? = nil, size: Double? = nil, weight: Font.Weight? = nil, isItalic: Bool? = nil
  ) -> Text {
    style(TextStyle(family: family, size: size, weight: weight, isItalic: isItalic))
  }

  /// Makes the text bold.
  public func bold() -> Text {
    style(TextStyle(weight: .bold))
  }

  /// Makes the text italic.
  public func italic() -> Text {
    style(TextStyle(isItalic: true))
  }

  /// Sets the color of the text.
  public func foregroundColor(_ color: Color) -> Text {
    style(TextStyle(color: color))
  }

  /// Adds a line beneath the text.
  public func underline(_ underline: TextStyle.Underline = .single) -> Text {
    style(TextStyle(underline: underline))
  }

  /// Adds a line through the text.
  public func strikethrough(_ isActive: Bool = true) -> Text {
    style(TextStyle(isStruckThrough: isActive))
  }

  /// Sets the distance above the baseline, in pixels. A negative offset lowers the text.
  public func baselineOffset(_ offset: Double) -> Text {
    style(TextStyle(rise: offset))
  }

  /// Sets the space added between two characters, in pixels.
  public func letterSpacing(_ spacing: Double) -> Text {
    style(TextStyle(letterSpacing: spacing))
  }

  /// Sets the space added between two characters, like ``letterSpacing(_:)``.
  public func tracking(_ tracking: Double) -> Text {
    letterSpacing(tracking)
  }

  /// Returns two texts joined, each in its own style.
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

  /// Returns the runs of both texts when another one follows this one.
  private func joined(with other: Text) -> [TextRun] {
    let count = string.utf8.count
    let own = TextRun.filled(runs, count: count, with: style)
    let others = TextRun.filled(other.runs, count: other.string.utf8.count, with: other.style)
    return own + others.map { $0.moved(by: count) }
  }
}
