/// The context in which a node is drawn.
struct DrawingContext {
  /// The origin of the surrounding group, in pixels of the picture.
  var origin = (x: 0, y: 0)
  /// The number of groups, and of shadows, around the node.
  var groupDepth = 0
  var shadowDepth = 0
  /// The offset from the laid-out position, in pixels.
  var offset = Point.zero
  /// The distance moved from there, in eighths of a pixel; `nil` for a node that does not move.
  var motion: (x: Int, y: Int)?
}

/// The items of some neighboring nodes, while they are being made.
struct DisplayListPart<Measurer: TextMeasurer> {
  private(set) var items: [DisplayItem] = []
  /// For each node, the range of its items in the whole list.
  private(set) var ranges: [Range<Int>] = []
  /// For each node, its drawing context.
  private(set) var contexts: [DrawingContext] = []

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

  /// The nodes that have been added.
  var nodes: Range<Int> { firstNode..<(firstNode + ranges.count) }

  /// Adds a node and its descendants, if it is shown.
  mutating func append(_ node: Int, in context: DrawingContext) {
    guard layout.placements[node].isShown else {
      return appendNothing(for: node..<layout.nodes[node].end, in: context)
    }
    let range = ranges.count
    let start = firstItem + items.count
    ranges.append(start..<start)
    contexts.append(context)
    switch layout.nodes[node].kind {
    case .leaf(let leaf): appendLeaf(leaf, of: node, in: context)
    case .wrapper, .arrangement: appendContainer(node, in: context)
    }
    ranges[range] = start..<(firstItem + items.count)
  }

  private mutating func appendContainer(_ node: Int, in context: DrawingContext) {
    switch layout.nodes[node].kind.drawing {
    case .inPlace, .decorated:
      appendChildren(of: node, in: context)
    case .group(let effect):
      appendGroup(effect, of: node, in: context)
    case .offset(let offset):
      let distance = offset.distance(of: context.size(of: layout.placements[node].frame))
      appendChildren(of: node, in: context.moved(by: distance, isMoving: offset.isMoving))
    case .magnified:
      let magnification = layout.magnification(of: node)
      if magnification == .identity {
        appendChildren(of: node, in: context)
      } else {
        appendGroup(.transform(magnification, anchor: .topLeading), of: node, in: context)
      }
    case .copies:
      appendGroup(.clip(.rectangle), of: node, in: context)
    }
  }

  private mutating func appendChildren(of node: Int, in context: DrawingContext) {
    switch layout.nodes[node].kind.drawing {
    case .inPlace, .group, .offset, .magnified:
      if layout.hasZIndices {
        appendByDepth(of: node, in: context)
      } else {
        for child in layout.nodes.children(of: node) { append(child, in: context) }
      }
    case .decorated(let isBehind):
      let children = Array(layout.nodes.children(of: node))
      append(children, deepestFirst: isBehind ? children.reversed() : children, in: context)
    case .copies(let ticker):
      appendCopies(in: ticker, of: node, in: context)
    }
  }

  /// Adds the children of a node, those with the lowest depth first. Of the same depth, the first child is deepest.
  private mutating func appendByDepth(of node: Int, in context: DrawingContext) {
    let children = Array(layout.nodes.children(of: node))
    let depths = children.map { layout.nodes.traits(of: $0).zIndex }
    let order = children.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { children[$0] }
    append(children, deepestFirst: order, in: context)
  }

  /// Adds siblings in the order of their depths. The records stay in the order of the nodes.
  private mutating func append(_ siblings: [Int], deepestFirst order: [Int], in context: DrawingContext) {
    guard order != siblings else {
      for node in siblings { append(node, in: context) }
      return
    }
    var records: [Int: (ranges: [Range<Int>], contexts: [DrawingContext])] = [:]
    for node in order {
      var part = DisplayListPart(layout, measuredBy: measurer, firstNode: node, firstItem: firstItem + items.count)
      part.append(node, in: context)
      items += part.items
      records[node] = (part.ranges, part.contexts)
    }
    for node in siblings {
      ranges += records[node]?.ranges ?? []
      contexts += records[node]?.contexts ?? []
    }
  }

