import TestTools
import Testing

@testable import OverlayRender

@Suite("Damage between display lists")
struct DisplayListTests {
  private static let size = PixelSize(200, 100)

  /// A colored box with an identity.
  private struct Box {
    let id: UInt64
    var rect: PixelRect
    var color = Color.red
  }

  private func list(_ boxes: [Box]) -> DisplayList {
    let layers = LayersArrangement(alignment: .topLeading)
    var nodes = [SceneNode(kind: .arrangement(.layers(layers)), end: 3 * boxes.count + 1, identity: 0)]
    for box in boxes {
      let padding = PaddingWrapper(insets: EdgeInsets(top: Double(box.rect.y), leading: Double(box.rect.x)))
      let constraints = FrameConstraints(
        width: .fixed(Double(box.rect.width)), height: .fixed(Double(box.rect.height)))
      let frame = FrameWrapper(constraints: constraints, alignment: .center)
      nodes.append(SceneNode(kind: .wrapper(.padding(padding)), end: nodes.count + 3, identity: box.id + 1000))
      nodes.append(SceneNode(kind: .wrapper(.frame(frame)), end: nodes.count + 2, identity: box.id + 2000))
      nodes.append(SceneNode(kind: .leaf(.fill(Fill(color: box.color))), end: nodes.count + 1, identity: box.id))
    }
    return list(SceneLayout(nodes, in: Size(200, 100), measuredBy: GridMeasurer()))
  }

  private func list(_ layout: SceneLayout) -> DisplayList {
    DisplayList(layout, in: Self.size, measuredBy: GridMeasurer())
  }

  private func list(_ view: some View) -> DisplayList {
    list(SceneLayout(Resolved.nodes(of: view), in: Size(200, 100), measuredBy: GridMeasurer()))
  }

  private func damage(_ old: [Box], _ new: [Box]) -> Set<PixelRect> {
    Set(list(new).damage(since: list(old), measuredBy: GridMeasurer()).rectangles)
  }

  private let a = Box(id: 1, rect: PixelRect(x: 0, y: 0, width: 20, height: 10))
  private let b = Box(id: 2, rect: PixelRect(x: 50, y: 20, width: 30, height: 30))
  private let c = Box(id: 3, rect: PixelRect(x: 60, y: 30, width: 40, height: 40))

  @Test("Equal lists have no damage")
  func same() {
    #expect(damage([a, b, c], [a, b, c]).isEmpty)
  }

  @Test("A changed item damages its ink")
  func changed() {
    var changed = b
    changed.color = .blue
    #expect(damage([a, b], [a, changed]) == [b.rect])
  }

  @Test("A moved item damages its old and new position")
  func moved() {
    var moved = a
    moved.rect.x = 120
    #expect(damage([a, b], [moved, b]) == [a.rect, moved.rect])
  }

  @Test("An added or removed item damages only its ink")
  func addedAndRemoved() {
    #expect(damage([a], [a, b]) == [b.rect])
    #expect(damage([b], [a, b]) == [a.rect])
    #expect(damage([a, b], [b]) == [a.rect])
    #expect(damage([], [c]) == [c.rect])
    #expect(damage([c], []) == [c.rect])
  }

  @Test("Items that change their depth are damaged; one of two covers both")
  func reordered() {
    let damaged = damage([a, b, c], [a, c, b])
    #expect(damaged.contains { $0.contains(b.rect.intersection(c.rect)) })
    #expect(!damaged.contains { $0.intersects(a.rect) })
  }

  @Test("Random changes never leave a different pixel outside of the damage")
  func covers() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<400 {
      let old = randomBoxes(&generator)
      let new = generator.chance(2) ? randomBoxes(&generator) : old.shuffled(using: &generator)
      let damage = list(new).damage(since: list(old), measuredBy: GridMeasurer())
      let (oldPixels, newPixels) = (painted(list(old)), painted(list(new)))
      for (index, pixel) in newPixels.enumerated() where pixel != oldPixels[index] {
        let isCovered = damage.rectangles.contains { $0.contains(x: index % 200, y: index / 200) }
        #expect(isCovered)
        if !isCovered { return }
      }
    }
  }

  @Test("A changed value damages the characters that differ")
  func digits() {
    let old = list(Text("12:34:59"))
    let new = list(Text("12:35:00"))
    #expect(
      new.damage(since: old, measuredBy: GridMeasurer()).rectangles == [
        PixelRect(x: 40, y: 0, width: 10, height: 20), PixelRect(x: 60, y: 0, width: 20, height: 20),
      ])
  }

  @Test("An outline grows the ink and the damage")
  func outline() {
    func label(_ text: String) -> DisplayList { list(Text(text).outline(width: 2.5).padding(20)) }
    #expect(label("12").items.map(\.ink) == [PixelRect(x: 16, y: 16, width: 28, height: 28)])
    #expect(
      label("13").damage(since: label("12"), measuredBy: GridMeasurer()).rectangles == [
        PixelRect(x: 26, y: 16, width: 18, height: 28)
      ])
  }

  @Test("Another color damages the whole text")
  func recolored() {
    let damage = list(Text("12").foregroundColor(.red)).damage(since: list(Text("12")), measuredBy: GridMeasurer())
    #expect(damage.rectangles == [PixelRect(x: 0, y: 0, width: 20, height: 20)])
  }

  @Test("Nothing has ink outside of the picture, or if it is transparent or empty")
  func invisible() {
    #expect(list(Rectangle().padding(-50)).ink == Damage(PixelRect(Self.size)))
    #expect(list(Color.clear).items.isEmpty)
    #expect(list(Text("")).items.isEmpty)
    #expect(list(Text("a").padding(EdgeInsets(leading: 500))).ink.isEmpty)
  }

  @Test("An overlay is in front of its content")
  func overlay() {
    let items = list(Text("a").overlay(.red)).items
    #expect(items.map { if case .text = $0.content { "text" } else { "fill" } } == ["text", "fill"])
  }

  @Test("A background is behind its content, and edges are at whole pixels")
  func order() {
    let items = list(Text("a").padding(2.5).background(.red)).items
    #expect(
      items.map(\.ink) == [PixelRect(x: 0, y: 0, width: 15, height: 25), PixelRect(x: 3, y: 3, width: 10, height: 20)])
  }

  private func randomBoxes(_ generator: inout SeededGenerator) -> [Box] {
    var ids = Array(1...6 as ClosedRange<UInt64>).shuffled(using: &generator)
    ids.removeLast(Int.random(in: 0...3, using: &generator))
    return ids.map { id in
      Box(
        id: id,
        rect: PixelRect(
          x: 5 * Int.random(in: 0..<8, using: &generator), y: 5 * Int.random(in: 0..<8, using: &generator),
          width: 60, height: 30),
        color: generator.pick([.red, .blue, .lime]))
    }
  }

  /// Returns the top color at each pixel.
  private func painted(_ list: DisplayList) -> [Color] {
    var pixels = Array(repeating: Color.clear, count: 200 * 100)
    for item in list.items {
      guard case .fill(let fill, _) = item.content else { continue }
      for y in item.ink.minY..<item.ink.maxY {
        for x in item.ink.minX..<item.ink.maxX { pixels[y * 200 + x] = fill.color }
      }
    }
    return pixels
  }
}
