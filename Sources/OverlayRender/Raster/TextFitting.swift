import CCairo

/// Sets a text so that it fits a width: smaller, in lines of like length, cut at a number of lines.
///
/// Each is a search over layouts that are thrown away; what it finds is kept as one text.
struct TextFitting {
  let context: OpaquePointer
  let digits: DigitCells

  /// The layout of a text that is set to `width` pixels.
  func layout(_ shape: TextShape, width: Double?) -> TextLayout {
    guard let width = width?.brought(within: 1...1e6) else { return limited(shape, width: nil) }
    let shape = shape.minimumScale < 1 ? shrunk(shape, to: width) : shape
    // What does not wrap is shown whole, however narrow its place: half a value is a wrong one.
    guard shape.wraps else { return set(shape, width: nil) }
    return limited(shape, width: shape.isBalanced ? balancedWidth(of: shape, within: width) : width)
  }

  private func set(
    _ shape: TextShape, width: Double?, _ breaking: TextLayout.LineBreaking = .anywhere, lineLimit: Int? = nil
  ) -> TextLayout {
    set(shape, annotations(of: shape), width: width, breaking, lineLimit: lineLimit)
  }

  /// Sets a text with annotations that have been shaped for it.
  private func set(
    _ shape: TextShape, _ annotations: AnnotationLines?, width: Double?, _ breaking: TextLayout.LineBreaking,
    lineLimit: Int? = nil
  ) -> TextLayout {
    TextLayout(
      shape, annotations: annotations, width: width, breaking: breaking, lineLimit: lineLimit, context: context,
      digits: digits)
  }

  private func annotations(of shape: TextShape) -> AnnotationLines? {
    AnnotationLines(shape, context: context, digits: digits)
  }

  // MARK: Shrinking

  /// How many sizes are tried between the least and the full one.
  private static let scaleSteps = 64

  /// The text in the largest size in which it fits, or in the least.
  private func shrunk(_ shape: TextShape, to width: Double) -> TextShape {
    func scaled(_ step: Int) -> TextShape {
      guard step < TextFitting.scaleSteps else { return shape }
      let share = Double(step) / Double(TextFitting.scaleSteps)
      return shape.scaled(by: shape.minimumScale + (1 - shape.minimumScale) * share)
    }
    let step = (0..<TextFitting.scaleSteps).partitioningIndex { step in
      // Counted from the full size downwards, so that the first that fits is the largest.
      let candidate = scaled(TextFitting.scaleSteps - step)
      return set(candidate, width: candidate.wraps ? width : nil, .betweenWords)
        .fits(width, lineLimit: candidate.wraps ? candidate.lineLimit : nil)
    }
    return scaled(TextFitting.scaleSteps - step)
  }

  // MARK: Balancing

  /// Texts of more lines are read as paragraphs, whose lines are as full as they can be.
  private static let mostBalancedLines = 10

  /// The least width that gives no more lines than `width` does, and breaks no word.
  private func balancedWidth(of shape: TextShape, within width: Double) -> Double {
    let annotations = annotations(of: shape)
    let whole = set(shape, annotations, width: width, .betweenWords)
    let lineCount = whole.lineCount
    guard (2...TextFitting.mostBalancedLines).contains(lineCount), whole.fits(width, lineLimit: shape.lineLimit)
    else { return width }
    let narrowest = (1..<Int(width)).partitioningIndex { candidate in
      set(shape, annotations, width: Double(candidate), .betweenWords).fits(Double(candidate), lineLimit: lineCount)
    }
    return Double(narrowest)
  }

  // MARK: Cutting

  /// The text with no more lines than its limit.
  private func limited(_ shape: TextShape, width: Double?) -> TextLayout {
    guard let limit = shape.lineLimit else { return set(shape, width: width) }
    guard shape.string.unicodeScalars.contains(where: \.isLineEnd) else {
      return set(shape, width: width, lineLimit: limit)
    }
    let whole = set(shape, width: width)
    guard whole.lineCount > limit else { return whole }
    return set(shape.cut(afterLineAt: whole.start(ofLine: limit - 1)), width: width, lineLimit: limit)
  }
}

extension TextShape {
  /// The text up to the end of the written line that `offset` lies in, with an ellipsis when more is to be seen after it.
  ///
  /// Pango limits the lines of each paragraph by itself: written line ends become U+2028, which ends a line but no paragraph.
  func cut(afterLineAt offset: Int) -> TextShape {
    var string = String.UnicodeScalarView()
    var read = 0
    var written = 0
    // Where each byte goes that begins a run or an annotation's base, or ends one.
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
    // An annotation whose base is not there to its end goes with it.
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
  /// Whether it ends a line wherever it stands: a line feed, or Unicode's separators of lines and paragraphs.
  fileprivate var isLineEnd: Bool { self == "\n" || self == "\u{2028}" || self == "\u{2029}" }
}
