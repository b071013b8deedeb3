/// What a node with children does in layout. As in SwiftUI it offers each child a size, takes a size itself, and places
/// the children; it never decides a child's size.
///
/// All of it is a pure function of what the node holds and of its children's answers. The functions ask for these through
/// the pass, which keeps every answer; see ``SceneLayout/replace(_:with:measuredBy:)``. They must therefore ask the same
/// questions for the same proposal.
protocol ContainerLayout: Sendable, Hashable {
  /// Returns the size that the node takes when it is offered `proposal`.
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size

  /// Returns where the children go in the node when it was offered `proposal` and took `size`, and what they are offered.
  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace]

  /// Returns where the node has a line that was given to it or to something in it; `nil` where it has the line where any
  /// view of its size has it.
  func position(
    of line: AlignmentLine, in node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass
  ) -> Double?

  /// Returns what the node says to its parent besides its size.
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

/// What a wrapper does in layout: by itself nothing. It offers its child what it is offered, is as large, and passes on
/// what the child says to its parent.
///
/// A modifier of several views has them all as its children, one above the other in depth.
protocol WrapperLayout: ContainerLayout {
  /// Returns what the child is offered.
  func childProposal(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> ProposedViewSize

  /// Returns what the wrapper says to its parent, where its child says `child`.
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

/// A child, where it goes relative to its parent, and what it is offered.
struct ChildPlace {
  let node: Int
  var offset: Point
  let proposal: ProposedViewSize
  /// Whether it is drawn.
  var isShown = true
}

/// A child with what it was offered and took.
struct SizedChild {
  let node: Int
  var proposal: ProposedViewSize
  var size: Size
}
