// Where boxes stand on a board: the placing of cues by W3C WebVTT, section 7.2 ("processing cue settings"), with whole boxes
// where it has lines, and with margins that nothing leaves.

extension Layout {
  /// Puts the children of a board at their places, in order: each where it wants to be or, where another is in its way, as
  /// near as it finds room. One that finds none is put where it wants to be: W3C WebVTT leaves it out, but a text that is
  /// partly covered says more than one that is not there.
  mutating func arrangedBoard(
    _ node: Int, _ board: Board, size: Size, measuredBy measurer: some TextMeasurer
  ) -> [Arranged] {
    let area = board.area(of: size)
    let line = measurer.metrics(of: board.line, width: nil).size
    var boxes: [(box: Rect, place: BoardPlace?)] = []
    return children(of: node).map { child in
      let (proposal, wish) = wish(of: child, on: area, of: size, line: line, measuredBy: measurer)
      let place = boardPlace(of: child)
      let obstacles = boxes.filter { other in
        guard let otherPlace = other.place, otherPlace.isGone else { return true }
        return place?.standsOn == otherPlace.number
      }
      let box = wish.settled(among: obstacles.map(\.box), in: area)
      boxes.append((box, place))
      return Arranged(node: child, offset: box.origin, proposal: proposal)
    }
  }

  /// Puts the children of a roll one above the other, the last at the bottom. Those that are above the window, but for
  /// the space beneath their letters, are put so far away that nothing of them, no outline either, is to be seen.
  mutating func arrangedRoll(
    _ node: Int, _ roll: BoardRoll, size: Size, measuredBy measurer: some TextMeasurer
  ) -> [Arranged] {
    let space = measurer.metrics(of: roll.line, width: nil).size.height / 8
    var bottom = size.height
    var isLast = true
    return children(of: node).reversed().map { child in
      let place = boardPlace(of: child) ?? BoardPlace()
      let proposal = ProposedSize(width: size.width * (place.end - place.start), height: nil)
      let box = self.size(of: child, for: proposal, measuredBy: measurer)
      bottom -= box.height
      if isLast { bottom += (box.height * (1 - roll.progress)).rounded() }
      isLast = false
      let room = size.width * (place.end - place.start) - box.width
      let isAbove = bottom + box.height <= space
      return Arranged(
        node: child,
        offset: Point(x: size.width * place.start + room * place.alignment, y: isAbove ? -1e6 : bottom),
        proposal: proposal)
    }.reversed()
  }

  /// Large enough for all that is on it, one after another across the lines.
  mutating func boardSize(of node: Int, _ board: Board, measuredBy measurer: some TextMeasurer) -> Size {
    var (lines, columns) = (Size.zero, Size.zero)
    for child in children(of: node) {
      var size = size(of: child, for: .unspecified, measuredBy: measurer)
      let place = boardPlace(of: child) ?? BoardPlace()
      // Lines may take a stretch only of what the board is long.
      size[place.lineAxis] /= max(place.end - place.start, 0.01)
      size[place.lineAxis.other] += place.distance
      if place.lineAxis == .vertical {
        columns = Size(columns.width + size.width, max(columns.height, size.height))
      } else {
        lines = Size(max(lines.width, size.width), lines.height + size.height)
      }
    }
    return board.size(around: Size(lines.width + columns.width, max(lines.height, columns.height)))
  }

  /// What a child of a board is offered, and where it wants to stand.
  private mutating func wish(
    of child: Int, on area: Rect, of size: Size, line: Size, measuredBy measurer: some TextMeasurer
  ) -> (ProposedSize, BoardWish) {
    if let roll = boardRoll(of: child) {
      let proposal = ProposedSize(size)
      let window = self.size(of: child, for: proposal, measuredBy: measurer)
      let corner = Point(
        x: size.width * roll.boardAnchor.x - window.width * roll.anchor.x,
        y: size.height * roll.boardAnchor.y - window.height * roll.anchor.y)
      // A window stands where it is told to, whatever else is there.
      return (proposal, BoardWish(box: Rect(origin: corner, size: window), steps: []))
    }
    let place = boardPlace(of: child) ?? BoardPlace()
    let (along, across) = (place.lineAxis, place.lineAxis.other)
    let free = area.range(along: along)
    let start = min(max(size[along] * place.start, free.start), free.end)
    let end = max(min(size[along] * place.end, free.end), start)
    var proposal = ProposedSize.unspecified
    proposal[along] = end - start
    proposal[across] = area.size[across]
    let own = self.size(of: child, for: proposal, measuredBy: measurer)
    var box = Rect(origin: .zero, size: own)
    box.origin[along] = start + (end - start - own[along]) * place.alignment
    let (position, steps) = place.position(
      of: own[across], in: area.range(along: across), of: size[across], line: line[across])
    box.origin[across] = position
    return (proposal, BoardWish(box: box, axis: across, steps: steps))
  }
}

/// Where a box wants to stand on a board, and which ways it may go from there.
private struct BoardWish {
  var box: Rect
  /// Along which axis it goes.
  var axis = Axis.vertical
  /// The ways that are tried, the first first: -1 is up or to the left, 1 down or to the right. Without any the box stays.
  var steps: [Double]

  /// Where the box stands among others: where it wants to, or at the first place along a way where it is in nobody's way, if
  /// there is one.
  func settled(among boxes: [Rect], in area: Rect) -> Rect {
    let wanted = moved(box, into: area)
    return steps.lazy.compactMap { free(from: wanted, step: $0, among: boxes, in: area) }.first ?? wanted
  }

  private func free(from wanted: Rect, step: Double, among boxes: [Rect], in area: Rect) -> Rect? {
    let limits = area.range(along: axis)
    var box = wanted
    // Each turn leaves one more box behind, so there are no more turns than boxes.
    while let obstacle = boxes.first(where: box.overlaps) {
      let range = obstacle.range(along: axis)
      box.origin[axis] = step < 0 ? range.start - box.size[axis] : range.end
      guard box.origin[axis] >= limits.start, box.origin[axis] + box.size[axis] <= limits.end else { return nil }
    }
    return box
  }

  /// A box within an area; one that is too large begins where the area does.
  private func moved(_ box: Rect, into area: Rect) -> Rect {
    var box = box
    for axis in [Axis.horizontal, .vertical] {
      let limits = area.range(along: axis)
      box.origin[axis] = max(min(box.origin[axis], limits.end - box.size[axis]), limits.start)
    }
    return box
  }
}

extension BoardPlace {
  /// Where a box begins across its lines, and which ways it may go from there.
  ///
  /// - Parameters:
  ///   - extent: How far the box reaches across its lines.
  ///   - free: What is free of the board.
  ///   - whole: The whole of the board.
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
