import Observation
import OverlayRender
import Testing

@Observable
private final class Score {
  var points = 0
}

/// A game on an actor of its own, whose model is no `Sendable` value.
private actor Game {
  private let score = Score()

  /// A stream over the model, in three lines.
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
  @Test("A stream follows an observable model on any actor, with one snapshot of all that changed at once")
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
    #expect(await points.becomes(4), "it goes on following")
    let four = try await frames.makeAsyncIterator().next()
    #expect(try !#require(two).hasSamePicture(as: #require(four)))
  }
}
