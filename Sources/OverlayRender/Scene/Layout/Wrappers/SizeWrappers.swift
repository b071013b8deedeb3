// Wrappers that change the size of their child, or the size proposed to it.

/// A wrapper that adds space around its child: `padding`.
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

/// A wrapper that gives its child its ideal size: `fixedSize`.
struct FixedSizeWrapper {
  var horizontal: Bool
  var vertical: Bool
}

extension FixedSizeWrapper: WrapperLayout {
  func childProposal(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> ProposedViewSize {
    ProposedViewSize(width: horizontal ? nil : proposal.width, height: vertical ? nil : proposal.height)
  }
}

/// A wrapper that proposes a size with an aspect ratio to its child: `aspectRatio`.
struct AspectRatioWrapper {
  /// The width divided by the height; `nil` for the ratio of the child's ideal size.
  var ratio: Double?
  var mode: ContentMode
}

extension AspectRatioWrapper: WrapperLayout {
  /// A child without a size has no ratio and gets the proposal unchanged.
  func childProposal(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> ProposedViewSize {
    var ideal = Size.zero
    if ratio == nil || proposal == .unspecified { ideal = pass.largestChild(of: node, for: .unspecified) }
    let ratio = ratio ?? (ideal.width > 0 && ideal.height > 0 ? ideal.width / ideal.height : nil)
    return ratio.map { mode.space(of: $0, in: proposal, ideal: ideal) } ?? proposal
  }
}
