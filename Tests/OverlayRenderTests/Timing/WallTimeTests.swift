import Foundation
import OverlayRender
import Testing

@Suite("Wall time")
struct WallTimeTests {
  @Test("1970 is zero, and a date is taken to the nanosecond where it has them")
  func dates() {
    #expect(WallTime(Date(timeIntervalSince1970: 0)).nanosecondsSince1970 == 0)
    #expect(WallTime(Date(timeIntervalSinceReferenceDate: 0.25)).nanosecondsSince1970 == 978_307_200_250_000_000)
    #expect(WallTime(Date(timeIntervalSinceReferenceDate: -0.75)).nanosecondsSince1970 == 978_307_199_250_000_000)
    #expect(WallTime(nanosecondsSince1970: 1_500_000_000).date == Date(timeIntervalSince1970: 1.5))
  }

  @Test("A date comes back from a wall time, 1000 random dates")
  func roundTrip() {
    var random = SeededGenerator(seed: 10)
    for _ in 0..<1000 {
      // Far from 2001 a double has no nanoseconds: what is lost is less than it can show.
      let seconds = Double.random(in: -9e9...8e9, using: &random)
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      #expect(abs(WallTime(date).date.timeIntervalSinceReferenceDate - seconds) <= max(seconds.ulp, 1e-9))
    }
  }

  @Test("Dates outside the years 1678 to 2262 become the nearest moment")
  func farDates() {
    #expect(WallTime(Date.distantPast).nanosecondsSince1970 == .min)
    #expect(WallTime(Date.distantFuture).nanosecondsSince1970 == .max)
    #expect(WallTime(Date(timeIntervalSinceReferenceDate: .infinity)).nanosecondsSince1970 == .max)
    #expect(WallTime(Date(timeIntervalSinceReferenceDate: -1e300)).nanosecondsSince1970 == .min)
  }

  @Test("Sums and differences stop at the ends")
  func arithmetic() {
    let time = WallTime(nanosecondsSince1970: 10)
    #expect(time.advanced(byNanoseconds: -30).nanosecondsSince1970 == -20)
    #expect(time.advanced(byNanoseconds: .max).nanosecondsSince1970 == .max)
    #expect(time - WallTime(nanosecondsSince1970: 4) == 6)
    #expect(WallTime(nanosecondsSince1970: .max) - WallTime(nanosecondsSince1970: -1) == .max)
    #expect(WallTime(nanosecondsSince1970: -1) < WallTime(nanosecondsSince1970: 0))
  }
}
