/// A node without children.
enum Leaf: Sendable, Hashable {
  /// Glyphs.
  case text(TextContent)
  /// A filled rectangle that takes all the space it is offered.
  case fill(Fill)
  /// An outline, filled or drawn along, that takes all the space it is offered.
  case shape(ShapeContent)
  /// Pixels.
  case picture(PictureContent)
  /// Empty space that a stack gives what is left.
  case spacer(minLength: Double)
}

extension Leaf {
  /// Returns the size that it takes when it is offered `proposal`.
  func size(for proposal: ProposedViewSize, measuredBy measurer: any TextMeasurer) -> Size {
    switch self {
    case .text(let text): text.metrics(for: proposal, measuredBy: measurer).size
    case .fill: proposal.replacingUnspecifiedDimensions()
    case .shape(let shape): shape.size(for: proposal)
    case .picture(let picture): picture.size(for: proposal)
    case .spacer(let minLength): Size(max(minLength, proposal.width ?? 0), max(minLength, proposal.height ?? 0))
    }
  }

  /// Returns where it has a line; `nil` where it has the line where any view of its size has it.
  func position(
    of line: AlignmentLine, for proposal: ProposedViewSize, measuredBy measurer: any TextMeasurer
  ) -> Double? {
    switch self {
    case .text(let text): text.baseline(line, for: proposal, measuredBy: measurer)
    case .fill, .shape, .picture, .spacer: nil
    }
  }

  /// What its parent knows of it.
  var traits: LayoutTraits {
    switch self {
    case .spacer: LayoutTraits(isSpacer: true)
    case .text, .fill, .shape, .picture: LayoutTraits()
    }
  }
}

extension TextContent {
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
