import OverlayRender
import Testing

@Suite("RepaintHistory")
struct RepaintHistoryTests {
  func column(_ x: Int) -> Damage { Damage(PixelRect(x: 100 * x, y: 0, width: 10, height: 10)) }

  @Test("Memory needs the damages of all pictures after its own")
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
