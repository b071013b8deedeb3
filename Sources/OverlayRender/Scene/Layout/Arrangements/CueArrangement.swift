// The placement of cues in the picture: W3C WebVTT, section 7.2 ("processing cue settings"), with whole boxes instead
// of lines, and with margins.

/// An arrangement that fills the proposed space with cues that do not overlap: `Captions`.
struct CueArrangement {
  var margin: SafeMargin
  /// A line of text, whose height is the unit of line numbers.
  var line: TextShape
}

/// A wrapper that gives its child a position as a cue. The viewport is the space proposed to the captions. Lines run
/// along one axis, and boxes follow each other across it.
struct CueBox: Sendable, Hashable {
  enum Line: Sendable, Hashable {
    /// At the end across the lines: the bottom of horizontal text.
    case last
    /// At a line number. Numbers below zero count from the end, and -1 is the last line.
    case number(Double)
    /// At a share of the viewport, aligned by a share of the box.
    case share(Double, ofItself: Double)
  }

  /// The axis along which lines run.
  var lineAxis = Axis.horizontal
  /// Whether lines follow each other from right to left, or from bottom to top.
  var followsBackwards = false
  /// The range of the line axis that the box may use, as shares of the viewport.
  var start = 0.0
  var end = 1.0
  /// The alignment of the box in that range, 0...1.
  var alignment = 0.5
  var line = Line.last
  /// The distance from the end in pixels, for a box at the last line.
  var distance = 0.0
  /// The index by which other cues refer to this one, and the index of the cue below it.
  var index = 0
  var below: Int?
  /// Whether the cue is no longer visible. It then keeps only the cues above it in place.
  var isGone = false
}

/// What captions know of their cues and regions.
struct CueTraits: Equatable {
  /// The position of a cue.
  var box: CueBox?
  /// The region, if the child is one.
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
  /// Returns a size for all cues, one after another across the lines.
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    pass.filledSize(for: proposal) { pass in
      var (lines, columns) = (Size.zero, Size.zero)
      for child in pass.children(of: node) {
        var size = pass.size(of: child, for: .unspecified)
        let box = pass.traits(of: child).cue.box ?? CueBox()
        // The box may use only a part of the viewport's length.
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

  /// Places the children in order: each at its preferred position, or at the nearest one that is free. If there is
  /// none, the child is placed at its preferred position. WebVTT omits such a cue, but a partly covered text is better
  /// than a missing one.
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
      let shown = obstacles.filter { $0.box?.isGone == false }
      if traits.box?.isGone == false, shown.contains(where: { frame.overlaps($0.frame) }) { pass.add(.overlap) }
      placed.append((frame, traits.box))
      return ChildPlace(node: child, offset: frame.origin, proposal: proposal)
    }
  }

  /// Returns the position of a region. It does not depend on other cues.
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

  /// Returns the proposal for a cue, and its preferred position.
  private func preferredPosition(
    of child: Int, _ box: CueBox, in area: Rect, of size: Size, line: Size, _ pass: inout LayoutPass
  ) -> (ProposedViewSize, PreferredPosition) {
    let (along, across) = (box.lineAxis, box.lineAxis.other)
    let area = box.line == .last && along == .horizontal ? margin.areaForCaptions(of: size) : area
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

/// The preferred position of a box, and the directions in which it may move.
private struct PreferredPosition {
  var frame: Rect
  /// The axis along which the box may move.
  var axis = Axis.vertical
  /// The directions to try, in order: -1 is up or left, and 1 is down or right. If empty, the box does not move.
  var steps: [Double]

  /// Returns the preferred position, or the first free one in a direction. If none is free, returns the preferred one.
  func frame(avoiding others: [Rect], in area: Rect) -> Rect {
    let preferred = moved(into: area)
    return steps.lazy.compactMap { free(from: preferred, step: $0, avoiding: others, in: area) }.first ?? preferred
  }

  private func free(from preferred: Rect, step: Double, avoiding others: [Rect], in area: Rect) -> Rect? {
    let limits = area.range(along: axis)
    var frame = preferred
    // Each iteration passes another box, so the loop ends.
    while let obstacle = others.first(where: frame.overlaps) {
      let range = obstacle.range(along: axis)
      frame.origin[axis] = step < 0 ? range.start - frame.size[axis] : range.end
      guard frame.origin[axis] >= limits.start, frame.origin[axis] + frame.size[axis] <= limits.end else { return nil }
    }
    return frame
  }

  /// Returns the frame moved into an area. A frame that is too large starts where the area does.
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
  /// Returns the position of a box across its lines, and the directions in which it may move.
  ///
  /// - Parameters:
  ///   - extent: The length of the box across its lines.
  ///   - free: The range of the viewport inside the margins.
  ///   - whole: The length of the viewport.
  ///   - line: The height of a line, in pixels.
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
      // Numbers count from the start, or from the end if they are negative.
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
  /// The range of coordinates on an axis.
  fileprivate func range(along axis: Axis) -> (start: Double, end: Double) {
    (origin[axis], origin[axis] + size[axis])
  }

  /// Returns whether two rectangles overlap by more than rounding errors.
  func overlaps(_ other: Rect) -> Bool {
    let rounding = 1e-3
    return [Axis.horizontal, .vertical].allSatisfy { axis in
      let (own, others) = (range(along: axis), other.range(along: axis))
      return own.start + rounding < others.end && others.start + rounding < own.end
    }
  }
}
