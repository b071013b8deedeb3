/// A node without children.
enum Leaf: Sendable, Hashable {
  /// A text.
  case text(TextContent)
  /// A filled rectangle that takes all the space it is offered.
  case fill(Fill)
  /// A filled or stroked outline that takes all the space it is offered.
  case shape(ShapeContent)
  /// A picture.
  case picture(PictureContent)
  /// Empty space that takes what remains in a stack.
  case spacer(minLength: Double)
}

extension Leaf {
  /// Returns the size that the leaf takes for a proposal.
  func size(for proposal: ProposedViewSize, measuredBy measurer: any TextMeasurer) -> Size {
    switch self {
    case .text(let text): text.size(for: proposal, measuredBy: measurer)
    case .fill: proposal.replacingUnspecifiedDimensions()
    case .shape(let shape): shape.size(for: proposal)
    case .picture(let picture): picture.size(for: proposal)
    case .spacer(let minLength): Size(max(minLength, proposal.width ?? 0), max(minLength, proposal.height ?? 0))
    }
  }

  /// Returns the position of an alignment line; `nil` if it is at its default position.
  func position(
    of line: AlignmentLine, for proposal: ProposedViewSize, measuredBy measurer: any TextMeasurer
  ) -> Double? {
    switch self {
    case .text(let text): text.baseline(line, for: proposal, measuredBy: measurer)
    case .fill, .shape, .picture, .spacer: nil
    }
  }

  /// The traits of the leaf for its parent.
  var traits: LayoutTraits {
    switch self {
    case .spacer: LayoutTraits(isSpacer: true)
    case .text, .fill, .shape, .picture: LayoutTraits()
    }
  }
}

extension TextContent {
  /// Returns the size of the text, or of a text with the least number of lines if that is higher.
  fileprivate func size(for proposal: ProposedViewSize, measuredBy measurer: any TextMeasurer) -> Size {
    let metrics = metrics(for: proposal, measuredBy: measurer)
    guard metrics.lineCount < leastLineCount else { return metrics.size }
    var extended = self
    extended.shape.string += String(repeating: "\n", count: leastLineCount - metrics.lineCount)
    var size = metrics.size
    size[shape.lineAxis.other] = extended.metrics(for: proposal, measuredBy: measurer).size[shape.lineAxis.other]
    return size
  }

  fileprivate func metrics(for proposal: ProposedViewSize, measuredBy measurer: any TextMeasurer) -> TextMetrics {
    let shape = shape.fitted(to: proposal, measuredBy: measurer)
    return measurer.metrics(of: shape, width: shape.wrapWidth(for: proposal, measuredBy: measurer))
  }

  fileprivate func baseline(
    _ line: AlignmentLine, for proposal: ProposedViewSize, measuredBy measurer: any TextMeasurer
  ) -> Double? {
    switch line {
    case .firstTextBaseline: metrics(for: proposal, measuredBy: measurer).firstBaseline
    case .lastTextBaseline: metrics(for: proposal, measuredBy: measurer).lastBaseline
    case .leading, .horizontalCenter, .trailing, .top, .verticalCenter, .bottom: nil
    }
  }
}
