/// A wrapper that gives its child a frame: `frame`.
struct FrameWrapper {
  var constraints: FrameConstraints
  /// The alignment of the child in the frame.
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

/// The lengths of a frame in pixels; `nil` where the child or the proposal decides.
struct FrameConstraints: Sendable, Hashable {
  struct Extent: Sendable, Hashable {
    var minimum: Double?
    var ideal: Double?
    var maximum: Double?

    /// Returns a fixed length. A length that is not finite is ignored.
    static func fixed(_ length: Double?) -> Extent {
      let length = length.flatMap { $0.isFinite ? max($0.bounded, 0) : nil }
      return Extent(minimum: length, ideal: length, maximum: length)
    }

    /// Returns a length with limits. The maximum may be infinite. `NaN` is ignored.
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
  /// Returns the proposal to the child: the proposed or the ideal length, within the limits.
  fileprivate func offered(_ proposed: Double?) -> Double? {
    (proposed ?? ideal).map { clamped($0, from: minimum ?? 0, to: maximum ?? .infinity) }
  }

  /// Returns the length of the frame. A missing limit is the length of the child. So a frame with a minimum never
  /// becomes smaller than it, and a frame with a maximum fills the proposed length up to it.
  fileprivate func length(proposed: Double?, child: Double) -> Double {
    guard minimum != nil || maximum != nil else { return proposed == nil ? ideal ?? child : child }
    return clamped(proposed ?? ideal ?? child, from: minimum ?? min(child, maximum ?? child), to: maximum ?? child)
  }

  private func clamped(_ length: Double, from lower: Double, to upper: Double) -> Double {
    max(lower, min(upper, length))
  }
}
