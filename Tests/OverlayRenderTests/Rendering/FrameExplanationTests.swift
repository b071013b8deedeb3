import Foundation
import Synchronization
import TestTools
import Testing

@testable import OverlayRender

/// The explanations of a renderer.
final class Explanations: Sendable {
  private let list = Mutex<[FrameExplanation]>([])

  var all: [FrameExplanation] { list.withLock { $0 } }
  /// The lines, without the microseconds.
  var lines: [String] { all.map { $0.description.replacing(/\ +\d+ us/, with: " - us") } }
  /// The changes of the latest frame, as in its line.
  var latest: [String] { all.last?.changes.map(\.description) ?? [] }

  /// A configuration with explanations.
  func explaining(_ configuration: RenderConfiguration) -> RenderConfiguration {
    var explained = configuration
    explained.explain = { explanation in self.list.withLock { $0.append(explanation) } }
    return explained
  }
}

@Suite("Frame explanations", .timeLimit(.minutes(10)))
struct FrameExplanationTests {
  private static let title = Text("GOAL").font(size: 6)
  private let explanations = Explanations()

  /// A clock above a title that fades in at 1.1 s and out at 1.3 s.
  private static var clockAndTitle: some View {
    VStack(spacing: 0) {
      ClockText(timeZone: .gmt, locale: Locale(identifier: "en")).font(size: 6)
      ZStack {
        Rectangle().fill(.clear).frame(width: 40, height: 10)
        title.visible(
          during: MediaTimeRange(start: .milliseconds(1100), duration: .milliseconds(200)),
          entering: .opacity(duration: .milliseconds(100), easing: .linear))
      }
    }
  }

  private func configuration(start: WallTime? = WallTime(nanosecondsSince1970: 0)) -> RenderConfiguration {
    var configuration = FrameStreamTests.configuration(start: start)
    configuration.size = PixelSize(80, 24)
    return explanations.explaining(configuration)
  }

  private func renderer(_ view: some View) throws -> Renderer {
    try Renderer(view, configuration: configuration(), clock: ManualClock())
  }

  private func render(_ renderer: Renderer, _ seconds: Double) throws -> [String] {
    let count = explanations.all.count
    _ = try renderer.render(at: .nanoseconds(Int64((seconds * 1e9).rounded())))
    return explanations.all.count == count ? [] : explanations.latest
  }

