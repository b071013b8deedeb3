import Foundation
import Testing

@testable import OverlayRender

/// Durations below zero and times that are not numbers: what throws says so, views take the nearest that is possible.
@Suite("Impossible times and durations")
struct ImpossibleTimeTests {
  private static let notNumbers: [MediaTime] = [.invalid, .indefinite, .negativeInfinity]
  private let stream = FrameStream(
    Text("x"), configuration: FrameStreamTests.configuration())

  @Test("A stream of an impossible duration throws", arguments: notNumbers + [.seconds(-1)])
  func duration(_ duration: MediaTime) async {
    await #expect(throws: RenderError.impossibleDuration(duration)) {
      for try await _ in stream.offline(duration: duration) {}
    }
    await #expect(throws: RenderError.impossibleDuration(duration)) {
      for try await _ in stream.live(clock: ManualClock(), duration: duration) {}
    }
  }

  @Test("A stream of no length has no frames, and one of infinite length goes on")
  func possible() async throws {
    for try await _ in stream.offline(duration: .zero) { Issue.record("a frame") }
    let first = try await stream.offline(duration: .positiveInfinity).first { _ in true }
    #expect(first?.presentationTime == .zero)
  }

  @Test("A picture at no time, and a stream from there, throw", arguments: notNumbers + [.positiveInfinity])
  func time(_ time: MediaTime) async throws {
    let renderer = try Renderer(Text("x"), configuration: stream.configuration)
    _ = try renderer.render(at: .zero)
    #expect(throws: RenderError.timeNotNumeric(time)) { try renderer.render(at: time) }
    await #expect(throws: RenderError.timeNotNumeric(time)) {
      for try await _ in stream.offline(from: time, duration: .seconds(1)) {}
    }
  }

  @Test("A stretch of a run neither begins nor ends before it", arguments: notNumbers + [.seconds(-1)])
  func stretch(_ time: MediaTime) {
    let rate = FrameRate.fps(30)
    let impossible = StreamStretchError.impossible(time)
    #expect(throws: impossible) { try StreamStretch(from: time, ofRunUntil: nil, rate: rate) }
    #expect(throws: impossible) { try StreamStretch(to: time, ofRunUntil: nil, rate: rate) }
    #expect(throws: impossible) { try StreamStretch(ofRunUntil: time, rate: rate) }
    #expect(throws: impossible) { try StreamStretch(at: time, ofRunUntil: nil, rate: rate) }
  }

  /// What a view shows at the beginning and after a second.
  private func texts(of view: some View) -> [String] {
    [.zero, .seconds(1)].flatMap { Resolved.texts(of: view, at: .at($0)) }
  }

  @Test("A countdown and a stopwatch show zero", arguments: notNumbers + [.seconds(-90)])
  func views(_ time: MediaTime) {
    #expect(texts(of: CountdownText(for: time, format: "s", atZero: .countUp(signed: false))) == ["0", "1"])
    let seconds = time.isNumeric ? ["0", "0"] : ["0", "1"]
    #expect(texts(of: StopwatchText(from: time, format: "s")) == seconds)
  }

  @Test("A stopwatch that begins at the end of time is no trap")
  func farthest() {
    #expect(texts(of: StopwatchText(from: .nanoseconds(.max), format: "s")).allSatisfy { !$0.isEmpty })
  }

  @Test("Lines of captions are shown for two seconds, and no gap is filled", arguments: notNumbers + [.seconds(-1)])
  func captions(_ time: MediaTime) {
    let track = CaptionTrack(lines: ["a", "b"], every: time)
    #expect(track.cues.map(\.end) == [.seconds(2), .seconds(4)])
    let gap = CaptionTrack([
      CaptionCue(start: .zero, end: .seconds(1), text: "a"),
      CaptionCue(start: .seconds(2), end: .seconds(3), text: "b"),
    ])
    #expect(gap.fillingGaps(shorterThan: time).cues == gap.cues)
    #expect(gap.fillingGaps(shorterThan: .positiveInfinity).cues.first?.end == .seconds(2))
  }

  @Test("An invalid range of `fittingSize` is the moment zero")
  func fittingSize() throws {
    let view = CountdownText(for: .seconds(1000), format: "s")
    let zero = MediaTimeRange(start: .zero, duration: .zero)
    let sizes = try [MediaTimeRange.invalid, zero].map {
      try FrameStream.fittingSize(of: view, configuration: stream.configuration, over: $0)
    }
    #expect(sizes[0] == sizes[1])
  }
}
