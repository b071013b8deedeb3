import OverlayRender
import TestTools
import Testing

@Suite("Damage")
struct DamageTests {
  @Test("An empty rectangle does not add damage")
  func nothing() {
    #expect(Damage.nothing.isEmpty && Damage.nothing.rectangles.isEmpty)
    #expect(Damage(PixelRect(x: 4, y: 4, width: 0, height: 3)) == .nothing)
    var damage = Damage()
    damage.insert(PixelRect(x: 4, y: 4, width: 3, height: -1))
    #expect(damage == .nothing && damage.bounds == .zero && damage.area == 0)
  }

  @Test("Overlapping rectangles are joined, and distant ones are not")
  func merging() {
    var damage = Damage(PixelRect(x: 0, y: 0, width: 10, height: 10))
    damage.insert(PixelRect(x: 50, y: 0, width: 10, height: 10))
    #expect(damage.count == 2 && damage.area == 200)
    damage.insert(PixelRect(x: 5, y: 5, width: 10, height: 10))
    #expect(damage.count == 2)
    #expect(damage.rectangles.contains(PixelRect(x: 0, y: 0, width: 15, height: 15)))
    #expect(damage.bounds == PixelRect(x: 0, y: 0, width: 60, height: 15))
  }

  @Test("Rectangles that form one rectangle are joined")
  func continuing() {
    var damage = Damage(PixelRect(x: 0, y: 0, width: 10, height: 10))
    damage.insert(PixelRect(x: 10, y: 0, width: 7, height: 10))
    #expect(damage.rectangles == [PixelRect(x: 0, y: 0, width: 17, height: 10)])
  }

  @Test("The ninth rectangle joins the pair that adds the fewest pixels")
  func overflow() {
    var damage = Damage()
    for column in 0..<8 { damage.insert(PixelRect(x: column * 100, y: 0, width: 10, height: 10)) }
    damage.insert(PixelRect(x: 312, y: 0, width: 10, height: 10))
    #expect(damage.count == 8)
    #expect(damage.rectangles.contains(PixelRect(x: 300, y: 0, width: 22, height: 10)))
  }

  @Test("Clipping keeps only what is inside")
  func clipping() {
    var damage = Damage(PixelRect(x: -5, y: -5, width: 10, height: 10))
    damage.insert(PixelRect(x: 200, y: 0, width: 4, height: 4))
    damage.clip(to: PixelRect(x: 0, y: 0, width: 100, height: 100))
    #expect(damage.rectangles == [PixelRect(x: 0, y: 0, width: 5, height: 5)])
  }

  @Test("At most eight disjoint rectangles cover everything that is inserted", arguments: 0..<40)
  func properties(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var damage = Damage()
    var inserted: [PixelRect] = []
    for _ in 0..<30 {
      let side = Bool.random(using: &random) ? 12 : 60
      let rectangle = PixelRect(
        x: .random(in: -20..<200, using: &random), y: .random(in: -20..<200, using: &random),
        width: .random(in: 0..<side, using: &random), height: .random(in: 0..<side, using: &random))
      inserted.append(rectangle)
      damage.insert(rectangle)
      let kept = damage.rectangles
      let areCovered = inserted.allSatisfy { one in kept.contains { $0.contains(one) } || one.isEmpty }
      let areDisjoint = kept.indices.allSatisfy { a in
        kept.indices.allSatisfy { b in a == b || !kept[a].intersects(kept[b]) }
      }
      #expect(areCovered)
      #expect(areDisjoint)
      #expect(kept.count <= Damage.maximumCount && kept.count == damage.count)
      #expect(kept.allSatisfy { !$0.isEmpty })
    }
  }
}

@Suite("RepaintHistory")
struct RepaintHistoryTests {
  func column(_ x: Int) -> Damage { Damage(PixelRect(x: 100 * x, y: 0, width: 10, height: 10)) }

  @Test("Memory needs the damage of all later pictures")
  func union() {
    var history = RepaintHistory(capacity: 4)
    for stamp in 1...3 { history.append(stamp: UInt64(stamp), damage: column(stamp)) }
    #expect(history.damage(since: 3) == .nothing)
    #expect(history.damage(since: 2) == column(3))
    var both = column(2)
    both.formUnion(column(3))
    #expect(history.damage(since: 1) == both)
  }

  @Test("Memory that is too old or unknown needs everything")
  func tooOld() {
    var history = RepaintHistory(capacity: 2)
    #expect(history.damage(since: 1) == nil)
    for stamp in 1...3 { history.append(stamp: UInt64(stamp), damage: column(stamp)) }
    #expect(history.damage(since: 1) == nil)
    #expect(history.damage(since: 2) == column(3))
    #expect(history.damage(since: 99) == nil)
  }
}
