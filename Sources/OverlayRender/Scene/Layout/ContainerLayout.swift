/// The layout of a node with children. As in SwiftUI, a node proposes a size to each child, chooses its own size, and
/// places the children. It never decides the size of a child.
///
/// All functions are pure: they depend on the values of the node and the answers of its children. They ask through the
/// pass, which keeps every answer (see ``SceneLayout/replace(_:with:measuredBy:)``). So they must ask the same
/// questions for the same proposal.
protocol ContainerLayout: Sendable, Hashable {
  /// Returns the size that the node chooses for a proposal.
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size

  /// Returns the positions of the children and the proposals to them, for a node that chose `size` for `proposal`.
  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace]

  /// Returns the custom position of an alignment line in the node; `nil` if the line is at its default position.
  func position(
    of line: AlignmentLine, in node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass
  ) -> Double?

  /// Returns the traits of the node for its parent.
  func traits(of node: Int, in nodes: [SceneNode]) -> LayoutTraits
}

extension ContainerLayout {
  func position(
    of line: AlignmentLine, in node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass
  ) -> Double? {
    pass.combinedPosition(of: line, in: node, for: proposal, size: size)
  }

  func traits(of node: Int, in nodes: [SceneNode]) -> LayoutTraits { LayoutTraits() }
}

/// The layout of a wrapper. By default it passes on the proposal, and takes the size and traits of its child.
///
/// A modifier on several views has all of them as children, stacked in depth.
protocol WrapperLayout: ContainerLayout {
  /// Returns the proposal to the child.
  func childProposal(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> ProposedViewSize

  /// Returns the traits of the wrapper, given the traits of its child.
  func traits(around child: LayoutTraits) -> LayoutTraits
}

extension WrapperLayout {
  func childProposal(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> ProposedViewSize {
    proposal
  }

  func traits(around child: LayoutTraits) -> LayoutTraits { child.wrapped }

  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    pass.largestChild(of: node, for: childProposal(of: node, for: proposal, in: &pass))
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    pass.placed(node, at: .zero, proposal: childProposal(of: node, for: proposal, in: &pass))
  }

  func traits(of node: Int, in nodes: [SceneNode]) -> LayoutTraits {
    traits(around: nodes.onlyChild(of: node).map { nodes.traits(of: $0) } ?? LayoutTraits())
  }
}

/// A child, its position in its parent, and the proposal to it.
struct ChildPlace {
  let node: Int
  var offset: Point
  let proposal: ProposedViewSize
  /// Whether it is drawn.
  var isShown = true
}

/// A child with the proposal to it and the size that it chose.
struct SizedChild {
  let node: Int
  var proposal: ProposedViewSize
  var size: Size
}
