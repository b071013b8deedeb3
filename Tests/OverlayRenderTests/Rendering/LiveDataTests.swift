import Foundation
import Observation
import RenderTestTools
import TestTools
import Testing

@testable import OverlayRender

@Suite("Live data in pictures", .timeLimit(.minutes(10)))
struct LiveDataTests {
  private func renderer(_ view: some View, onUpdate: @escaping @Sendable () -> Void = {}) throws -> Renderer {
    try Renderer(
      root: { view.resolve(into: &$0) }, configuration: FrameStreamTests.configuration(), streamStart: .zero,
      clock: ManualClock(), onUpdate: onUpdate)
  }

  @Test("A picture lasts until a live value changes; then one scope is resolved, once")
  func renderer() throws {
    let data = LiveData("one")
    let renderer = try renderer(
      HStack {
        FrameStreamTests.clock
        LiveView(data) { Text($0.value).monospacedDigit().font(size: 12) }
      })
    let first = try renderer.render(at: .zero)
    #expect(renderer.nextChange == MediaTime(value: 3, timescale: 4))
    data.update("two")
    #expect(renderer.nextChange == .negativeInfinity)
    let second = try renderer.render(at: .zero)
    #expect(second.pixelBuffer !== first.pixelBuffer && !second.damage.isEmpty)
    #expect(renderer.nextChange == MediaTime(value: 3, timescale: 4))
    let work = renderer.work
    #expect(try renderer.render(at: MediaTime(value: 1, timescale: 2)).pixelBuffer === second.pixelBuffer)
    #expect(renderer.work == work)
    data.update("two")
    #expect(try renderer.render(at: MediaTime(value: 1, timescale: 2)).pixelBuffer === second.pixelBuffer)
    #expect(renderer.work.picturesDrawn == work.picturesDrawn, "an equal value draws nothing")
  }

  @Test("Going back in time keeps the entry")
  func back() throws {
    let data = LiveData("one")
    let renderer = try renderer(LiveView(data) { Text($0.value).font(size: 12) })
    _ = try renderer.render(at: .seconds(5))
    data.update("two")
    let late = try renderer.render(at: .seconds(6))
    #expect(try renderer.render(at: .seconds(1)).hasSamePicture(as: late))
  }

  @Test("An idle stream wakes once for any number of updates, and sleeps again")
  func wakesOnce() async throws {
    let clock = SleepCountingClock(time: .seconds(50), wallTime: WallTime(nanosecondsSince1970: 1_000_000_000_000))
    let data = LiveData(0)
    let view = VStack {
      Text("still").font(size: 5)
      HStack { LiveView(data) { Text("\($0.value % 10)").monospacedDigit().font(size: 6) } }
    }
    let stream = FrameStream(view, configuration: FrameStreamTests.configuration(start: nil))
    let samples = LiveData<[SampleBuffer]>([])
    let works = LiveData(RenderWork())
    let task = Task {
      let iterator = stream.live(clock: clock, duration: .seconds(3600)).makeAsyncIterator()
      while let sample = try await iterator.next() {
        works.update(iterator.work)
        samples.update(samples.current.value + [sample])
      }
    }
    #expect(await eventually { clock.sleeps == 1 })
    for value in 1...100 { data.update(value) }
    #expect(await eventually { clock.sleeps == 2 }, "it wakes, and waits for the next frame")
    for value in 1...105 { data.update(value) }
    await letOthersRun()
    #expect(clock.sleeps == 2 && samples.current.value.count == 1)
    clock.advance(by: .nanoseconds(33_333_334))
    #expect(await eventually { clock.sleeps == 3 })
    #expect(samples.current.value.map(\.presentationTime) == [.zero, FrameRate.fps(30).time(ofFrame: 1)])
    #expect(works.current.value.scopesResolved == 1 && works.current.value.treesResolved == 1)
    clock.advance(by: .seconds(1000))
    await letOthersRun()
    #expect(clock.sleeps == 3, "nothing wakes it")
    task.cancel()
  }

  @Test("Offline, an update appears on the first frame that no sample covers")
  func offline() async throws {
    let data = LiveData("one")
    let view = HStack {
      FrameStreamTests.clock
      LiveView(data) { Text($0.value).font(size: 12) }
    }
    let stream = FrameStream(view, configuration: FrameStreamTests.configuration())
    let iterator = stream.offline(duration: .seconds(3)).makeAsyncIterator()
    var times: [MediaTime] = []
    var end = MediaTime.zero
    while let sample = try await iterator.next() {
      #expect(sample.presentationTime == end)
      times.append(sample.presentationTime)
      end = sample.presentationTime + sample.duration
      if times.count == 1 { data.update("two") }
    }
    let rate = FrameRate.fps(30)
    #expect(times == [0, 23, 24, 53, 83].map { rate.time(ofFrame: $0) } && end == .seconds(3))
  }

