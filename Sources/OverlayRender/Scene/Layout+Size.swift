// What size each kind of node chooses.

extension Layout {
  /// The size that a node takes when it is offered `proposal`; asked and answered once.
  mutating func size(of node: Int, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer) -> Size {
    for answer in answers[node] where answer.proposal == proposal { return answer.size }
    let size = chosenSize(of: node, for: proposal, measuredBy: measurer)
    answers[node].append(Answer(proposal: proposal, size: size))
    return size
  }

  private mutating func chosenSize(
    of node: Int, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> Size {
    switch nodes[node].kind {
    case .text(let text):
      return measurer.metrics(of: text.shape, width: text.shape.wrapWidth(for: proposal, measuredBy: measurer)).size
    case .fill:
      // SwiftUI's shapes are 10 points where nothing is proposed.
      return Size(proposal.width ?? 10, proposal.height ?? 10)
    case .spacer(let minLength):
      return Size(max(minLength, proposal.width ?? 0), max(minLength, proposal.height ?? 0))
    case .stack(let axis, _, let spacing):
      return stackSize(of: node, axis: axis, spacing: spacing, for: proposal, measuredBy: measurer)
    case .layers, .effect, .offset:
      return largestChild(of: node, for: proposal, measuredBy: measurer)
    case .padding(let insets):
      let inner = largestChild(of: node, for: proposal.inset(by: insets), measuredBy: measurer)
      return Size(
        max(inner.width + insets.leading + insets.trailing, 0), max(inner.height + insets.top + insets.bottom, 0))
    case .frame(let constraints, _):
      let inner = largestChild(of: node, for: constraints.childProposal(for: proposal), measuredBy: measurer)
      return Size(
        constraints.width.length(proposed: proposal.width, child: inner.width),
        constraints.height.length(proposed: proposal.height, child: inner.height))
    case .background:
      return size(of: node + 1, for: proposal, measuredBy: measurer)
    }
  }

  /// The children of a node, first to last.
  func children(of node: Int) -> [Int] {
    var children: [Int] = []
    var child = node + 1
    while child < nodes[node].end {
      children.append(child)
      child = nodes[child].end
    }
    return children
  }

  private mutating func largestChild(
    of node: Int, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> Size {
    var largest = Size.zero
    var child = node + 1
    while child < nodes[node].end {
      let size = size(of: child, for: proposal, measuredBy: measurer)
      largest = Size(max(largest.width, size.width), max(largest.height, size.height))
      child = nodes[child].end
    }
    return largest
  }
}

extension TextShape {
  /// The length of line that the text is set to when `proposal` is offered: `nil` when it fits as it is, or neither wraps
  /// nor shrinks.
  func wrapWidth(for proposal: ProposedSize, measuredBy measurer: some TextMeasurer) -> Double? {
    guard wraps || minimumScale < 1, let length = proposal[lineAxis], length.isFinite else { return nil }
    let ownLength = measurer.metrics(of: self, width: nil).size[lineAxis]
    return ownLength <= length ? nil : max(length.rounded(.down), 1)
  }
}

extension ProposedSize {
  func inset(by insets: EdgeInsets) -> ProposedSize {
    ProposedSize(
      width: width.map { max($0 - insets.leading - insets.trailing, 0) },
      height: height.map { max($0 - insets.top - insets.bottom, 0) })
  }
}

extension FrameConstraints {
  /// What the child is offered: the proposal, or the ideal where there is none, within the limits.
  func childProposal(for proposal: ProposedSize) -> ProposedSize {
    ProposedSize(width: width.offered(proposal.width), height: height.offered(proposal.height))
  }
}

extension FrameConstraints.Extent {
  func offered(_ proposed: Double?) -> Double? {
    (proposed ?? ideal).map { clamped($0, from: minimum ?? 0, to: maximum ?? .infinity) }
  }

  /// What the frame takes. Where it has no limit of its own the child's extent is the limit; so a frame with a minimum
  /// never shrinks below it, and one with a maximum fills what it is offered up to it.
  func length(proposed: Double?, child: Double) -> Double {
    guard minimum != nil || maximum != nil else { return proposed == nil ? ideal ?? child : child }
    return clamped(proposed ?? ideal ?? child, from: minimum ?? min(child, maximum ?? child), to: maximum ?? child)
  }

  private func clamped(_ length: Double, from lower: Double, to upper: Double) -> Double {
    max(lower, min(upper, length))
  }
}
