import OverlayBase
import TestTools
import Testing

@Suite("Timecode")
struct TimecodeTests {
  @Test("Drop-frame timecode skips numbers each minute except every tenth, at 29.97")
  func skippedNumbers() throws {
    func text(_ frame: Int64) throws -> String {
      try Timecode(frame: frame, rate: .ntsc, dropFrame: true).description
    }
    #expect(try text(0) == "00:00:00;00")
    #expect(try text(1799) == "00:00:59;29" && text(1800) == "00:01:00;02")
    #expect(try text(3597) == "00:01:59;29" && text(3598) == "00:02:00;02")
    #expect(try text(17_981) == "00:09:59;29" && text(17_982) == "00:10:00;00" && text(17_983) == "00:10:00;01")
    #expect(try text(19_782) == "00:11:00;02")
  }

  @Test("At 59.94 four numbers are skipped")
  func skippedNumbersDouble() throws {
    let before = try Timecode(frame: 3599, rate: .ntscDouble, dropFrame: true)
    #expect(before.description == "00:00:59;59" && before.advanced(by: 1).description == "00:01:00;04")
    #expect(try Timecode(frame: 35_964, rate: .ntscDouble, dropFrame: true).description == "00:10:00;00")
  }

  @Test("Ten hours are 1 078 920 frames at 29.97 and 2 157 840 at 59.94; 24 hours are 2 589 408")
  func longCounts() throws {
    #expect(try Timecode(parsing: "10:00:00;00", rate: .ntsc).frameNumber == 1_078_920)
    #expect(try Timecode(parsing: "10:00:00;00", rate: .ntscDouble).frameNumber == 2_157_840)
    let last = try Timecode(parsing: "23:59:59;29", rate: .ntsc)
    #expect(last.frameNumber == 2_589_407)
    #expect(last.advanced(by: 1).frameNumber == 2_589_408 && last.advanced(by: 1).description == "00:00:00;00")
  }

  @Test(
    "Every number of a day is counted in order, and gives its frame again",
    arguments: [(FrameRate.ntsc, 2), (.ntscDouble, 4)])
  func wholeDay(rate: FrameRate, skipped: Int) throws {
    // An independent count, minute by minute. The frames around the start and end of each minute are compared.
    var frame: Int64 = 0
    let perSecond = rate.nominalFramesPerSecond
    for minute in 0..<24 * 60 {
      let first = minute.isMultiple(of: 10) ? 0 : skipped
      for number in [first, first + 1, perSecond - 1, perSecond, 60 * perSecond - 1] {
        let timecode = try Timecode(frame: frame + Int64(number - first), rate: rate, dropFrame: true)
        #expect(timecode.hours == minute / 60 && timecode.minutes == minute % 60)
        #expect(timecode.seconds == number / perSecond && timecode.frames == number % perSecond)
        let readBack = try Timecode(
          hours: minute / 60, minutes: minute % 60, seconds: number / perSecond, frames: number % perSecond,
          rate: rate, dropFrame: true)
        #expect(readBack == timecode)
      }
      frame += Int64(60 * perSecond - first)
    }
    #expect(frame == (rate == .ntsc ? 2_589_408 : 5_178_816))
  }

  @Test(
    "A description can be read again, and wraps around after 24 hours while the frame number does not, 1000 random frames"
  )
  func roundTrip() throws {
    var random = SeededGenerator(seed: 9)
    let rates: [(rate: FrameRate, dropFrame: Bool, perDay: Int64)] = [
      (.fps(25), false, 2_160_000), (.ntsc, false, 2_592_000), (.ntsc, true, 2_589_408),
      (.ntscDouble, true, 5_178_816), (.fps(120), false, 10_368_000), (.ntscFilm, false, 2_073_600),
    ]
    for _ in 0..<1000 {
      let (rate, dropFrame, perDay) = rates[Int.random(in: 0..<rates.count, using: &random)]
      let frame = Int64.random(in: -3 * perDay...3 * perDay, using: &random)
      let timecode = try Timecode(frame: frame, rate: rate, dropFrame: dropFrame)
      #expect(timecode.frameNumber == frame)
      let readBack = try Timecode(parsing: timecode.description, rate: rate)
      #expect(readBack.frameNumber == (frame % perDay + perDay) % perDay)
    }
  }

