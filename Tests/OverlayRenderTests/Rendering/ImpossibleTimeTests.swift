import Foundation
import Testing

@testable import OverlayRender

/// Negative durations, and times that are not numbers: documented functions throw, and views use the nearest possible
/// value.
@Suite("Impossible times and durations")
struct ImpossibleTimeTests {
  private static let notNumbers: [MediaTime] = [.invalid, .indefinite, .negativeInfinity]
  private let stream = FrameStream(
    Text("x"), configuration: FrameStreamTests.configuration())

  @Test("A stream with an invalid duration throws", arguments: notNumbers + [.seconds(-1)])
  func duration(_ duration: MediaTime) async {
    await #expect(throws: RenderError.impossibleDuration(duration)) {
      for try await _ in stream.offline(duration: duration) {}
    }
    await #expect(throws: RenderError.impossibleDuration(duration)) {
      for try await _ in stream.live(clock: ManualClock(), duration: duration) {}
    }
  }

  @Test("A stream of zero duration has no frames, and an infinite one continues")
  func possible() async throws {
    for try await _ in stream.offline(duration: .zero) { Issue.record("a frame") }
    let first = try await stream.offline(duration: .positiveInfinity).first { _ in true }
    #expect(first?.presentationTime == .zero)
  }

  @Test("A picture at an invalid time, and a stream from there, throw", arguments: notNumbers + [.positiveInfinity])
  func time(_ time: MediaTime) async throws {
    let renderer = try Renderer(Text("x"), configuration: stream.configuration)
    _ = try renderer.render(at: .zero)
    #expect(throws: RenderError.timeNotNumeric(time)) { try renderer.render(at: time) }
    await #expect(throws: RenderError.timeNotNumeric(time)) {
      for try await _ in stream.offline(from: time, duration: .seconds(1)) {}
    }
  }

  @Test("A frame selection neither begins nor ends before the run", arguments: notNumbers + [.seconds(-1)])
  func stretch(_ time: MediaTime) {
    let rate = FrameRate.fps(30)
    let impossible = FrameSelectionError.impossible(time)
    #expect(throws: impossible) { try FrameSelection(from: time, ofRunUntil: nil, rate: rate) }
    #expect(throws: impossible) { try FrameSelection(to: time, ofRunUntil: nil, rate: rate) }
    #expect(throws: impossible) { try FrameSelection(ofRunUntil: time, rate: rate) }
    #expect(throws: impossible) { try FrameSelection(at: time, ofRunUntil: nil, rate: rate) }
  }

  /// Returns the text of a view at the beginning and after a second.
  private func texts(of view: some View) -> [String] {
    [.zero, .seconds(1)].flatMap { Resolved.texts(of: view, at: .at($0)) }
  }

  @Test("A countdown and a stopwatch show zero", arguments: notNumbers + [.seconds(-90)])
  func views(_ time: MediaTime) {
    #expect(texts(of: CountdownText(for: time, format: "s", atZero: .countUp(signed: false))) == ["0", "1"])
    let seconds = time.isNumeric ? ["0", "0"] : ["0", "1"]
    #expect(texts(of: StopwatchText(from: time, format: "s")) == seconds)
  }

  @Test("A stopwatch that begins at the largest time does not trap")
  func farthest() {
    #expect(texts(of: StopwatchText(from: .nanoseconds(.max), format: "s")).allSatisfy { !$0.isEmpty })
  }

  @Test("Lines of captions are shown for two seconds, and gaps stay", arguments: notNumbers + [.seconds(-1)])
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

  @Test("An invalid range of `fittingSize` counts as time zero")
  func fittingSize() throws {
    let view = CountdownText(for: .seconds(1000), format: "s")
    let zero = MediaTimeRange(start: .zero, duration: .zero)
    let sizes = try [MediaTimeRange.invalid, zero].map {
      try FrameStream.fittingSize(of: view, configuration: stream.configuration, over: $0)
    }
    #expect(sizes[0] == sizes[1])
  }
}
