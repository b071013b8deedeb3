// Where the boxes of cues stand in the picture: W3C WebVTT, section 7.2 ("processing cue settings"), with whole boxes where
// it has lines, and with margins that nothing leaves.

/// All that is offered, with the boxes of cues where they do not overlap: `Captions`.
struct CueArrangement {
  var margin: SafeMargin
  /// A line of the text that lines are counted by.
  var line: TextShape
}

/// The child as the box of a cue, and where that stands in the viewport: what all that is offered is called here. Lines run
/// along one axis, and boxes follow each other across it.
struct CueBox: Sendable, Hashable {
  enum Line: Sendable, Hashable {
    /// At the far end, where lines end.
    case last
    /// At the line of a number; those below zero count from the far end, -1 is the last.
    case number(Double)
    /// With a share of itself at the same or another share of the viewport's extent.
    case share(Double, ofItself: Double)
  }

  /// Along which axis the lines run.
  var lineAxis = Axis.horizontal
  /// Whether lines follow each other from right to left, or from the bottom up.
  var followsBackwards = false
  /// The stretch that lines may take, in shares of the viewport's extent.
  var start = 0.0
  var end = 1.0
  /// Where the box stands in that stretch: 0 at its beginning, 1 at its end.
  var alignment = 0.5
  var line = Line.last
  /// How many pixels it keeps away from the far end, where it stands at the last line.
  var distance = 0.0
  /// What others that stand on it know it by, and which one it stands on itself.
  var index = 0
  var below: Int?
  /// Whether it is in the way of those only that stand on it: nothing of it is to be seen any more.
  var isGone = false
}

/// What captions know of their cues and regions.
struct CueTraits: Equatable {
  /// Where a cue stands.
  var box: CueBox?
  /// Set where a child is a region.
  var region: CueRegion?
}

extension CueBox: WrapperLayout {
  func traits(around child: LayoutTraits) -> LayoutTraits {
    var traits = child.wrapped
    traits.cue.box = self
    return traits
  }
}

extension CueArrangement: ContainerLayout {
  /// Large enough for all cues, one after another across the lines.
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    pass.filledSize(for: proposal) { pass in
      var (lines, columns) = (Size.zero, Size.zero)
      for child in pass.children(of: node) {
        var size = pass.size(of: child, for: .unspecified)
        let box = pass.traits(of: child).cue.box ?? CueBox()
        // Lines may take a stretch only of what the viewport is long.
        size[box.lineAxis] /= max(box.end - box.start, 0.01)
        size[box.lineAxis.other] += box.distance
        if box.lineAxis == .vertical {
          columns = Size(columns.width + size.width, max(columns.height, size.height))
        } else {
          lines = Size(max(lines.width, size.width), lines.height + size.height)
        }
      }
      return margin.size(around: Size(lines.width + columns.width, max(lines.height, columns.height)))
    }
  }

  /// Puts the children at their places, in order: each where it wants to be or, where another is in its way, as near as it
  /// finds room. One that finds none is put where it wants to be: W3C WebVTT leaves it out, but a text that is partly
  /// covered says more than one that is not there.
  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    let area = margin.area(of: size)
    let line = pass.measurer.metrics(of: self.line, width: nil).size
    var placed: [(frame: Rect, box: CueBox?)] = []
    return pass.children(of: node).map { child in
      let traits = pass.traits(of: child).cue
      let (proposal, preferred) =
        if let region = traits.region {
          preferredPosition(of: child, region, in: size, &pass)
        } else {
          preferredPosition(of: child, traits.box ?? CueBox(), in: area, of: size, line: line, &pass)
        }
      let obstacles = placed.filter { other in
        guard let otherBox = other.box, otherBox.isGone else { return true }
        return traits.box?.below == otherBox.index
      }
      let frame = preferred.frame(avoiding: obstacles.map(\.frame), in: area)
      placed.append((frame, traits.box))
      return ChildPlace(node: child, offset: frame.origin, proposal: proposal)
    }
  }

  /// A region stands where it is anchored, whatever else is there.
  private func preferredPosition(
    of child: Int, _ region: CueRegion, in size: Size, _ pass: inout LayoutPass
  ) -> (ProposedViewSize, PreferredPosition) {
    let proposal = ProposedViewSize(size)
    let own = pass.size(of: child, for: proposal)
    let corner = Point(
      x: size.width * region.viewportAnchor.x - own.width * region.anchor.x,
      y: size.height * region.viewportAnchor.y - own.height * region.anchor.y)
    return (proposal, PreferredPosition(frame: Rect(origin: corner, size: own), steps: []))
  }

  /// What a cue is offered, and where it wants to stand.
  private func preferredPosition(
    of child: Int, _ box: CueBox, in area: Rect, of size: Size, line: Size, _ pass: inout LayoutPass
  ) -> (ProposedViewSize, PreferredPosition) {
    let (along, across) = (box.lineAxis, box.lineAxis.other)
    let free = area.range(along: along)
    let start = min(max(size[along] * box.start, free.start), free.end)
    let end = max(min(size[along] * box.end, free.end), start)
    var proposal = ProposedViewSize.unspecified
    proposal[along] = end - start
    proposal[across] = area.size[across]
    let own = pass.size(of: child, for: proposal)
    var frame = Rect(origin: .zero, size: own)
    frame.origin[along] = start + (end - start - own[along]) * box.alignment
    let (position, steps) = box.position(
      of: own[across], in: area.range(along: across), of: size[across], line: line[across])
    frame.origin[across] = position
    return (proposal, PreferredPosition(frame: frame, axis: across, steps: steps))
  }
}

