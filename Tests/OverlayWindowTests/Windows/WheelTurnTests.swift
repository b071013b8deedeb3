import Testing

@testable import OverlayWindow

@Suite struct WheelTurnTests {
  @Test("Parts of a notch say more than the distance, which counts alone")
  func notches() {
    var turn = WheelTurn()
    #expect(turn.notches == 0)
    turn.addDistance(7.5)
    turn.addDistance(7.5)
    #expect(turn.notches == -1)
    turn.addParts(-30)
    #expect(turn.notches == 0.25)
    turn.addParts(.min)
    turn.addParts(.min)
    #expect(turn.notches > 30_000_000)
  }
}
