/// A region of cues that roll up (W3C WebVTT, section 7.2, and `scroll` in section 3.4): the last cue stands at its bottom,
/// the others above it.
struct CueRegionArrangement {
  var region: CueRegion
  /// A line of the text that lines are counted by.
  var line: TextShape
}

/// Where a region stands in the viewport, and how far its cues have rolled.
struct CueRegion: Sendable, Hashable {
  /// The width, in shares of the viewport's.
  var width: Double
  /// How many lines high it is.
  var lines: Int
  /// The point of the region that stands at a point of the viewport.
  var anchor: UnitPoint
  var viewportAnchor: UnitPoint
  /// How far the last cue has come in, 0 to 1.
  var progress: Double
}

extension CueRegionArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    let line = pass.measurer.metrics(of: line, width: nil).size.height
    return Size((proposal.width ?? line * 16) * region.width, line * Double(region.lines))
  }

  /// Puts the children one above the other, the last at the bottom. Those that are above the region, but for the space
  /// beneath their letters, are put so far away that nothing of them, no outline either, is to be seen.
  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    let space = pass.measurer.metrics(of: line, width: nil).size.height / 8
    var bottom = size.height
    var isLast = true
    return pass.children(of: node).reversed().map { child in
      let box = pass.traits(of: child).cue.box ?? CueBox()
      let proposal = ProposedViewSize(width: size.width * (box.end - box.start), height: nil)
      let own = pass.size(of: child, for: proposal)
      bottom -= own.height
      if isLast { bottom += (own.height * (1 - region.progress)).rounded() }
      isLast = false
      let freeWidth = size.width * (box.end - box.start) - own.width
      let isAbove = bottom + own.height <= space
      return ChildPlace(
        node: child,
        offset: Point(x: size.width * box.start + freeWidth * box.alignment, y: isAbove ? -1e6 : bottom),
        proposal: proposal)
    }.reversed()
  }

  func traits(of node: Int, in nodes: [SceneNode]) -> LayoutTraits {
    LayoutTraits(cue: CueTraits(region: region))
  }
}