  @Test("A run is explained by one line per drawn frame")
  func offline() async throws {
    let stream = FrameStream(Self.clockAndTitle, configuration: configuration())
    var times: [MediaTime] = []
    for try await sample in stream.offline(duration: .seconds(3)) { times.append(sample.presentationTime) }
    #expect(explanations.all.map(\.presentationTime) == times)
    #expect(
      explanations.lines == [
        #"00:00:00.000000  frame      0  damage 1 rectangle     1920 px - us  "#
          + #"whole view: ClockText "00:00:00" (start)"#,
        #"00:00:01.000000  frame     30  damage 4 rectangles      64 px - us  ClockText "00:00:01" (time)"#,
        #"00:00:01.100000  frame     33  damage 1 rectangle      180 px - us  "#
          + #"whole view: VisibleView "GOAL" (transition)"#,
        "00:00:01.133333  frame     34  damage 1 rectangle      180 px - us  VisibleView (transition)",
        "00:00:01.166666  frame     35  damage 1 rectangle      180 px - us  VisibleView (transition)",
        "00:00:01.200000  frame     36  damage 1 rectangle      180 px - us  VisibleView (transition)",
        "00:00:01.300000  frame     39  damage 1 rectangle      180 px - us  whole view: VisibleView (transition)",
        #"00:00:02.000000  frame     60  damage 4 rectangles      58 px - us  ClockText "00:00:02" (time)"#,
      ])
  }

  @Test("A live run is explained as frames are drawn, without repeated frames")
  func live() async throws {
    let clock = SleepCountingClock(time: .seconds(50), wallTime: WallTime(nanosecondsSince1970: 1_000_000_000_000))
    let data = LiveData("one")
    let view = HStack {
      ClockText(timeZone: .gmt, locale: Locale(identifier: "en")).font(size: 6)
      LiveView(data) { Text($0.value).font(size: 6) }
    }
    let stream = FrameStream(view, configuration: configuration(start: nil))
    let task = Task {
      for try await _ in stream.live(clock: clock, duration: .seconds(100), repeats: true) {}
    }
    #expect(await eventually { clock.sleeps == 1 })
    #expect(explanations.latest == [#"ClockText "00:16:40" (start)"#, #"LiveView "one" (start)"#])
    data.update("two")
    clock.advance(by: .nanoseconds(33_333_334))
    #expect(await eventually { clock.sleeps >= 2 && explanations.all.count == 2 })
    #expect(explanations.latest == [#"LiveView "two" (data)"#])
    let sleeps = clock.sleeps
    clock.advance(by: .nanoseconds(33_333_334))
    #expect(await eventually { clock.sleeps > sleeps })
    #expect(explanations.all.count == 2)
    clock.stepWallClock(to: WallTime(nanosecondsSince1970: 7_200_000_000_000))
    clock.advance(by: .nanoseconds(33_333_334))
    #expect(await eventually { explanations.all.count == 3 })
    #expect(explanations.latest == [#"ClockText "02:00:00" (wall clock)"#])
    task.cancel()
    _ = await task.result
  }

  @Test("A nested view has its own reason")
  func nested() throws {
    let data = LiveData(1)
    let renderer = try renderer(
      LiveView(data) { entry in
        HStack {
          Text("\(entry.value)").font(size: 6)
          StopwatchText(format: "s").font(size: 6)
        }
        .visible(
          during: MediaTimeRange(start: .zero, duration: .positiveInfinity),
          entering: .slide(from: .leading, duration: .seconds(2)))
      })
    _ = try renderer.render(at: .zero)
    #expect(try render(renderer, 0.5) == ["VisibleView (transition)"])
    #expect(try render(renderer, 1) == ["VisibleView (transition)", #"StopwatchText "1" (time)"#])
    #expect(try render(renderer, 3) == ["VisibleView (transition)", #"StopwatchText "3" (time)"#])
    data.update(2)
    #expect(try render(renderer, 3.5) == [#"LiveView "2" (data)"#])
    data.update(3)
    #expect(try render(renderer, 4) == [#"LiveView "3" (data)"#, #"StopwatchText "4" (time)"#])
    #expect(try render(renderer, 4.5) == [], "nothing is drawn")
  }

  @Test("A live value that does not change the view is not explained, and is not the reason for the next change")
  func sameNews() throws {
    let data = LiveData("a")
    let renderer = try renderer(
      VStack(spacing: 0) {
        LiveView(data) { Text($0.value).font(size: 6) }
        StopwatchText(format: "s").font(size: 6)
      })
    _ = try renderer.render(at: .zero)
    data.update("a")
    #expect(try render(renderer, 0.5) == [])
    #expect(try render(renderer, 1) == [#"StopwatchText "1" (time)"#])
    data.update("b")
    #expect(try render(renderer, 1.5) == [#"LiveView "b" (data)"#])
  }

  @Test("If the whole view is laid out, moved views are explained, too")
  func layout() throws {
    let data = LiveData("I")
    let renderer = try renderer(
      HStack(spacing: 2) {
        LiveView(data) { Text($0.value).font(size: 6) }
        Text("still").font(size: 6)
        Rectangle().fill(.blue).frame(width: 4, height: 4)
        StopwatchText(format: "s").font(size: 6)
      })
    _ = try renderer.render(at: .zero)
    #expect(
      explanations.latest == [
        #"LiveView "I" (start)"#, #"Text "still" (start)"#, "Rectangle (start)", #"StopwatchText "0" (start)"#,
      ])
    data.update("WWWW")
    #expect(
      try render(renderer, 0.5) == [
        #"LiveView "WWWW" (data)"#, #"Text "still" (layout)"#, "Rectangle (layout)", #"StopwatchText "0" (layout)"#,
      ])
    #expect(explanations.all.last?.resolvesWholeView == true)
    #expect(explanations.lines.last?.contains(#" us  whole view: LiveView "WWWW" (data); Text "#) == true)
    #expect(try render(renderer, 1) == [#"StopwatchText "1" (time)"#])
    #expect(explanations.all.last?.resolvesWholeView == false)
  }

  @Test("A view that reads its size changes because of the layout, not because of earlier live values")
  func reader() throws {
    let data = LiveData(0)
    let renderer = try renderer(
      HStack(spacing: 0) {
        LiveView(data) { _ in GeometryReader { size in Text("\(Int(size.width))").font(size: 6) } }
        StopwatchText(format: "s").font(size: 6)
      })
    _ = try renderer.render(at: .seconds(8))
    data.update(0)
    #expect(try render(renderer, 9) == [#"StopwatchText "9" (time)"#])
    let changes = try render(renderer, 10)
    #expect(changes.count == 2 && changes.last == #"StopwatchText "10" (time)"#)
    #expect(explanations.all.last?.changes.first?.view == "LiveView")
    #expect(explanations.all.last?.changes.first?.cause == .layout)
  }

  @Test("A replaced view, an earlier time and a step of the wall clock are reasons")
  func resolvedAnew() throws {
    let renderer = try renderer(
      VStack(spacing: 0) {
        ClockText(timeZone: .gmt, locale: Locale(identifier: "en")).font(size: 6)
        StopwatchText(format: "s").font(size: 6)
      })
    _ = try renderer.render(at: .seconds(5))
    #expect(try render(renderer, 4) == [#"ClockText "00:00:04" (seek)"#, #"StopwatchText "4" (seek)"#])
    renderer.anchorWallClock(at: WallTime(nanosecondsSince1970: 3_600_000_000_000))
    #expect(try render(renderer, 4) == [#"ClockText "01:00:04" (wall clock)"#])
    renderer.replaceView(Text("new").font(size: 6))
    #expect(try render(renderer, 4) == [#"Text "new" (view)"#])
    renderer.replaceView(Spacer())
    #expect(try render(renderer, 4) == ["Background (view)"], "only the background remains")
  }

  @Test("Explanations change neither pixels nor the count of work")
  func sameWork() throws {
    let rasterizer = try Rasterizer(fonts: FixtureFonts.configuration)
    for seed in 0..<60 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let view = RandomView.make(depth: 5, rate: .fps(30), &generator)
      var silent = configuration()
      silent.explain = nil
      let renderers = try [silent, configuration()].map {
        try Renderer(
          root: { view.resolve(into: &$0) }, configuration: $0, streamStart: .zero, clock: ManualClock(),
          rasterizer: rasterizer)
      }
      // The rasterizer counts for both renderers.
      var pixels = [0, 0]
      for frame in [0, 1, 9, 30, 31, 5] as [Int64] {
        let samples = try renderers.enumerated().map { index, renderer in
          let before = renderer.work.pixelsDrawn
          defer { pixels[index] += renderer.work.pixelsDrawn - before }
          return try renderer.render(at: FrameRate.fps(30).time(ofFrame: frame))
        }
        #expect(samples[0].hasSamePicture(as: samples[1]) && samples[0].damage == samples[1].damage)
      }
      #expect(pixels[0] == pixels[1])
      var works = renderers.map(\.work)
      for index in works.indices { works[index].pixelsDrawn = 0 }
      #expect(works[0] == works[1], "seed \(seed)")
    }
    #expect(
      explanations.all.allSatisfy { !$0.changes.isEmpty && !$0.damage.isEmpty }, "whatever was drawn has a reason")
  }

  @Test("A line has no line breaks and a limited length")
  func lines() {
    let long = ViewChange(
      view: "LiveView", texts: ["say \"a\\b\"\n", String(repeating: "ab", count: 30), "third"], cause: .data)
    let cut = String(repeating: "ab", count: 20)
    #expect(long.description == #"LiveView "say \"a\\b\"\n", "\#(cut)…", … (data)"#)
    let reversed = ViewChange(view: "Text", texts: ["a\u{202E}gpj.exe"], cause: .start)
    #expect(reversed.description == #"Text "a\u{202E}gpj.exe" (start)"#)
    let explanation = FrameExplanation(
      presentationTime: .milliseconds(3_723_456), frame: 111_703,
      changes: Array(repeating: ViewChange(view: "ClockText", cause: .time), count: 18), resolvesWholeView: false,
      damage: Damage(PixelRect(x: 0, y: 0, width: 1920, height: 1080)), microseconds: 12_345)
    let clocks = Array(repeating: "ClockText (time)", count: 16).joined(separator: "; ")
    #expect(
      explanation.description
        == "01:02:03.456000  frame 111703  damage 1 rectangle  2073600 px   12345 us  \(clocks); 2 more")
  }
}
