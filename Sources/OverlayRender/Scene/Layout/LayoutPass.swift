// What size each kind of node chooses.

extension Layout {
  /// The size that a node takes when it is offered `proposal`; asked and answered once.
  mutating func size(of node: Int, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer) -> Size {
    for answer in answers[node] where answer.proposal == proposal { return answer.size }
    let chosen = chosenSize(of: node, for: proposal, measuredBy: measurer)
    let size = Size(chosen.width.numeric, chosen.height.numeric)
    answers[node].append(Answer(proposal: proposal, size: size))
    return size
  }

  private mutating func chosenSize(
    of node: Int, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> Size {
    switch nodes[node].kind {
    case .text(let text):
      let shape = text.shape.settled(for: proposal, measuredBy: measurer)
      return measurer.metrics(of: shape, width: shape.wrapWidth(for: proposal, measuredBy: measurer)).size
    case .fill:
      // SwiftUI's shapes are 10 points where nothing is proposed.
      return Size(proposal.width ?? 10, proposal.height ?? 10)
    case .shape(let shape):
      return shape.size(for: proposal)
    case .picture(let picture):
      return picture.size(for: proposal)
    case .spacer(let minLength):
      return Size(max(minLength, proposal.width ?? 0), max(minLength, proposal.height ?? 0))
    case .stack(let axis, let alignment, let spacing):
      return stackSize(of: node, axis, alignment, spacing, for: proposal, measuredBy: measurer)
    case .layers(let alignment):
      return layersSize(of: node, alignment, for: proposal, measuredBy: measurer)
    case .ticker(let lane):
      var size = largestChild(of: node, for: lane.childProposal(for: proposal), measuredBy: measurer)
      size[lane.axis] = proposal[lane.axis] ?? size[lane.axis]
      return size
    case .padding(let insets):
      let inner = largestChild(of: node, for: proposal.inset(by: insets), measuredBy: measurer)
      return Size(
        max(inner.width + insets.leading + insets.trailing, 0), max(inner.height + insets.top + insets.bottom, 0))
    case .frame(let constraints, _):
      let inner = largestChild(of: node, for: constraints.childProposal(for: proposal), measuredBy: measurer)
      return Size(
        constraints.width.length(proposed: proposal.width, child: inner.width),
        constraints.height.length(proposed: proposal.height, child: inner.height))
    case .decoration:
      return size(of: node + 1, for: proposal, measuredBy: measurer)
    case .priority, .alignmentGuide, .gridCell, .boardPlace, .effect, .offset:
      return largestChild(of: node, for: proposal, measuredBy: measurer)
    case .fixedSize(let horizontal, let vertical):
      let inner = proposal.unspecified(horizontal: horizontal, vertical: vertical)
      return largestChild(of: node, for: inner, measuredBy: measurer)
    case .aspectRatio(let ratio, let mode):
      let inner = aspectProposal(of: node, ratio, mode, for: proposal, measuredBy: measurer)
      return largestChild(of: node, for: inner, measuredBy: measurer)
    case .position:
      return filledSize(for: proposal) { $0.largestChild(of: node, for: proposal, measuredBy: measurer) }
    case .safeArea(let margin, _):
      return filledSize(for: proposal) {
        let inner = $0.largestChild(of: node, for: proposal.inset(byShare: margin), measuredBy: measurer)
        return Size(inner.width / (1 - 2 * margin), inner.height / (1 - 2 * margin))
      }
    case .board(let board):
      return filledSize(for: proposal) { $0.boardSize(of: node, board, measuredBy: measurer) }
    case .boardRoll(let roll):
      let line = measurer.metrics(of: roll.line, width: nil).size.height
      return Size((proposal.width ?? line * 16) * roll.width, line * Double(roll.lines))
    case .geometryReader:
      return Size(proposal.width ?? 10, proposal.height ?? 10)
    case .grid(let alignment, let horizontalSpacing, let verticalSpacing):
      return gridPlan(of: node, alignment, horizontalSpacing, verticalSpacing, for: proposal, measuredBy: measurer).size
    case .gridRow:
      // The grid asks the cells; the row is as large as the grid tells it.
      return Size(proposal.width ?? 0, proposal.height ?? 0)
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

  /// All that is offered; what is not offered is as large as `content` is.
  private mutating func filledSize(for proposal: ProposedSize, content: (inout Layout) -> Size) -> Size {
    if let width = proposal.width, let height = proposal.height { return Size(width, height) }
    let inner = content(&self)
    return Size(proposal.width ?? inner.width, proposal.height ?? inner.height)
  }

  /// What is offered to a child whose ratio of width to height is kept. A child without extent has no ratio.
  mutating func aspectProposal(
    of node: Int, _ ratio: Double?, _ mode: ContentMode, for proposal: ProposedSize,
    measuredBy measurer: some TextMeasurer
  ) -> ProposedSize {
    var ideal = Size.zero
    if ratio == nil || proposal == .unspecified {
      ideal = largestChild(of: node, for: .unspecified, measuredBy: measurer)
    }
    let ratio = ratio ?? (ideal.width > 0 && ideal.height > 0 ? ideal.width / ideal.height : nil)
    return ratio.map { mode.space(of: $0, in: proposal, ideal: ideal) } ?? proposal
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
  /// The text as it is set when `proposal` is offered. If it has a ``heightFit``, it shrinks to fit the extent across its lines
  /// and has a limit of lines that fits the height.
  func settled(for proposal: ProposedSize, measuredBy measurer: some TextMeasurer) -> TextShape {
    guard let heightFit, let extent = proposal[lineAxis.other], extent.isFinite else { return self }
    let shrunk = shrunk(to: heightFit.extent(within: extent), heightFit, for: proposal, measuredBy: measurer)
    return isVertical ? shrunk : shrunk.cut(toHeight: extent, for: proposal, measuredBy: measurer)
  }

  /// The number of sizes between the least and the full one.
  private static let scaleSteps = 64

  /// The text in the largest size that fits an extent across its lines, or in the least size.
  private func shrunk(
    to extent: Double, _ fit: HeightFit, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> TextShape {
    func fits(_ shape: TextShape) -> Bool {
      let width = shape.wrapWidth(for: proposal, measuredBy: measurer)
      return measurer.metrics(of: shape, width: width).size[lineAxis.other] <= extent
    }
    guard fit.minimumScale < 1, !fits(self) else { return self }
    func candidate(_ step: Int) -> TextShape {
      let scale = fit.minimumScale + (1 - fit.minimumScale) * Double(step) / Double(TextShape.scaleSteps)
      var shape = self.scaled(by: scale)
      // The text may shrink to fit its width too, but the limit stays the same share of the full size.
      shape.minimumScale = min(minimumScale / scale, 1)
      return shape
    }
    let steps = 0..<TextShape.scaleSteps
    return candidate(max(steps.partitioningIndex { !fits(candidate($0)) } - 1, 0))
  }

  /// The text with a limit of lines that fits a height.
  private func cut(
    toHeight height: Double, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> TextShape {
    let width = wrapWidth(for: proposal, measuredBy: measurer)
    let metrics = measurer.metrics(of: self, width: width)
    guard metrics.size.height > height, metrics.lineCount > 1 else { return self }
    // A guess by lines of like height; those of other scripts may be higher.
    var settled = self
    var limit = Int((Double(metrics.lineCount) * max(height, 0) / metrics.size.height).rounded(.up))
    repeat {
      limit = max(limit, 1)
      settled.lineLimit = limit
      limit -= 1
    } while limit > 0 && measurer.metrics(of: settled, width: width).size.height > height
    return settled
  }

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

extension ProposedSize {
  /// Less a share of each extent at both its ends.
  func inset(byShare margin: Double) -> ProposedSize {
    func inner(_ length: Double) -> Double { length.isFinite ? length - 2 * (length * margin) : length }
    return ProposedSize(width: width.map(inner), height: height.map(inner))
  }

  /// The same, with the ideal asked for where it says so.
  func unspecified(horizontal: Bool, vertical: Bool) -> ProposedSize {
    ProposedSize(width: horizontal ? nil : width, height: vertical ? nil : height)
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
