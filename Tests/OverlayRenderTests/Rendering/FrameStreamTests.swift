import Foundation
import TestTools
import Testing

@testable import OverlayRender

@Suite("Offline frames")
struct FrameStreamTests {
  static let clock = ClockText(timeZone: .gmt, locale: Locale(identifier: "en")).font(size: 12)

  static func configuration(
    rate: FrameRate = .fps(30), start: WallTime? = WallTime(nanosecondsSince1970: 250_000_000)
  ) -> RenderConfiguration {
    var configuration = RenderConfiguration(size: PixelSize(80, 16), frameRate: rate, start: start)
    configuration.fonts = FixtureFonts.configuration
    return configuration
  }

  private func stream(_ view: some View = Self.clock, rate: FrameRate = .fps(30)) -> FrameStream {
    FrameStream(view, configuration: Self.configuration(rate: rate))
  }

  private func samples(_ frames: OfflineFrames) async throws -> [SampleBuffer] {
    var samples: [SampleBuffer] = []
    for try await sample in frames { samples.append(sample) }
    return samples
  }

  @Test(
    "The durations of samples add up to the requested duration", arguments: [.ntsc, .fps(25), .ntscFilm] as [FrameRate])
  func durations(rate: FrameRate) async throws {
    let frames = stream(rate: rate).offline(duration: .seconds(10))
    let samples = try await samples(frames)
    #expect(samples.count == 11)
    var time = MediaTime.zero
    for (index, sample) in samples.enumerated() {
      #expect(sample.presentationTime == time)
      // The clock starts at a quarter of a second.
      let due = rate.time(ofFrame: rate.frame(atOrAfter: MediaTime(value: Int64(4 * index - 1), timescale: 4)))
      #expect(sample.presentationTime == (index == 0 ? .zero : due))
      time += sample.duration
    }
    #expect(time == frames.end && time == rate.time(ofFrame: rate.frame(atOrAfter: .seconds(10))))
  }

