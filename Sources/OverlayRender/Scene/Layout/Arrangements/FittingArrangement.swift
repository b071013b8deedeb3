/// An arrangement that shows the first child whose ideal size fits into the proposal, or the last one: `ViewThatFits`.
/// All children are laid out.
struct FittingArrangement {
  /// The axes on which a child must fit.
  var axes: AxisSet
}

extension FittingArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    guard let child = fittingChild(of: node, for: proposal, in: &pass) else { return .zero }
    return pass.size(of: child, for: proposal)
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    let chosen = fittingChild(of: node, for: proposal, in: &pass)
    return pass.children(of: node).map { child in
      ChildPlace(node: child, offset: .zero, proposal: proposal, isShown: child == chosen)
    }
  }

  func position(
    of line: AlignmentLine, in node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass
  ) -> Double? {
    fittingChild(of: node, for: proposal, in: &pass).flatMap { pass.givenPosition(of: line, in: $0, for: proposal) }
  }

  /// Returns the child to show; `nil` if there are no children.
  private func fittingChild(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Int? {
    var ideal = proposal
    if axes.contains(.horizontal) { ideal[.horizontal] = nil }
    if axes.contains(.vertical) { ideal[.vertical] = nil }
    var last: Int?
    for child in pass.children(of: node) {
      let size = pass.size(of: child, for: ideal)
      let fitsWidth = !axes.contains(.horizontal) || size.width <= proposal.width ?? .infinity
      let fitsHeight = !axes.contains(.vertical) || size.height <= proposal.height ?? .infinity
      if fitsWidth, fitsHeight { return child }
      last = child
    }
    return last
  }
}