  /// Adds the copies of a ticker's content. Its nodes are drawn several times, so no items are recorded for them.
  private mutating func appendCopies(in ticker: TickerArrangement, of node: Int, in context: DrawingContext) {
    let content = node + 1
    let nodeCount = layout.nodes[node].end - content
    guard nodeCount > 0 else { return }
    let length = context.size(of: layout.placements[content].frame)[ticker.axis]
    let window = context.size(of: layout.placements[node].frame)[ticker.axis]
    for place in ticker.copyOffsets(length: length, window: window) {
      var copy = DisplayListPart(layout, measuredBy: measurer, firstNode: content, firstItem: firstItem + items.count)
      copy.append(content, in: context.moved(by: place, along: ticker.axis))
      items += copy.items
    }
    appendNothing(for: content..<(content + nodeCount), in: context)
  }

  /// Records that some nodes have no items of their own.
  private mutating func appendNothing(for nodes: Range<Int>, in context: DrawingContext) {
    let place = firstItem + items.count
    ranges += repeatElement(place..<place, count: nodes.count)
    contexts += repeatElement(context, count: nodes.count)
  }

  private mutating func appendGroup(_ effect: Effect, of node: Int, in context: DrawingContext) {
    guard context.groupDepth < DisplayList.groupDepthLimit else {
      return appendNothing(for: (node + 1)..<layout.nodes[node].end, in: context)
    }
    if effect.isShadow, context.shadowDepth >= DisplayList.shadowDepthLimit {
      return appendChildren(of: node, in: context)
    }
    let frame = layout.placements[node].frame
    let (x, y, phase) = context.position(of: frame.origin)
    let size = context.size(of: frame)
    let effect = effect.snapped(to: size)
    let index = items.count
    items.append(
      DisplayItem(
        content: .group(effect, size), x: x, y: y, phase: phase, ink: .zero, identity: layout.nodes[node].identity))
    var inside = context
    inside.origin = (context.origin.x + x, context.origin.y + y)
    inside.groupDepth += 1
    if effect.isShadow { inside.shadowDepth += 1 }
    appendChildren(of: node, in: inside)
    items[index].memberCount = items.count - index - 1
    items[index].ink = DisplayList.ink(ofMembers: items[(index + 1)...], of: items[index], effect, size)
  }

  private mutating func appendLeaf(_ leaf: Leaf, of node: Int, in context: DrawingContext) {
    switch leaf {
    case .text(let text): appendText(text, of: node, in: context)
    case .fill(let fill): appendFill(fill, of: node, in: context)
    case .shape(let shape): appendShape(shape, of: node, in: context)
    case .picture(let picture): appendPicture(picture, of: node, in: context)
    case .spacer: break
    }
  }

  private mutating func appendText(_ text: TextContent, of node: Int, in context: DrawingContext) {
    guard text.isVisible else { return }
    let placement = layout.placements[node]
    var text = text
    text.shape = text.shape.fitted(to: placement.proposal, measuredBy: measurer)
    let width = text.shape.wrapWidth(for: placement.proposal, measuredBy: measurer)
    let (x, y, phase) = context.position(of: placement.origin)
    let reach = text.reach(phase: phase)
    let ink = measurer.metrics(of: text.shape, width: width).ink
    items.append(
      DisplayItem(
        content: .text(text, width: width), x: x, y: y, phase: phase,
        ink: ink.isEmpty ? .zero : ink.offsetBy(dx: x, dy: y).insetBy(dx: -reach, dy: -reach),
        identity: layout.nodes[node].identity))
  }

  private mutating func appendShape(_ shape: ShapeContent, of node: Int, in context: DrawingContext) {
    guard !shape.isInvisible else { return }
    let frame = layout.placements[node].frame
    let (x, y, phase) = context.position(of: frame.origin)
    let size = context.size(of: frame)
    let normalized = shape.normalized(in: Size(size))
    items.append(
      DisplayItem(
        content: .shape(normalized, size), x: x, y: y, phase: phase,
        ink: normalized.ink(in: Size(size)).offsetBy(dx: x, dy: y).widened(for: phase),
        identity: layout.nodes[node].identity))
  }