  @Test("The fitting size of a layout without limits is the largest size of a picture")
  func endlessLayout() throws {
    struct Endless: Layout {
      func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews) -> Size {
        Size(width: proposal.width ?? .infinity, height: proposal.height ?? .infinity)
      }
      func placeSubviews(in bounds: Rect, proposal: ProposedViewSize, subviews: Subviews) {}
    }
    let view = Endless { Color.red }
    let configuration = RenderConfiguration(size: PixelSize(1, 1))
    let size = try FrameStream.fittingSize(of: view, configuration: configuration, changes: -1)
    #expect(size == PixelSize(32767, 32767))
  }

  @Test("Each sample differs from the previous one, only inside its damage")
  func damage() async throws {
    let samples = try await samples(stream().offline(duration: .seconds(12)))
    for (old, new) in zip(samples, samples.dropFirst()) {
      #expect(!new.hasSamePicture(as: old) && !new.damage.isEmpty)
      let (a, b) = (try bytes(old), try bytes(new))
      let isInside = (0..<(80 * 16)).allSatisfy { pixel in
        a[(4 * pixel)..<(4 * pixel + 4)] == b[(4 * pixel)..<(4 * pixel + 4)]
          || new.damage.rectangles.contains { $0.contains(x: pixel % 80, y: pixel / 80) }
      }
      #expect(isInside)
    }
  }

  private func bytes(_ sample: SampleBuffer) throws -> [UInt8] {
    try #require(sample.pixelBuffer).withUnsafeBytes { Array($0) }
  }

  @Test("Content that stays the same is one sample of any duration")
  func still() async throws {
    let label = try await samples(stream(Text("still")).offline(duration: .seconds(3600)))
    #expect(label.map(\.duration) == [.seconds(3600)])
    let same = try await samples(stream(TimelineView(.everyFrame) { _ in Text("same") }).offline(duration: .seconds(2)))
    #expect(same.map(\.duration) == [.seconds(2)])
  }

  @Test("A part of a stream shows the same as the whole stream", arguments: 0..<12)
  func stretch(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let view = RandomView.make(depth: 4, rate: .fps(30), &generator)
    let stream = stream(view)
    let whole = try await samples(stream.offline(duration: .seconds(5)))
    let start = MediaTime(value: Int64.random(in: 0...4000, using: &generator), timescale: 1000)
    let part = try await samples(stream.offline(from: start, duration: .seconds(5) - start))
    let first = FrameRate.fps(30).time(ofFrame: FrameRate.fps(30).frame(atOrAfter: start))
    #expect(part.first?.presentationTime == first)
    #expect(part.last.map { $0.presentationTime + $0.duration } == .seconds(5))
    for sample in part {
      let there = try #require(whole.last { $0.presentationTime <= sample.presentationTime })
      #expect(sample.hasSamePicture(as: there), "seed \(seed), \(sample.presentationTime), \(view)")
    }
    let changes = whole.map(\.presentationTime).filter { $0 > first }
    #expect(part.dropFirst().map(\.presentationTime) == changes)
  }

  @Test("An endless stream continues until its consumer stops")
  func endless() async throws {
    let frames = stream().offline(from: .seconds(86_400))
    #expect(frames.end == .positiveInfinity)
    var times: [MediaTime] = []
    for try await sample in frames {
      times.append(sample.presentationTime)
      #expect(sample.duration.isNumeric)
      if times.count == 100 { break }
    }
    #expect(times.first == .seconds(86_400) && times.count == 100)
    let still = stream(Text("x")).offline().makeAsyncIterator()
    #expect(try await still.next()?.duration == .invalid)
    #expect(try await still.next() == nil)
  }

  @Test("Cancelling the task ends an endless stream with an error")
  func cancel() async {
    let stream = stream()
    let task = Task {
      for try await _ in stream.offline() {}
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A stream of zero duration has no samples")
  func empty() async throws {
    #expect(try await samples(stream().offline(duration: .zero)).isEmpty)
  }
}

@Suite("Fitting size")
struct FittingSizeTests {
  private var configuration: RenderConfiguration {
    var configuration = RenderConfiguration(size: PixelSize(1, 1), start: WallTime(nanosecondsSince1970: 0))
    configuration.fonts = FixtureFonts.configuration
    return configuration
  }

  private func clock(_ format: ClockPattern, at hour: Int64 = 0) throws -> PixelSize {
    var configuration = configuration
    configuration.start = WallTime(nanosecondsSince1970: hour * 3_600_000_000_000)
    let view = ClockText(format: format, timeZone: .gmt, locale: Locale(identifier: "en"))
    return try FrameStream.fittingSize(of: view, configuration: configuration)
  }

  @Test(
    "The fitting size of a clock does not depend on its start", arguments: ["EEEE d MMMM H:mm", "EEE H:m:s", "h:mm a"])
  func anyBeginning(format: String) throws {
    let pattern = try ClockPattern(format)
    let sizes = try stride(from: Int64(0), to: 9_000, by: 1_013).map { try clock(pattern, at: $0) }
    #expect(Set(sizes).count == 1)
  }

  @Test("The fitting size of a short run fits only its own frames")
  func shortRun() throws {
    let view = StopwatchText(format: "s")
    let second = MediaTimeRange(start: .zero, duration: .seconds(9))
    let minute = MediaTimeRange(start: .zero, duration: .seconds(60))
    let short = try FrameStream.fittingSize(of: view, configuration: configuration, over: second)
    let long = try FrameStream.fittingSize(of: view, configuration: configuration, over: minute)
    #expect(short.width < long.width)
  }

  @Test("Padding is included, and an empty view takes one pixel")
  func padding() throws {
    let bare = try FrameStream.fittingSize(of: Text("8"), configuration: configuration)
    let padded = try FrameStream.fittingSize(of: Text("8").padding(5), configuration: configuration)
    #expect(padded == PixelSize(bare.width + 10, bare.height + 10))
    #expect(try FrameStream.fittingSize(of: EmptyView(), configuration: configuration) == PixelSize(1, 1))
  }
}
