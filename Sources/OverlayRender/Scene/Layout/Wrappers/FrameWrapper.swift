/// A box of a given size around the child: `frame`.
struct FrameWrapper {
  var constraints: FrameConstraints
  /// Where the child stands in the box.
  var alignment: Alignment
}

extension FrameWrapper: WrapperLayout {
  func childProposal(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> ProposedViewSize {
    ProposedViewSize(
      width: constraints.width.offered(proposal.width), height: constraints.height.offered(proposal.height))
  }

  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    let inner = pass.largestChild(of: node, for: childProposal(of: node, for: proposal, in: &pass))
    return Size(
      constraints.width.length(proposed: proposal.width, child: inner.width),
      constraints.height.length(proposed: proposal.height, child: inner.height))
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    let inner = childProposal(of: node, for: proposal, in: &pass)
    return pass.children(of: node).map { pass.aligned($0, alignment, in: size, for: inner) }
  }
}

/// What a frame asks for: sizes in pixels, `nil` where it leaves the choice to the child or the proposal.
struct FrameConstraints: Sendable, Hashable {
  struct Extent: Sendable, Hashable {
    var minimum: Double?
    var ideal: Double?
    var maximum: Double?

    /// The same extent whatever is proposed; one that is not finite is none.
    static func fixed(_ length: Double?) -> Extent {
      let length = length.flatMap { $0.isFinite ? max($0.bounded, 0) : nil }
      return Extent(minimum: length, ideal: length, maximum: length)
    }

    /// An extent within limits, the upper one of which may be infinite; what is no number is no limit.
    static func limited(from minimum: Double?, ideal: Double?, to maximum: Double?) -> Extent {
      func length(_ length: Double?) -> Double? { length.flatMap { $0.isNaN ? nil : max($0.bounded, 0) } }
      return Extent(
        minimum: length(minimum), ideal: length(ideal), maximum: maximum == .infinity ? maximum : length(maximum))
    }
  }

  var width = Extent()
  var height = Extent()
}

extension FrameConstraints.Extent {
  /// What the child is offered: the proposal, or the ideal where there is none, within the limits.
  fileprivate func offered(_ proposed: Double?) -> Double? {
    (proposed ?? ideal).map { clamped($0, from: minimum ?? 0, to: maximum ?? .infinity) }
  }

  /// What the frame takes. Where it has no limit of its own the child's extent is the limit; so a frame with a minimum
  /// never shrinks below it, and one with a maximum fills what it is offered up to it.
  fileprivate func length(proposed: Double?, child: Double) -> Double {
    guard minimum != nil || maximum != nil else { return proposed == nil ? ideal ?? child : child }
    return clamped(proposed ?? ideal ?? child, from: minimum ?? min(child, maximum ?? child), to: maximum ?? child)
  }

  private func clamped(_ length: Double, from lower: Double, to upper: Double) -> Double {
    max(lower, min(upper, length))
  }
}
