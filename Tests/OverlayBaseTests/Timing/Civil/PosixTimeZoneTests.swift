import Testing

@testable import OverlayBase

/// The meaning of rules is compared with `date` in `CivilTimeComparisonTests`.
@Suite("POSIX time zone rules")
struct PosixTimeZoneTests {
  @Test(
    "Invalid rules are refused",
    arguments: [
      "", "EST", "E5", "ES5", "5", "EST25", "EST5:60", "EST5:", "EST5:00:60", "EST5EDT4X", "EST5EDT,", "EST5EDT,M3.2.0",
      "EST5EDT,M3.2.0,", "EST5EDT,M13.2.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0",
      "EST5EDT,M3.2.0,M11.1.0,", "EST5EDT,J0,J300", "EST5EDT,J366,J300", "EST5EDT,366,J300",
      "EST5EDT,M3.2.0/168,M11.1.0",
      "EST5EDT,M3.2.0/-168,M11.1.0", "<+03-3", "<é03>-3", "<+0>-3", "ÄST5", "EST5 ", "EST٥", "../../etc/passwd",
    ])
  func refused(text: String) {
    #expect(PosixTimeZone(text) == nil)
  }

  @Test("Daylight saving time all year has no transitions (RFC 9636, section 3.3.1)")
  func allYear() throws {
    for text in ["EST5EDT,0/0,J365/25", "XXX3EDT4,0/0,J365/23"] {
      let zone = try #require(PosixTimeZone(text))
      for year in 2020...2030 {
        let newYear = CivilDate(firstOfMonth: 1, year: year).daysSince1970 * CivilDate.secondsPerDay
        for second in [newYear - 1, newYear, newYear + 4 * 3_600, newYear + 6 * 3_600] {
          #expect(zone.abbreviation(atSecond: second) == "EDT" && zone.offset(atSecond: second) == -14_400)
        }
      }
      #expect(zone.nextTransition(afterSecond: 0) == nil)
    }
  }

  @Test("A rule without dates uses the dates of the United States")
  func defaultDates() throws {
    let (short, long) = (PosixTimeZone("CST6CDT"), PosixTimeZone("CST6CDT,M3.2.0,M11.1.0"))
    #expect(short?.daylightSaving == long?.daylightSaving && short?.standard == long?.standard)
    #expect(short?.daylightSaving != nil)
  }

  @Test(
    "The ends of the time range do not trap",
    arguments: ["EST5EDT,M3.2.0,M11.1.0", "<+24>-24:59:59<-24>24:59:59,J1/-167,J2/167"])
  func ends(text: String) throws {
    let zone = try #require(PosixTimeZone(text))
    for second in [Int64.min, .max] {
      #expect(abs(zone.offset(atSecond: second)) < 26 * 3_600)
      #expect(zone.nextTransition(afterSecond: second) ?? .max >= second)
    }
  }
}
