// Wrappers that change what their child is offered, or what is taken for it.

/// Space around the child: `padding`.
struct PaddingWrapper {
  var insets: EdgeInsets
}

extension PaddingWrapper: WrapperLayout {
  func childProposal(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> ProposedViewSize {
    ProposedViewSize(
      width: proposal.width.map { max($0 - insets.leading - insets.trailing, 0) },
      height: proposal.height.map { max($0 - insets.top - insets.bottom, 0) })
  }

  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    let inner = pass.largestChild(of: node, for: childProposal(of: node, for: proposal, in: &pass))
    return Size(
      max(inner.width + insets.leading + insets.trailing, 0), max(inner.height + insets.top + insets.bottom, 0))
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    pass.placed(
      node, at: Point(x: insets.leading, y: insets.top), proposal: childProposal(of: node, for: proposal, in: &pass))
  }
}

/// The child at its ideal extent, whatever is offered: `fixedSize`.
struct FixedSizeWrapper {
  var horizontal: Bool
  var vertical: Bool
}

extension FixedSizeWrapper: WrapperLayout {
  func childProposal(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> ProposedViewSize {
    ProposedViewSize(width: horizontal ? nil : proposal.width, height: vertical ? nil : proposal.height)
  }
}

/// The child in a space of a given ratio of width to height: `aspectRatio`.
struct AspectRatioWrapper {
  /// Width by height; `nil` for the ratio of the child's ideal size.
  var ratio: Double?
  var mode: ContentMode
}

extension AspectRatioWrapper: WrapperLayout {
  /// A child without extent has no ratio, and is offered what the wrapper is offered.
  func childProposal(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> ProposedViewSize {
    var ideal = Size.zero
    if ratio == nil || proposal == .unspecified { ideal = pass.largestChild(of: node, for: .unspecified) }
    let ratio = ratio ?? (ideal.width > 0 && ideal.height > 0 ? ideal.width / ideal.height : nil)
    return ratio.map { mode.space(of: $0, in: proposal, ideal: ideal) } ?? proposal
  }
}
