/// What a node is drawn in.
struct Surroundings {
  /// The origin of the group around it, in pixels of the picture.
  var origin = (x: 0, y: 0)
  /// How many groups, and how many shadows, are around it.
  var groupDepth = 0
  var shadowDepth = 0
  /// How far it stands from where it was laid out, in pixels.
  var offset = Point.zero
  /// How far it has moved from there, in eighths of a pixel; `nil` for what stands still.
  var motion: (x: Int, y: Int)?
}

/// The items of some neighbouring nodes, as they are made.
struct DisplayListPart<Measurer: TextMeasurer> {
  private(set) var items: [DisplayItem] = []
  /// For each node, which items it became, counted in the whole list.
  private(set) var ranges: [Range<Int>] = []
  /// For each node, what it is drawn in.
  private(set) var surroundings: [Surroundings] = []

  private let layout: SceneLayout
  private let measurer: Measurer
  private let firstNode: Int
  private let firstItem: Int

  init(_ layout: SceneLayout, measuredBy measurer: Measurer, firstNode: Int, firstItem: Int) {
    self.layout = layout
    self.measurer = measurer
    self.firstNode = firstNode
    self.firstItem = firstItem
  }

  /// The nodes so far.
  var nodes: Range<Int> { firstNode..<(firstNode + ranges.count) }

  /// Adds a node and all that is in it, if it is shown.
  mutating func append(_ node: Int, in surroundings: Surroundings) {
    guard layout.placements[node].isShown else {
      return appendNothing(for: node..<layout.nodes[node].end, in: surroundings)
    }
    let range = ranges.count
    let start = firstItem + items.count
    ranges.append(start..<start)
    self.surroundings.append(surroundings)
    switch layout.nodes[node].kind {
    case .leaf(let leaf): appendLeaf(leaf, of: node, in: surroundings)
    case .wrapper, .arrangement: appendContainer(node, in: surroundings)
    }
    ranges[range] = start..<(firstItem + items.count)
  }

  private mutating func appendContainer(_ node: Int, in surroundings: Surroundings) {
    switch layout.nodes[node].kind.drawing {
    case .inPlace, .secondBehindFirst:
      appendChildren(of: node, in: surroundings)
    case .group(let effect):
      appendGroup(effect, of: node, in: surroundings)
    case .offset(let offset):
      let distance = offset.distance(of: surroundings.size(of: layout.placements[node].frame))
      appendChildren(of: node, in: surroundings.moved(by: distance, isMoving: offset.isMoving))
    case .copies:
      appendGroup(.clip(.rectangle), of: node, in: surroundings)
    }
  }

  private mutating func appendChildren(of node: Int, in surroundings: Surroundings) {
    switch layout.nodes[node].kind.drawing {
    case .inPlace, .group, .offset:
      for child in layout.nodes.children(of: node) { append(child, in: surroundings) }
    case .secondBehindFirst:
      appendSecondBehindFirst(of: node, in: surroundings)
    case .copies(let ticker):
      appendCopies(in: ticker, of: node, in: surroundings)
    }
  }

  /// What lies behind is drawn first; the records stay in the order of the nodes.
  private mutating func appendSecondBehindFirst(of node: Int, in surroundings: Surroundings) {
    let first = node + 1
    let second = layout.nodes[first].end
    var behind = DisplayListPart(
      layout, measuredBy: measurer, firstNode: second, firstItem: firstItem + items.count)
    behind.append(second, in: surroundings)
    items += behind.items
    append(first, in: surroundings)
    ranges += behind.ranges
    self.surroundings += behind.surroundings
  }