/// Where a box wants to stand, and which ways it may go from there.
private struct PreferredPosition {
  var frame: Rect
  /// Along which axis it goes.
  var axis = Axis.vertical
  /// The ways that are tried, the first first: -1 is up or to the left, 1 down or to the right. Without any the box stays.
  var steps: [Double]

  /// Returns where the box stands among others: where it wants to, or at the first place along a way where it overlaps
  /// none, if there is one.
  func frame(avoiding others: [Rect], in area: Rect) -> Rect {
    let preferred = moved(into: area)
    return steps.lazy.compactMap { free(from: preferred, step: $0, avoiding: others, in: area) }.first ?? preferred
  }

  private func free(from preferred: Rect, step: Double, avoiding others: [Rect], in area: Rect) -> Rect? {
    let limits = area.range(along: axis)
    var frame = preferred
    // Each turn leaves one more box behind, so there are no more turns than boxes.
    while let obstacle = others.first(where: frame.overlaps) {
      let range = obstacle.range(along: axis)
      frame.origin[axis] = step < 0 ? range.start - frame.size[axis] : range.end
      guard frame.origin[axis] >= limits.start, frame.origin[axis] + frame.size[axis] <= limits.end else { return nil }
    }
    return frame
  }

  /// The box within an area; one that is too large begins where the area does.
  private func moved(into area: Rect) -> Rect {
    var frame = frame
    for axis in [Axis.horizontal, .vertical] {
      let limits = area.range(along: axis)
      frame.origin[axis] = max(min(frame.origin[axis], limits.end - frame.size[axis]), limits.start)
    }
    return frame
  }
}

extension CueBox {
  /// Returns where a box begins across its lines, and which ways it may go from there.
  ///
  /// - Parameters:
  ///   - extent: How far the box reaches across its lines.
  ///   - free: What is free of the viewport.
  ///   - whole: The whole of the viewport.
  ///   - line: How far a line reaches.
  fileprivate func position(
    of extent: Double, in free: (start: Double, end: Double), of whole: Double, line: Double
  ) -> (position: Double, steps: [Double]) {
    let forwards: Double = followsBackwards ? -1 : 1
    switch self.line {
    case .last:
      let position = followsBackwards ? free.start + distance : free.end - extent - distance
      return (position, [-forwards, forwards])
    case .number(let number):
      let number = number.rounded().limited(to: -1e5...1e5)
      let isFromTheEnd = number < 0
      // The near edge of the line, counted from where lines begin, or from where they end.
      let distance = line * number
      let near = followsBackwards ? free.end : free.start
      let far = followsBackwards ? free.start : free.end
      let edge = (isFromTheEnd ? far : near) + forwards * distance
      let position = followsBackwards ? edge - extent : edge
      return (position, isFromTheEnd ? [-forwards, forwards] : [forwards, -forwards])
    case .share(let share, let ofItself):
      return (whole * share - extent * ofItself, [-forwards, forwards])
    }
  }
}

extension Rect {
  /// The first and the last coordinate along an axis.
  fileprivate func range(along axis: Axis) -> (start: Double, end: Double) {
    (origin[axis], origin[axis] + size[axis])
  }

  /// Returns whether both have more in common than rounding makes of neighbors: a box that was moved beside another
  /// overlaps it no more.
  func overlaps(_ other: Rect) -> Bool {
    let rounding = 1e-3
    return [Axis.horizontal, .vertical].allSatisfy { axis in
      let (own, others) = (range(along: axis), other.range(along: axis))
      return own.start + rounding < others.end && others.start + rounding < own.end
    }
  }
}
