import CFFmpeg
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("What live feeds keep until it is due")
struct FeedReceiverTests {
  private static let rate: Int32 = 48_000
  private static let interval = MediaTime(value: 1, timescale: 25)
  private let clock = ManualClock(time: .seconds(1000))

  private func makeReceiver() throws -> FeedReceiver {
    try FFmpegLibraries.load()
    let receiver = FeedReceiver(try StreamURL("tcp://127.0.0.1:1"), StreamOptions(), clock: clock)
    receiver.beginConnection(withSound: try samples(at: .zero))
    return receiver
  }

  private func picture(at time: MediaTime) throws -> FeedFrame {
    try FeedFrame(moving: Frame(), at: time)
  }

  /// Ten milliseconds of sound, whose samples are the time in seconds.
  private func samples(at time: MediaTime) throws -> FeedFrame {
    let frame = try Frame()
    frame.pointer.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
    frame.pointer.pointee.sample_rate = Self.rate
    frame.pointer.pointee.nb_samples = Self.rate / 100
    overlay_av_channel_layout_default(&frame.pointer.pointee.ch_layout, 1)
    try FFmpegStatus.check(overlay_av_frame_get_buffer(frame.pointer, 0))
    frame.pointer.pointee.data.0?.withMemoryRebound(to: Float.self, capacity: Int(Self.rate / 100)) { values in
      for index in 0..<Int(Self.rate / 100) { values[index] = Float(time.seconds) }
    }
    return try FeedFrame(moving: frame, at: time)
  }

  /// Reads sound up to a time, and returns the time of the feed that is heard at each ten milliseconds; 0 for silence.
  private func read(_ source: any SampleSource, until end: MediaTime, into heard: inout [Float]) throws {
    let frame = try Frame()
    while MediaTime(value: Int64(heard.count), timescale: 100) < end, try source.read(into: frame) {
      let position = Int(frame.pointer.pointee.pts * 100 / Int64(Self.rate))
      let value = frame.pointer.pointee.data.0?.withMemoryRebound(to: Float.self, capacity: 1) { $0[0] } ?? -1
      let count = max(Int(frame.pointer.pointee.nb_samples) * 100 / Int(Self.rate), 1)
      while heard.count < position + count { heard.append(heard.count < position ? 0 : value) }
    }
  }

  /// What a feed sends, and when it arrives.
  private struct Arrival {
    let time: MediaTime
    let isSound: Bool
    let at: MediaTime
  }

  /// Lets arrivals happen, and calls `body` for each frame of an output at 25 per second.
  private func run(
    _ receiver: FeedReceiver, _ arrivals: [Arrival], frames: Int, _ body: (_ due: MediaTime) throws -> Void
  ) throws {
    let start = clock.time
    var rest = arrivals[...]
    for frame in 0..<frames {
      let due = start + FrameRate.fps(25).time(ofFrame: Int64(frame))
      while let next = rest.first, next.at <= due {
        rest.removeFirst()
        clock.advance(by: max(next.at - clock.time, .zero))
        if next.isSound {
          receiver.receive(sound: try samples(at: next.time))
        } else {
          receiver.receive(picture: try picture(at: next.time))
        }
      }
      clock.advance(by: max(due - clock.time, .zero))
      try body(due)
    }
  }

  @Test(
    "After a jump of the clock of a feed, pictures and sound are together again, without a delay of two seconds",
    arguments: [-100, -30, -9, -5, -2, -0.5, 0.5, 1.2, 2, 5, 9, 30, 100] as [Double])
  func jumps(by jump: Double) throws {
    let receiver = try makeReceiver()
    let sound = try #require(receiver.samples(from: .zero))
    let start = clock.time
    receiver.begin(at: start)
    let arrivals = (0..<4000).flatMap { tick in
      let now = start + MediaTime(value: Int64(tick), timescale: 100)
      let ticks = 20_000 + tick + (tick < 500 ? 0 : Int((jump * 100).rounded()))
      let time = MediaTime(value: Int64(ticks), timescale: 100)
      let sound = Arrival(time: time, isSound: true, at: now)
      return tick.isMultiple(of: 4) ? [Arrival(time: time, isSound: false, at: now), sound] : [sound]
    }
    var heard: [Float] = []
    var shown: [Double] = []
    try run(receiver, arrivals, frames: 900) { due in
      shown.append(receiver.picture(at: due, lasting: Self.interval)?.time.seconds ?? 0)
      try read(sound, until: due - start, into: &heard)
    }
    func check(_ frames: Range<Int>, delay limit: Double) {
      for frame in frames {
        let sent = 200 + Double(frame) * 0.04 + (frame < 125 ? 0 : jump)
        #expect(abs(Double(heard[frame * 4]) - shown[frame]) <= 0.041, "\(frame): \(shown[frame]), \(heard[frame * 4])")
        #expect((0.1...limit).contains(sent - shown[frame]), "\(frame): \(sent - shown[frame])")
      }
    }
    check(30..<120, delay: 0.3)
    // Two seconds after the jump, and when the delay has been reduced again.
    check(175..<895, delay: 2)
    check(760..<895, delay: 0.35)
  }

