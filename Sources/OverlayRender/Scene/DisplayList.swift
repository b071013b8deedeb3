/// One thing to draw, at whole pixels.
struct DisplayItem: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    /// Glyphs whose lines are broken at `width` pixels.
    case text(TextContent, width: Double?)
    /// A filled rectangle.
    case fill(Fill, PixelSize)
  }

  var content: Content
  /// The left edge, in pixels of the picture.
  var x: Int
  /// The top edge, in pixels of the picture.
  var y: Int
  /// Every pixel that drawing it may touch, within the picture.
  var ink: PixelRect
  /// The structural identity of the node that it was made from.
  var identity: UInt64
}

/// What a laid-out tree looks like, deepest first.
struct DisplayList {
  private(set) var items: [DisplayItem] = []
  /// Which items each node and its descendants became.
  private(set) var ranges: [Range<Int>]

  private let bounds: PixelRect

  /// Makes the list of everything in a layout that shows within a picture of `size`.
  init(_ layout: Layout, in size: PixelSize, measuredBy measurer: some TextMeasurer) {
    bounds = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    ranges = Array(repeating: 0..<0, count: layout.nodes.count)
    if !layout.nodes.isEmpty { append(0, of: layout, measuredBy: measurer) }
  }

  /// Makes the items of some nodes anew; returns the damage, or `nil` when there are not as many items as before, and
  /// then nothing has changed.
  mutating func replace(
    _ nodes: Range<Int>, of layout: Layout, measuredBy measurer: some TextMeasurer
  ) -> Damage? {
    guard let first = nodes.first, let last = nodes.last else { return .nothing }
    let old = ranges[first].lowerBound..<ranges[last].upperBound
    var part = DisplayList(bounds: bounds, nodeCount: 0)
    var node = first
    while node < nodes.upperBound {
      part.append(node, of: layout, measuredBy: measurer, records: false)
      node = layout.nodes[node].end
    }
    guard part.items.count == old.count else { return nil }
    var damage = Damage()
    for (index, item) in zip(old, part.items) {
      damage.formUnion(items[index].difference(from: item, measuredBy: measurer))
      items[index] = item
    }
    return damage
  }

  private init(bounds: PixelRect, nodeCount: Int) {
    self.bounds = bounds
    ranges = Array(repeating: 0..<0, count: nodeCount)
  }

  private mutating func append(
    _ node: Int, of layout: Layout, measuredBy measurer: some TextMeasurer, records: Bool = true
  ) {
    let start = items.count
    let placement = layout.placements[node]
    switch layout.nodes[node].kind {
    case .text(let text):
      appendText(text, at: placement, identity: layout.nodes[node].identity, measuredBy: measurer)
    case .fill(let fill):
      appendFill(fill, in: placement.frame, identity: layout.nodes[node].identity)
    case .background:
      let content = node + 1
      append(layout.nodes[content].end, of: layout, measuredBy: measurer, records: records)
      append(content, of: layout, measuredBy: measurer, records: records)
    case .spacer, .stack, .layers, .padding, .frame:
      var child = node + 1
      while child < layout.nodes[node].end {
        append(child, of: layout, measuredBy: measurer, records: records)
        child = layout.nodes[child].end
      }
    }
    if records { ranges[node] = start..<items.count }
  }

  private mutating func appendText(
    _ text: TextContent, at placement: Layout.Placement, identity: UInt64, measuredBy measurer: some TextMeasurer
  ) {
    guard !text.shape.string.isEmpty, text.color.alpha > 0 || text.outline != nil else { return }
    let width = text.shape.wrapWidth(for: placement.proposal, measuredBy: measurer)
    let x = pixel(placement.origin.x)
    let y = pixel(placement.origin.y)
    var ink = measurer.metrics(of: text.shape, width: width).ink.offsetBy(dx: x, dy: y)
    if let outline = text.outline {
      ink = ink.insetBy(dx: -outline.reach, dy: -outline.reach)
    }
    append(DisplayItem(content: .text(text, width: width), x: x, y: y, ink: ink, identity: identity))
  }

  private mutating func appendFill(_ fill: Fill, in frame: Rect, identity: UInt64) {
    let left = pixel(frame.origin.x)
    let top = pixel(frame.origin.y)
    let size = PixelSize(
      max(pixel(frame.origin.x + frame.size.width) - left, 0),
      max(pixel(frame.origin.y + frame.size.height) - top, 0))
    guard fill.color.alpha > 0 else { return }
    let ink = PixelRect(x: left, y: top, width: size.width, height: size.height)
    append(DisplayItem(content: .fill(fill, size), x: left, y: top, ink: ink, identity: identity))
  }

  /// An item that shows nothing stays in the list, so that the count of items depends on the tree and not on the place.
  private mutating func append(_ item: DisplayItem) {
    var item = item
    item.ink = item.ink.intersection(bounds)
    items.append(item)
  }

  /// Everything drawn stands at whole pixels; what is far outside any picture is brought near enough for integers.
  private func pixel(_ coordinate: Double) -> Int {
    guard !coordinate.isNaN else { return 0 }
    return Int(min(max(coordinate, -1e6), 1e6).rounded())
  }
}

extension DisplayItem {
  /// What must be drawn again when another item takes the place of this one.
  ///
  /// Between two texts in the same style at the same place that is the glyphs that differ: of a clock, mostly one digit.
  func difference(from new: DisplayItem, measuredBy measurer: some TextMeasurer) -> Damage {
    guard self != new else { return .nothing }
    if case .text(let oldText, let width) = content, case .text(let newText, width) = new.content,
      x == new.x, y == new.y, oldText.color == newText.color, oldText.outline == newText.outline,
      let changed = measurer.changedInk(from: oldText.shape, to: newText.shape, width: width)
    {
      var damage = Damage()
      let reach = newText.outline?.reach ?? 0
      for rectangle in changed.rectangles {
        damage.insert(rectangle.offsetBy(dx: x, dy: y).insetBy(dx: -reach, dy: -reach))
      }
      damage.clip(to: ink.union(new.ink))
      return damage
    }
    var damage = Damage(ink)
    damage.insert(new.ink)
    return damage
  }
}

extension Outline {
  /// How many pixels it reaches beyond the ink of the glyphs: one more than the line itself is wide, for its antialiased
  /// edge and the glyph's own fraction.
  var reach: Int { Int(width.rounded(.up)) + 1 }
}