  /// What is in a ticker is drawn more than once, so its nodes have no items that are theirs alone: none are recorded.
  private mutating func appendCopies(in ticker: TickerArrangement, of node: Int, in surroundings: Surroundings) {
    let content = node + 1
    let nodeCount = layout.nodes[node].end - content
    guard nodeCount > 0 else { return }
    let length = surroundings.size(of: layout.placements[content].frame)[ticker.axis]
    let window = surroundings.size(of: layout.placements[node].frame)[ticker.axis]
    for place in ticker.copyOffsets(length: length, window: window) {
      var copy = DisplayListPart(layout, measuredBy: measurer, firstNode: content, firstItem: firstItem + items.count)
      copy.append(content, in: surroundings.moved(by: place, along: ticker.axis))
      items += copy.items
    }
    appendNothing(for: content..<(content + nodeCount), in: surroundings)
  }

  /// Records that some nodes have no items of their own.
  private mutating func appendNothing(for nodes: Range<Int>, in surroundings: Surroundings) {
    let place = firstItem + items.count
    ranges += repeatElement(place..<place, count: nodes.count)
    self.surroundings += repeatElement(surroundings, count: nodes.count)
  }

  private mutating func appendGroup(_ effect: Effect, of node: Int, in surroundings: Surroundings) {
    guard surroundings.groupDepth < DisplayList.groupDepthLimit else {
      return appendNothing(for: (node + 1)..<layout.nodes[node].end, in: surroundings)
    }
    if effect.isShadow, surroundings.shadowDepth >= DisplayList.shadowDepthLimit {
      return appendChildren(of: node, in: surroundings)
    }
    let frame = layout.placements[node].frame
    let (x, y, phase) = surroundings.position(of: frame.origin)
    let size = surroundings.size(of: frame)
    let effect = effect.snapped(to: size)
    let index = items.count
    items.append(
      DisplayItem(
        content: .group(effect, size), x: x, y: y, phase: phase, ink: .zero, identity: layout.nodes[node].identity))
    var inside = surroundings
    inside.origin = (surroundings.origin.x + x, surroundings.origin.y + y)
    inside.groupDepth += 1
    if effect.isShadow { inside.shadowDepth += 1 }
    appendChildren(of: node, in: inside)
    items[index].memberCount = items.count - index - 1
    items[index].ink = DisplayList.ink(ofMembers: items[(index + 1)...], of: items[index], effect, size)
  }

  private mutating func appendLeaf(_ leaf: Leaf, of node: Int, in surroundings: Surroundings) {
    switch leaf {
    case .text(let text): appendText(text, of: node, in: surroundings)
    case .fill(let fill): appendFill(fill, of: node, in: surroundings)
    case .shape(let shape): appendShape(shape, of: node, in: surroundings)
    case .picture(let picture): appendPicture(picture, of: node, in: surroundings)
    case .spacer: break
    }
  }

  private mutating func appendText(_ text: TextContent, of node: Int, in surroundings: Surroundings) {
    guard text.isVisible else { return }
    let placement = layout.placements[node]
    var text = text
    text.shape = text.shape.fitted(to: placement.proposal, measuredBy: measurer)
    let width = text.shape.wrapWidth(for: placement.proposal, measuredBy: measurer)
    let (x, y, phase) = surroundings.position(of: placement.origin)
    let reach = text.reach(phase: phase)
    let ink = measurer.metrics(of: text.shape, width: width).ink
    items.append(
      DisplayItem(
        content: .text(text, width: width), x: x, y: y, phase: phase,
        ink: ink.isEmpty ? .zero : ink.offsetBy(dx: x, dy: y).insetBy(dx: -reach, dy: -reach),
        identity: layout.nodes[node].identity))
  }

  private mutating func appendShape(_ shape: ShapeContent, of node: Int, in surroundings: Surroundings) {
    guard !shape.isInvisible else { return }
    let frame = layout.placements[node].frame
    let (x, y, phase) = surroundings.position(of: frame.origin)
    let size = surroundings.size(of: frame)
    let normalized = shape.normalized(in: Size(size))
    items.append(
      DisplayItem(
        content: .shape(normalized, size), x: x, y: y, phase: phase,
        ink: normalized.ink(in: Size(size)).offsetBy(dx: x, dy: y).widened(for: phase),
        identity: layout.nodes[node].identity))
  }

