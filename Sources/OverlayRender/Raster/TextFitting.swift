import CCairo

/// Lays out a text so that it fits a width: by scaling it, balancing its lines, or limiting their number.
///
/// Each of these searches over temporary layouts; only the result is kept.
struct TextFitting {
  let context: OpaquePointer
  let digits: DigitCells

  /// Returns the layout of a text with a width of `width` pixels.
  func layout(_ shape: TextShape, width: Double?) -> TextLayout {
    guard let width = width?.limitedUnlessNaN(to: 1...1e6) else { return limited(shape, width: nil) }
    let shape = shape.minimumScale < 1 ? shrunk(shape, to: width) : shape
    // Text that does not wrap is shown completely, however narrow its space: a truncated value is a wrong value.
    guard shape.wraps else { return typeset(shape, width: nil) }
    var unbroken = UnbrokenText(width: width)
    guard shape.isBalanced else { return limited(shape, width: width, unbroken) }
    let balanced = balancedWidth(of: shape, within: width, &unbroken)
    return limited(shape, width: balanced, unbroken)
  }

  private func typeset(
    _ shape: TextShape, width: Double?, _ breaking: TextLayout.LineBreaking = .anywhere, unbroken: UnbrokenText? = nil,
    lineLimit: Int? = nil, isCut: Bool = false
  ) -> TextLayout {
    typeset(
      shape, annotations(of: shape), width: width, breaking, unbroken: unbroken, lineLimit: lineLimit, isCut: isCut)
  }

  /// Lays out a text with annotations that are already shaped for it.
  private func typeset(
    _ shape: TextShape, _ annotations: AnnotationLines?, width: Double?, _ breaking: TextLayout.LineBreaking,
    unbroken: UnbrokenText? = nil, lineLimit: Int? = nil, isCut: Bool = false
  ) -> TextLayout {
    TextLayout(
      shape, annotations: annotations, width: width, breaking: breaking, unbroken: unbroken,
      lineLimit: lineLimit, isCut: isCut, context: context, digits: digits)
  }

  private func annotations(of shape: TextShape) -> AnnotationLines? {
    AnnotationLines(shape, context: context, digits: digits)
  }

  // MARK: Shrinking

  /// The number of sizes between the minimum and the full size.
  private static let scaleSteps = 64

  /// Returns the text in the largest size at which it fits, or in the minimum size.
  private func shrunk(_ shape: TextShape, to width: Double) -> TextShape {
    func scaled(_ step: Int) -> TextShape {
      guard step < TextFitting.scaleSteps else { return shape }
      let share = Double(step) / Double(TextFitting.scaleSteps)
      return shape.scaled(by: shape.minimumScale + (1 - shape.minimumScale) * share)
    }
    let step = (0..<TextFitting.scaleSteps).partitioningIndex { step in
      // Counted from the full size downward, so that the first size that fits is the largest.
      let candidate = scaled(TextFitting.scaleSteps - step)
      return typeset(
        candidate, width: candidate.wraps ? width : nil, .betweenWords, unbroken: UnbrokenText(width: width)
      )
      .fits(width, lineLimit: candidate.wraps ? candidate.lineLimit : nil)
    }
    return scaled(TextFitting.scaleSteps - step)
  }

  // MARK: Balancing

  /// The maximum number of lines of balanced text. Longer texts are paragraphs with full lines.
  private static let maximumBalancedLineCount = 20

  /// The greatest width of lines that end after punctuation, relative to the width of lines of similar length.
  private static let maximumPhraseWidth = 1.5