  @Test("Non-drop-frame timecode counts in nominal frames")
  func nonDropFrame() throws {
    #expect(try Timecode(frame: 1800, rate: .ntsc).description == "00:01:00:00")
    #expect(try Timecode(frame: 25 * 3600, rate: .fps(25)).description == "01:00:00:00")
    #expect(try Timecode(frame: -1, rate: .fps(25)).description == "23:59:59:24")
    #expect(try Timecode(frame: 119, rate: .fps(120)).description == "00:00:00:119")
    #expect(try Timecode(frame: 100, rate: .fps(100)).description == "00:00:01:00")
  }

  @Test("The ends of Int64 are valid frames")
  func extremes() throws {
    let last = try Timecode(frame: .max, rate: .ntsc, dropFrame: true)
    #expect(last.advanced(by: 1).frameNumber == .max && !last.description.isEmpty)
    #expect(try Timecode(frame: .min, rate: .ntsc, dropFrame: true).advanced(by: -1).frameNumber == .min)
  }

  @Test("The time of a timecode is the time of its frame")
  func time() throws {
    #expect(try Timecode(frame: 30_000, rate: .ntsc, dropFrame: true).time == .seconds(1001))
  }

  @Test("The separator selects drop-frame unless the caller does")
  func separator() throws {
    #expect(try Timecode(parsing: "00:01:00;02", rate: .ntsc).dropFrame)
    #expect(try !Timecode(parsing: "00:01:00:02", rate: .ntsc).dropFrame)
    #expect(try Timecode(parsing: "00:01:00:02", rate: .ntsc, dropFrame: true).frameNumber == 1800)
    #expect(try Timecode(parsing: "00:01:00;02", rate: .ntsc, dropFrame: false).frameNumber == 1802)
    #expect(try Timecode(parsing: "1:2:3:4", rate: .fps(25)).description == "01:02:03:04")
  }

  @Test(
    "Invalid timecodes are refused with their cause",
    arguments: [
      ("00:01:00;00", .skipped("00:01:00;00", next: "00:01:00;02")),
      ("00:59:00;01", .skipped("00:59:00;01", next: "00:59:00;02")),
      ("24:00:00:00", .hoursOutOfRange("24:00:00:00")), ("00:60:00:00", .minutesOutOfRange("00:60:00:00")),
      ("00:00:60:00", .secondsOutOfRange("00:00:60:00")), ("00:00:00:30", .framesOutOfRange("00:00:00:30", .ntsc)),
      ("", .notATimecode("")), ("00:00:00", .notATimecode("00:00:00")), ("0:0:0:0:0", .notATimecode("0:0:0:0:0")),
      ("00;00:00:00", .notATimecode("00;00:00:00")), ("00:00:00;", .notATimecode("00:00:00;")),
      ("-1:00:00:00", .notATimecode("-1:00:00:00")), ("000:00:00:00", .notATimecode("000:00:00:00")),
      ("aa:00:00:00", .notATimecode("aa:00:00:00")),
      ("00:00:00:99999999999999999999", .notATimecode("00:00:00:99999999999999999999")),
    ] as [(String, TimecodeError)])
  func refusals(text: String, expected: TimecodeError) {
    #expect(throws: expected) { try Timecode(parsing: text, rate: .ntsc) }
  }

  @Test("Drop-frame is refused at rates without it", arguments: [FrameRate.fps(30), .fps(25), .ntscFilm])
  func noDropFrame(rate: FrameRate) {
    #expect(throws: TimecodeError.noDropFrame(rate)) { try Timecode(frame: 0, rate: rate, dropFrame: true) }
    #expect(throws: TimecodeError.noDropFrame(rate)) { try Timecode(parsing: "00:00:00;00", rate: rate) }
  }

  @Test("An error is one line that says how to fix it")
  func errorText() {
    #expect(
      TimecodeError.skipped("00:01:00;00", next: "00:01:00;02").description
        == "'00:01:00;00' does not exist: drop-frame timecode skips it, the next is 00:01:00;02")
    #expect(TimecodeError.framesOutOfRange("00:00:00:30", .ntsc).description.hasSuffix("(frames go up to 29)"))
    #expect(!TimecodeError.notATimecode("a\nb").description.contains("\n"))
  }
}