  private mutating func appendPicture(_ picture: PictureContent, of node: Int, in surroundings: Surroundings) {
    let frame = layout.placements[node].frame
    let (x, y, phase) = surroundings.position(of: frame.origin)
    let size = surroundings.size(of: frame)
    let ink = picture.pixels == nil ? .zero : PixelRect(x: x, y: y, width: size.width, height: size.height)
    items.append(
      DisplayItem(
        content: .picture(picture, size), x: x, y: y, phase: phase, ink: ink.widened(for: phase),
        identity: layout.nodes[node].identity))
  }

  private mutating func appendFill(_ fill: Fill, of node: Int, in surroundings: Surroundings) {
    guard fill.color.alpha > 0 else { return }
    let frame = layout.placements[node].frame
    let (x, y, phase) = surroundings.position(of: frame.origin)
    let size = surroundings.size(of: frame)
    let ink = PixelRect(x: x, y: y, width: size.width, height: size.height)
    items.append(
      DisplayItem(
        content: .fill(fill, size), x: x, y: y, phase: phase, ink: ink.widened(for: phase),
        identity: layout.nodes[node].identity))
  }
}

extension Surroundings {
  /// The surroundings of what is in an offset. Within motion everything moves.
  func moved(by offset: Point, isMoving: Bool) -> Surroundings {
    var moved = self
    if isMoving {
      let motion = motion ?? (0, 0)
      let steps = Double(Phase.steps)
      moved.motion = (motion.x + wholePixel(offset.x * steps), motion.y + wholePixel(offset.y * steps))
    } else {
      moved.offset = Point(x: self.offset.x + offset.x, y: self.offset.y + offset.y)
    }
    return moved
  }

  /// The surroundings of what moves along an axis by eighths of a pixel.
  func moved(by eighths: Int, along axis: Axis) -> Surroundings {
    var moved = self
    let motion = motion ?? (0, 0)
    moved.motion = axis == .horizontal ? (motion.x + eighths, motion.y) : (motion.x, motion.y + eighths)
    return moved
  }

  /// Where something stands that was laid out at `origin`, relative to the group's origin. It was laid out on whole
  /// pixels, and it moves as a whole: so its parts do not stir among themselves.
  func position(of origin: Point) -> (x: Int, y: Int, phase: Phase?) {
    let x = pixel(origin.x + offset.x)
    let y = pixel(origin.y + offset.y)
    guard let motion else { return (x - self.origin.x, y - self.origin.y, nil) }
    let column = x * Phase.steps + motion.x
    let row = y * Phase.steps + motion.y
    // Rounding down: an arithmetic shift by log2 of the steps, and the rest.
    return (
      (column >> 3) - self.origin.x, (row >> 3) - self.origin.y, Phase(x: column, y: row)
    )
  }

  /// The size of a frame whose edges stand on whole pixels.
  func size(of frame: Rect) -> PixelSize {
    let (left, top) = (pixel(frame.origin.x + offset.x), pixel(frame.origin.y + offset.y))
    return PixelSize(
      max(pixel(frame.origin.x + offset.x + frame.size.width) - left, 0),
      max(pixel(frame.origin.y + offset.y + frame.size.height) - top, 0))
  }

  /// Everything drawn stands at whole pixels; what is far outside any picture is brought near enough for integers.
  private func pixel(_ coordinate: Double) -> Int {
    Int(coordinate.limited(to: -1e6...1e6).rounded())
  }
}

extension PixelRect {
  /// With a column and a row more for what stands between pixels.
  func widened(for phase: Phase?) -> PixelRect {
    phase == nil || isEmpty ? self : PixelRect(x: x, y: y, width: width + 1, height: height + 1)
  }
}
