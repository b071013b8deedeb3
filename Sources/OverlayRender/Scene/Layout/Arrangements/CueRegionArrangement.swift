/// A region of cues that roll up (W3C WebVTT, section 7.2, and `scroll` in section 3.4). The last cue is at the bottom,
/// the others are above it.
struct CueRegionArrangement {
  var region: CueRegion
  /// A line of text, whose height is the unit of the region's height.
  var line: TextShape
  /// The height in pixels that a box adds to a line.
  var padding: Double
}

/// The position of a region in the viewport, and the progress of its scrolling.
struct CueRegion: Sendable, Hashable {
  /// The width, as a share of the viewport.
  var width: Double
  /// The height, in lines.
  var lines: Int
  /// The point of the region that is placed at `viewportAnchor`.
  var anchor: UnitPoint
  var viewportAnchor: UnitPoint
  /// The visible share of the last cue, 0...1.
  var progress: Double
}

extension CueRegionArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    let line = pass.measurer.metrics(of: line, width: nil).size.height
    return Size((proposal.width ?? line * 16) * region.width, (line + padding) * Double(region.lines))
  }

  /// Places the children one above the other, the last at the bottom. Children above the region are placed far away, so
  /// that not even their outlines are visible. So are those of which less than a line is in it, unless they move.
  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    let line = pass.measurer.metrics(of: line, width: nil).size.height
    var bottom = size.height
    var isLast = true
    return pass.children(of: node).reversed().map { child in
      let box = pass.traits(of: child).cue.box ?? CueBox()
      let proposal = ProposedViewSize(width: size.width * (box.end - box.start), height: nil)
      let own = pass.size(of: child, for: proposal)
      bottom -= own.height
      if isLast { bottom += (own.height * (1 - region.progress)).rounded() }
      // At rest, a cue with less than a line in the region is not shown. While lines move, an eighth of one is hidden.
      let leastHeight = region.progress < 1 || isLast ? line / 8 : line * 3 / 4
      isLast = false
      let freeWidth = size.width * (box.end - box.start) - own.width
      let isAbove = bottom + own.height <= leastHeight
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
