import OverlayBase
import Testing

@Suite("Time spans")
struct TimeSpanTests {
  @Test(
    "Every form is read exactly",
    arguments: [
      ("90s", 90_000_000_000), ("1m30s", 90_000_000_000), ("00:01:30", 90_000_000_000), ("01:30", 90_000_000_000),
      ("00:01:30.5", 90_500_000_000), ("250ms", 250_000_000), ("2h", 7_200_000_000_000), ("1d", 86_400_000_000_000),
      ("90", 90_000_000_000), ("90.25", 90_250_000_000), ("1.5s", 1_500_000_000), ("1.5h", 5_400_000_000_000), ("0", 0),
      ("0s", 0),
      (".5s", 500_000_000), ("1d2h3m4s5ms6us7ns", 93_784_005_006_007), ("0.000000001", 1), ("0.0000000019", 1),
      ("1,5s", 1_500_000_000),
      ("90:00", 5_400_000_000_000), ("100:00:00", 360_000_000_000_000), ("0:00.000000001", 1), ("3µs", 3_000),
      ("2min", 120_000_000_000),
      ("36525d", 3_155_760_000_000_000_000),
    ])
  func read(text: String, nanoseconds: Int64) throws {
    #expect(try TimeSpan(text).nanoseconds == nanoseconds)
  }

  @Test(
    "Invalid time spans are refused with their cause",
    arguments: [
      ("", TimeSpanError.Reason.empty), ("-5s", .negative), ("−5s", .negative), ("36525d1ns", .tooLong),
      ("9999999999999999999s", .tooLong),
      ("999999999:00:00", .tooLong), ("s", .malformed), (".", .malformed), ("1.", .malformed), ("1.s", .malformed),
      ("5 s", .malformed),
      ("1m30", .malformed), ("1.5m30s", .malformed), ("soon", .malformed), ("1:2:3:4", .malformed), (":30", .malformed),
      ("1:", .malformed), ("1:30.", .malformed), ("1:30s", .malformed), ("5\n", .malformed), ("5y", .unknownUnit("y")),
      ("5S", .unknownUnit("S")), ("30s1m", .unitsOutOfOrder), ("1s1s", .unitsOutOfOrder), ("1m1min", .unitsOutOfOrder),
      ("00:01:61", .fieldOverSixty), ("00:60:00", .fieldOverSixty), ("1:60", .fieldOverSixty), ("nan", .malformed),
      ("1e3", .unknownUnit("e")),
    ])
  func refused(text: String, reason: TimeSpanError.Reason) {
    let error = #expect(throws: TimeSpanError.self) { try TimeSpan(text) }
    #expect(error?.reason == reason)
    #expect(error?.description.contains { $0.isNewline } == false)
  }
}
