/// An arrangement of children in depth, the first deepest: `ZStack`. All are proposed the same size.
struct LayersArrangement {
  var alignment: Alignment
}

extension LayersArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    let deciding = decidingChildren(of: node, for: proposal, in: &pass)
    return Size(
      pass.reach(of: deciding, from: alignment.horizontal.line).total,
      pass.reach(of: deciding, from: alignment.vertical.line).total)
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    let deciding = decidingChildren(of: node, for: proposal, in: &pass)
    let common = Point(
      x: pass.reach(of: deciding, from: alignment.horizontal.line).before,
      y: pass.reach(of: deciding, from: alignment.vertical.line).before)
    return pass.children(of: node).map { node in
      let child = pass.sized(node, for: proposal)
      let offset = Point(
        x: common.x - pass.position(of: alignment.horizontal.line, in: child),
        y: common.y - pass.position(of: alignment.vertical.line, in: child))
      return ChildPlace(node: node, offset: offset, proposal: proposal)
    }
  }

  /// Returns the children that decide the size: as in SwiftUI, those with the highest priority.
  private func decidingChildren(
    of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass
  ) -> [SizedChild] {
    if let child = pass.layout.nodes.onlyChild(of: node) { return [pass.sized(child, for: proposal)] }
    let children = pass.children(of: node).map { (node: $0, priority: pass.traits(of: $0).priority ?? 0) }
    guard let highest = children.map(\.priority).max() else { return [] }
    return children.filter { $0.priority == highest }.map { pass.sized($0.node, for: proposal) }
  }
}