  private mutating func appendPicture(_ picture: PictureContent, of node: Int, in context: DrawingContext) {
    let frame = layout.placements[node].frame
    let (x, y, phase) = context.position(of: frame.origin)
    let size = context.size(of: frame)
    let ink = picture.pixels == nil ? .zero : PixelRect(x: x, y: y, width: size.width, height: size.height)
    items.append(
      DisplayItem(
        content: .picture(picture, size), x: x, y: y, phase: phase, ink: ink.widened(for: phase),
        identity: layout.nodes[node].identity))
  }

  private mutating func appendFill(_ fill: Fill, of node: Int, in context: DrawingContext) {
    guard fill.color.alpha > 0 else { return }
    let frame = layout.placements[node].frame
    let (x, y, phase) = context.position(of: frame.origin)
    let size = context.size(of: frame)
    let ink = PixelRect(x: x, y: y, width: size.width, height: size.height)
    items.append(
      DisplayItem(
        content: .fill(fill, size), x: x, y: y, phase: phase, ink: ink.widened(for: phase),
        identity: layout.nodes[node].identity))
  }
}

extension SceneLayout {
  /// Returns the scaling with which the content of a magnified node fills the node.
  fileprivate func magnification(of node: Int) -> Transform {
    guard nodes[node].end > node + 1 else { return .identity }
    let (size, room) = (placements[node].size, placements[node + 1].proposal.replacingUnspecifiedDimensions())
    guard room.width > 0, room.height > 0 else { return .identity }
    return .scale(x: size.width / room.width, y: size.height / room.height)
  }
}

extension DrawingContext {
  /// Returns the context of the content of an offset. Everything inside a moving view moves with it.
  func moved(by offset: Point, isMoving: Bool) -> DrawingContext {
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

  /// Returns the context of content that is moved along an axis by eighths of a pixel.
  func moved(by eighths: Int, along axis: Axis) -> DrawingContext {
    var moved = self
    let motion = motion ?? (0, 0)
    moved.motion = axis == .horizontal ? (motion.x + eighths, motion.y) : (motion.x, motion.y + eighths)
    return moved
  }

  /// Returns the position of something that was laid out at `origin`, relative to the group. Positions are rounded
  /// before the motion is added, so the parts of a moving view keep their distances.
  func position(of origin: Point) -> (x: Int, y: Int, phase: Phase?) {
    let x = pixel(origin.x + offset.x)
    let y = pixel(origin.y + offset.y)
    guard let motion else { return (x - self.origin.x, y - self.origin.y, nil) }
    let column = x * Phase.steps + motion.x
    let row = y * Phase.steps + motion.y
    // Shifting by 3 divides by the 8 steps of a pixel and rounds down.
    return (
      (column >> 3) - self.origin.x, (row >> 3) - self.origin.y, Phase(x: column, y: row)
    )
  }

  /// Returns the size of a frame whose edges are rounded to whole pixels.
  func size(of frame: Rect) -> PixelSize {
    let (left, top) = (pixel(frame.origin.x + offset.x), pixel(frame.origin.y + offset.y))
    return PixelSize(
      max(pixel(frame.origin.x + offset.x + frame.size.width) - left, 0),
      max(pixel(frame.origin.y + offset.y + frame.size.height) - top, 0))
  }

  /// Returns the nearest whole pixel. Coordinates far outside of any picture are limited, so that they fit into an
  /// integer.
  private func pixel(_ coordinate: Double) -> Int {
    Int(coordinate.limited(to: -1e6...1e6).rounded())
  }
}

extension PixelRect {
  /// Returns the rectangle with one more column and row if the position is fractional.
  func widened(for phase: Phase?) -> PixelRect {
    phase == nil || isEmpty ? self : PixelRect(x: x, y: y, width: width + 1, height: height + 1)
  }
}