  @Test("A stream of a live value is the stream of its live view")
  func sugar() async throws {
    let data = LiveData("one")
    let configuration = FrameStreamTests.configuration()
    let sugar = FrameStream(data, configuration: configuration) { Text($0.value).font(size: 12) }
    let plain = FrameStream(LiveView(data) { Text($0.value).font(size: 12) }, configuration: configuration)
    let (a, b) = (sugar.offline(duration: .seconds(1)), plain.offline(duration: .seconds(1)))
    let (first, second) = (try await a.makeAsyncIterator().next(), try await b.makeAsyncIterator().next())
    #expect(try #require(first).hasSamePicture(as: #require(second)))
  }

  @Observable @MainActor
  final class Model {
    var score = 0
    var other = 0
  }

  @Test("A view of an observable model is resolved only when a property that it read has changed")
  @MainActor
  func observing() async throws {
    let model = Model()
    let data = LiveData(observing: { model.score })
    let renderer = try renderer(
      VStack { LiveView(data) { Text("\($0.value)").monospacedDigit().font(size: 12) } })
    _ = try renderer.render(at: .zero)
    let before = renderer.work
    model.other = 1
    for _ in 0..<100 { await Task.yield() }
    #expect(renderer.nextChange == .positiveInfinity)
    model.score = 1
    model.score = 2
    #expect(await data.becomes(2))
    #expect(data.current.revision == 1, "one snapshot of all changes")
    let sample = try renderer.render(at: .seconds(1))
    #expect(!sample.damage.isEmpty && renderer.work.scopesResolved == before.scopesResolved + 1)
    #expect(renderer.work.treesResolved == before.treesResolved)
    model.score = 3
    #expect(await data.becomes(3), "it continues to follow")
  }

  @Test("The observation of a model ends when its value is released")
  @MainActor
  func observingEnds() async {
    let model = Model()
    let reads = LiveData(0)
    weak var released: LiveData<Int>?
    do {
      let data = LiveData(observing: {
        reads.update(reads.current.value + 1)
        return model.score
      })
      released = data
      #expect(reads.current.value == 1, "read once")
    }
    #expect(released == nil)
    model.score = 1
    for _ in 0..<100 { await Task.yield() }
    #expect(reads.current.value == 1)
  }

  @Test("The law holds with live values: incremental drawing equals drawing from scratch", arguments: 0..<60)
  func law(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed &+ 77_000)
    let rate = FrameRate.fps(30)
    let values = (0..<3).map { _ in LiveData(0) }
    func live() -> LiveChoice {
      LiveChoice(
        data: generator.pick(values),
        choices: (0..<3).map { _ in RandomView.make(depth: 2, rate: rate, &generator) })
    }
    let (first, second, third) = (live(), live(), live())
    let still = RandomView.make(depth: 2, rate: rate, &generator)
    let view = HStack {
      first
      VStack {
        still
        second.padding(2)
      }
      TimelineView(.every(.seconds(2))) { if $0.count % 2 == 0 { third } }
    }
    let renderer = try renderer(view)
    var frame: Int64 = 0
    for _ in 0..<8 {
      if !generator.chance(4) { generator.pick(values).update(Int.random(in: 0..<3, using: &generator)) }
      let time = rate.time(ofFrame: frame)
      let sample = try renderer.render(at: time)
      let expected = try self.renderer(view).render(at: time)
      try #require(sample.hasSamePicture(as: expected), "seed \(seed), frame \(frame)")
      frame += Int64.random(in: 0...40, using: &generator)
    }
  }

  private struct LiveChoice: View {
    let data: LiveData<Int>
    let choices: [RandomView]
    var body: some View { LiveView(data) { choices[$0.value] } }
  }
}

@Observable
private final class Score {
  var points = 0
}

/// A game on an actor of its own, whose model is not `Sendable`.
private actor Game {
  private let score = Score()

  /// A stream of the model, in three lines.
  func stream() -> (stream: FrameStream, points: LiveData<Int>) {
    let points = LiveData(observing: { self.score.points })
    let view = LiveView(points) { Text("\($0.value)").font(size: 12) }
    return (FrameStream(view, configuration: FrameStreamTests.configuration()), points)
  }

  func scoreTwice() {
    score.points += 1
    score.points += 1
  }
}

@Suite("Observed models")
struct ObservedModelTests {
  @Test("A stream follows an observable model on any actor, with one snapshot of all changes")
  func customActor() async throws {
    let game = Game()
    let (stream, points) = await game.stream()
    #expect(points.current == (0, 0))
    await game.scoreTwice()
    #expect(await points.becomes(2))
    #expect(points.current.revision == 1)
    let frames = stream.offline(duration: .seconds(1))
    let two = try await frames.makeAsyncIterator().next()
    await game.scoreTwice()
    #expect(await points.becomes(4), "it continues to follow")
    let four = try await frames.makeAsyncIterator().next()
    #expect(try !#require(two).hasSamePicture(as: #require(four)))
  }
}
