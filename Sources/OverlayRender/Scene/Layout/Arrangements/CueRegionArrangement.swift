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

  /// Places the children one above the other, the last at the bottom, and cuts them at whole lines. Lines that begin
  /// above the region are not shown, unless they move.
  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    // The distances of the bottom of the next child from the top of the region: at rest, and while the lines move.
    var (rest, bottom) = (size.height, size.height)
    var isLast = true
    return pass.children(of: node).reversed().map { child in
      let box = pass.traits(of: child).cue.box ?? CueBox()
      var proposal = ProposedViewSize(width: size.width * (box.end - box.start), height: nil)
      let height = pass.size(of: child, for: proposal).height
      if isLast {
        // Until the lines are at rest, those that were visible before are still shown.
        if region.progress < 1 { rest += height }
        bottom += (height * (1 - region.progress)).rounded()
      }
      // Heights are rounded up to whole pixels, each on its own.
      let available = isLast ? size.height : max(rest + 1, 0)
      proposal[.vertical] = available
      let shown = pass.size(of: child, for: proposal)
      let freeWidth = size.width * (box.end - box.start) - shown.width
      let place = ChildPlace(
        node: child,
        offset: Point(x: size.width * box.start + freeWidth * box.alignment, y: bottom - shown.height),
        proposal: proposal, isShown: isLast || shown.height <= available)
      (rest, bottom) = (rest - height, bottom - height)
      isLast = false
      return place
    }.reversed()
  }

  func traits(of node: Int, in nodes: [SceneNode]) -> LayoutTraits {
    LayoutTraits(cue: CueTraits(region: region))
  }
}