  @Test("Pictures and sound of the same time are shown and heard at the same time, with delays that differ")
  func together() throws {
    let receiver = try makeReceiver()
    let sound = try #require(receiver.samples(from: .zero))
    var generator = SeededGenerator(seed: 3)
    var heard: [Float] = []
    var shown: [Double] = []
    let start = clock.time
    receiver.begin(at: start)
    // The pictures of the feed begin at 50 seconds, and the sound arrives up to 150 ms later than they.
    var arrivals: [Arrival] = []
    var latestSound = MediaTime.zero
    for tick in 0..<1000 {
      let time = MediaTime(value: 5000 + Int64(tick), timescale: 100)
      let now = start + MediaTime(value: Int64(tick), timescale: 100)
      if tick.isMultiple(of: 4) { arrivals.append(Arrival(time: time, isSound: false, at: now)) }
      latestSound = max(latestSound, now + .milliseconds(Int64.random(in: 100...150, using: &generator)))
      arrivals.append(Arrival(time: time, isSound: true, at: latestSound))
    }
    try run(receiver, arrivals.sorted { ($0.at, $0.time) < ($1.at, $1.time) }, frames: 240) { due in
      shown.append(receiver.picture(at: due, lasting: Self.interval)?.time.seconds ?? 0)
      try read(sound, until: due - start, into: &heard)
    }
    // After the first second, which searches for the least delay.
    for frame in 50..<235 {
      let time = heard[frame * 4]
      #expect(abs(Double(time) - shown[frame]) <= 0.041, "\(frame): \(shown[frame]), \(time)")
      let delay = 50 + Double(frame) * 0.04 - shown[frame]
      #expect((0.15...0.4).contains(delay), "\(frame): \(delay)")
    }
  }

  @Test("While nothing is received, the last picture stays, and silence is heard")
  func silence() throws {
    let receiver = try makeReceiver()
    let sound = try #require(receiver.samples(from: .zero))
    receiver.receive(picture: try picture(at: .seconds(5)))
    receiver.receive(sound: try samples(at: .seconds(5)))
    receiver.begin(at: clock.time)
    // It is the first one, although it is not due.
    #expect(receiver.picture(at: clock.time, lasting: Self.interval)?.time == .seconds(5))
    clock.advance(by: .seconds(20))
    #expect(receiver.picture(at: clock.time, lasting: Self.interval)?.time == .seconds(5))
    var heard: [Float] = []
    try read(sound, until: .seconds(20), into: &heard)
    #expect(heard.filter { $0 != 0 } == [5])
    #expect(!receiver.hasEnded)
  }

  @Test("Each picture up to the last one is shown for its duration, and then none")
  func lastPicture() throws {
    let receiver = try makeReceiver()
    let start = clock.time
    for number in 0..<5 {
      receiver.receive(picture: try picture(at: MediaTime(value: Int64(number), timescale: 25)))
      clock.advance(by: Self.interval)
    }
    receiver.end(nil)
    let shown = (Int64(0)..<12).map { frame in
      let time = start + FeedTimeline.margin + FrameRate.fps(25).time(ofFrame: frame - 2)
      return receiver.picture(at: time, lasting: Self.interval)?.time.value
    }
    #expect(shown == [0, 0, 0, 1, 2, 3, 4, nil, nil, nil, nil, nil])
  }

  @Test("A feed that sends more than is due is kept within bounds, and the latest is shown")
  func bounds() throws {
    let receiver = try makeReceiver()
    for number in 0..<10_000 {
      receiver.receive(picture: try picture(at: MediaTime(value: Int64(number), timescale: 25)))
    }
    clock.advance(by: .seconds(1))
    #expect(receiver.picture(at: clock.time, lasting: Self.interval)?.time == MediaTime(value: 9999, timescale: 25))
  }

  @Test("Each output gets all of the sound, from its own beginning on")
  func outputs() throws {
    let receiver = try makeReceiver()
    receiver.begin(at: clock.time)
    let first = try #require(receiver.samples(from: .zero))
    var second: (any SampleSource)?
    var heard: [[Float]] = [[], []]
    for number in 0..<600 {
      if number == 300 { second = try #require(receiver.samples(from: .seconds(3))) }
      receiver.receive(picture: try picture(at: MediaTime(value: 100 + Int64(number), timescale: 100)))
      receiver.receive(sound: try samples(at: MediaTime(value: 100 + Int64(number), timescale: 100)))
      clock.advance(by: .milliseconds(10))
      let time = MediaTime(value: Int64(number), timescale: 100)
      try read(first, until: time, into: &heard[0])
      if let second { try read(second, until: time - .seconds(3), into: &heard[1]) }
    }
    #expect(heard[0][100..<500].allSatisfy { $0 > 0 })
    for index in 50..<200 { #expect(abs(heard[0][index + 300] - heard[1][index]) <= 0.011, "\(index)") }
  }
}
