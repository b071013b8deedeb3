import Dispatch
import Glibc
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayMedia

/// Random actions on a player, which leave nothing behind.
@Suite("Random scripts of a player", .serialized)
struct PlayerScriptTests {
  /// An object that closures of observers hold.
  private final class Token: Sendable {
    private let count: Counter
    init(_ count: Counter) {
      self.count = count
      count.add(1)
    }
    deinit { count.add(-1) }
    func touch() {}
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)
    func add(_ number: Int) { value.withLock { $0 += number } }
    var current: Int { value.withLock { $0 } }
  }

  /// A player and what a program holds of it.
  private final class Program {
    let clock: ManualClock
    let tokens = Counter()
    let openSeeks = Counter()
    var player: MoviePlayer?
    var items: [MoviePlayerItem] = []
    var outputs: [VideoOutput] = []
    var subscriptions: [Subscription] = []
    var pictures: [PixelBuffer] = []

    init(clock: ManualClock, media: PlayerMedia, renderer: any AudioRenderer, paths: [String]) {
      self.clock = clock
      items = paths.map { MoviePlayerItem(path: $0) }
      outputs = paths.indices.map { _ in VideoOutput() }
      player = MoviePlayer(nil, clock: clock, audioRenderer: renderer, media: media)
    }

    func act(_ random: inout SeededGenerator) throws {
      guard let player else { return }
      let time = MediaTime.milliseconds(Int64.random(in: -500..<5000, using: &random))
      switch Int.random(in: 0..<22, using: &random) {
      case 20: player.cancelPendingSeeks()
      case 21:
        let token = Token(tokens)
        subscriptions.append(player.addBoundaryTimeObserver(forTimes: [time, .seconds(1)]) { token.touch() })
      case 0:
        let isRemoved = Int.random(in: 0..<6, using: &random) == 0
        player.replaceCurrentItem(with: isRemoved ? nil : items.randomElement(using: &random))
      case 1...2: player.play()
      case 3: player.pause()
      case 4: try player.setRate([0.5, 1, 2].randomElement(using: &random) ?? 1)
      case 5: player.actionAtItemEnd = [.pause, .none, .loop].randomElement(using: &random) ?? .pause
      case 6...8:
        openSeeks.add(1)
        let tolerances: [MediaTime] = [.zero, .milliseconds(300), .positiveInfinity]
        let tolerance = tolerances.randomElement(using: &random) ?? .zero
        player.seek(to: time, toleranceBefore: tolerance, toleranceAfter: tolerance) { [openSeeks] _ in
          openSeeks.add(-1)
        }
      case 9:
        let token = Token(tokens)
        subscriptions.append(
          player.addPeriodicTimeObserver(forInterval: .milliseconds(Int64.random(in: 10..<700, using: &random))) { _ in
            token.touch()
          })
      case 10:
        let token = Token(tokens)
        if let item = items.randomElement(using: &random) { subscriptions.append(item.observe { _ in token.touch() }) }
      case 11:
        let token = Token(tokens)
        subscriptions.append(player.observe { _ in token.touch() })
      case 12:
        if !subscriptions.isEmpty { subscriptions.remove(at: .random(in: 0..<subscriptions.count, using: &random)) }
      case 13:
        if let item = items.randomElement(using: &random), let output = outputs.randomElement(using: &random) {
          if Bool.random(using: &random) { item.add(output) } else { item.remove(output) }
        }
      case 15:
        openSeeks.add(1)
        player.step(byCount: Int.random(in: -4...4, using: &random)) { [openSeeks] _ in openSeeks.add(-1) }
      case 14:
        if let picture = outputs.randomElement(using: &random)?.copyPixelBuffer(forItemTime: player.currentTime()) {
          pictures.append(picture.pixelBuffer)
        }
        if pictures.count > 4 { pictures.removeFirst() }
      default: clock.advance(by: .milliseconds(Int64.random(in: 0..<200, using: &random)))
      }
      if subscriptions.count > 30 { subscriptions.removeFirst() }
      let now = player.currentTime()
      try #require(now.isNumeric && now >= .zero && now <= .seconds(4))
    }

    func release() {
      (player, items, outputs, pictures) = (nil, [], [], [])
    }
  }

  private let movies = [
    "a": FakeMovie(sampleCount: 190_000), "b": FakeMovie(frameCount: 12, keyframeInterval: 5),
    "c": FakeMovie(frameCount: 30, frameDuration: MediaTime(value: 1001, timescale: 30_000), sampleCount: 60_000),
    "d": FakeMovie(error: .noPictures(path: "d")),
    "e": FakeMovie(frameCount: 1, frameDuration: .seconds(3), sampleCount: 130_000, hasPictures: false),
  ]

  @Test("10 000 actions with steps of the workers in between leave no worker, frame or observer", arguments: [1, 2, 3])
  func steps(seed: UInt64) throws {
    let clock = ManualClock()
    let workers = ManualWorkers()
    let library = try FakeLibrary(movies, clock: clock)
    let renderer = RecordingRenderer(clock: clock)
    let program = Program(
      clock: clock, media: library.media(workers.start), renderer: renderer, paths: Array(movies.keys.sorted()))
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10_000 {
      try program.act(&random)
      if Bool.random(using: &random) { workers.run(limit: Int.random(in: 0..<30, using: &random)) }
    }
    #expect(workers.count <= 2 && library.sourceCount <= 1)
    weak let player = program.player
    program.release()
    DispatchQueue.observers.sync {}
    #expect(player == nil && workers.count == 0)
    #expect(library.sourceCount == 0 && library.usedBufferCount == 0)
    // The observers are released with the player and the items, also if their subscriptions are still held.
    #expect(program.tokens.current == 0 && program.openSeeks.current == 0)
  }

  @Test("10 000 actions on threads leave no thread, frame or observer", arguments: [11, 12, 13, 14, 15, 16])
  func threads(seed: UInt64) throws {
    let clock = ManualClock()
    let library = try FakeLibrary(movies, clock: clock)
    let program = Program(
      clock: clock, media: library.media(DecodingThread.start), renderer: RecordingRenderer(clock: clock),
      paths: movies.keys.sorted())
    var random = SeededGenerator(seed: seed)
    for index in 0..<10_000 {
      try program.act(&random)
      guard index % 10 == 0, let player = program.player, player.currentItem != nil else { continue }
      // The threads get time to work, up to different points.
      #expect(waitUntil { player.status != .unknown })
      for _ in 0..<(index / 10 % 50) { sched_yield() }
    }
    weak let player = program.player
    program.release()
    #expect(waitUntil { threadCount(named: "movie-") == 0 })
    #expect(waitUntil { player == nil && library.sourceCount == 0 && library.usedBufferCount == 0 })
    DispatchQueue.observers.sync {}
    #expect(program.tokens.current == 0 && program.openSeeks.current == 0)
  }
}