  /// Returns the minimum width that gives no more lines than `width` does and breaks no word. In Chinese and Japanese,
  /// lines then end only after punctuation if that does not make them much longer.
  private func balancedWidth(of shape: TextShape, within width: Double, _ unbroken: inout UnbrokenText) -> Double {
    let annotations = annotations(of: shape)
    func lines(_ width: Double, _ unbroken: UnbrokenText) -> TextLayout {
      typeset(shape, annotations, width: width, .betweenWords, unbroken: unbroken)
    }
    let whole = lines(width, unbroken)
    let lineCount = whole.lineCount
    guard (2...TextFitting.maximumBalancedLineCount).contains(lineCount), whole.fits(width, lineLimit: shape.lineLimit)
    else { return width }
    func narrowest(within limit: Double, _ unbroken: UnbrokenText) -> Double {
      Double(
        (1..<Int(limit)).partitioningIndex { candidate in
          lines(Double(candidate), unbroken).fits(Double(candidate), lineLimit: lineCount)
        })
    }
    let narrow = narrowest(within: width, unbroken)
    let limit = min(narrow * TextFitting.maximumPhraseWidth, width)
    var phrases = unbroken
    phrases.includesPhrases = true
    guard phrases.ranges(of: shape) != unbroken.ranges(of: shape),
      lines(limit, phrases).fits(limit, lineLimit: lineCount)
    else { return narrow }
    unbroken = phrases
    return narrowest(within: limit, phrases)
  }

  // MARK: Truncating

  /// Lays out the text with no more lines than its limit.
  private func limited(_ shape: TextShape, width: Double?, _ unbroken: UnbrokenText? = nil) -> TextLayout {
    guard let limit = shape.lineLimit else { return typeset(shape, width: width, unbroken: unbroken) }
    guard shape.string.unicodeScalars.contains(where: \.isLineEnd) else {
      return typeset(shape, width: width, unbroken: unbroken, lineLimit: limit)
    }
    let whole = typeset(shape, width: width, unbroken: unbroken)
    guard whole.lineCount > limit else { return whole }
    let cut = shape.cut(afterLineAt: whole.start(ofLine: limit - 1))
    return typeset(cut, width: width, unbroken: unbroken, lineLimit: limit, isCut: true)
  }
}

extension TextShape {
  /// Returns the text up to the end of the line of the string at `offset`, with an ellipsis if more visible text
  /// follows.
  ///
  /// Pango limits the lines of each paragraph separately, so line ends become U+2028, which ends a line but not a
  /// paragraph.
  func cut(afterLineAt offset: Int) -> TextShape {
    var string = String.UnicodeScalarView()
    var read = 0
    var written = 0
    // The new positions of the bytes that begin or end a run or the base text of an annotation.
    var places: [Int: Int] = [:]
    let edges = Set((runs.map(\.range) + annotations.map(\.range)).flatMap { [$0.lowerBound, $0.upperBound] })
    var rest = self.string.unicodeScalars[...]
    while let scalar = rest.first, !(scalar.isLineEnd && read >= offset) {
      if edges.contains(read) { places[read] = written }
      let copy = scalar.isLineEnd ? "\u{2028}" : scalar
      string.append(copy)
      read += UTF8.width(scalar)
      written += UTF8.width(copy)
      rest = rest.dropFirst()
    }
    let end = written
    if rest.contains(where: { !$0.properties.isWhitespace }) {
      string.append("…")
      written += UTF8.width("…")
    }
    var cut = self
    cut.string = String(string)
    cut.runs = runs.compactMap { run in
      guard let lower = places[run.range.lowerBound] else { return nil }
      return TextRun(range: lower..<(places[run.range.upperBound] ?? written), style: run.style)
    }
    // An annotation whose base text is truncated is removed.
    cut.annotations = annotations.compactMap { annotation in
      let range = annotation.range
      guard let lower = places[range.lowerBound], range.upperBound <= read else { return nil }
      return TextAnnotation(
        range: lower..<(places[range.upperBound] ?? end), text: annotation.text, style: annotation.style)
    }
    return cut
  }
}

extension Unicode.Scalar {
  /// Whether the scalar ends a line anywhere: a line feed, or Unicode's line or paragraph separator.
  fileprivate var isLineEnd: Bool { self == "\n" || self == "\u{2028}" || self == "\u{2029}" }
}
