import Dispatch
import Foundation
import OverlayRender
import Synchronization
import TestTools

@testable import OverlayMedia

/// A player of fake movies on a clock and workers that the test moves.
final class PlayerBench {
  let clock = CountingClock(time: .seconds(1000))
  let workers = ManualWorkers()
  let library: FakeLibrary
  let renderer: RecordingRenderer
  let player: MoviePlayer
  let item: MoviePlayerItem
  let output = VideoOutput()
  /// What was observed, in order.
  let log = Log()
  private let subscriptions: [Subscription]

  init(_ movie: FakeMovie = FakeMovie(), others: [String: FakeMovie] = [:]) throws {
    library = try FakeLibrary(others.merging(["movie": movie]) { $1 }, clock: clock)
    renderer = RecordingRenderer(clock: clock)
    item = MoviePlayerItem(path: "movie")
    item.add(output)
    let log = log
    player = MoviePlayer(nil, clock: clock, audioRenderer: renderer, media: library.media(workers.start))
    subscriptions = [
      player.observe { event in
        if case .timeControlStatusChanged(let status) = event { log.add("\(status)") }
      },
      item.observe { log.add("\($0)") },
    ]
    player.replaceCurrentItem(with: item)
  }

  /// Decodes as much as there is room for, and delivers all events.
  func settle() {
    repeat { deliver() } while workers.run() > 0
    deliver()
  }

  /// Delivers all events.
  func deliver() {
    DispatchQueue.observers.sync {}
  }

  /// Advances the clock in small steps, with decoding in between.
  func advance(by seconds: Double, step: Double = 0.02) {
    let target = clock.time + .seconds(seconds)
    while clock.time < target {
      clock.advance(to: min(clock.time + .seconds(step), target))
      settle()
    }
  }

  /// The number of the picture that is shown at the current time.
  var picture: Int? {
    output.copyPixelBuffer(forItemTime: player.currentTime())
      .map { $0.pixelBuffer.withUnsafeBytes { Int($0[0]) } }
  }
}

/// Lines that observers write.
final class Log: Sendable {
  private let state = Mutex<[String]>([])

  func add(_ line: String) { state.withLock { $0.append(line) } }
  var lines: [String] { state.withLock { $0 } }

  func take() -> [String] {
    state.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

/// The number of threads of this process whose names start with a text.
func threadCount(named prefix: String) -> Int {
  let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
  return threads.count { thread in
    (try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8))?.hasPrefix(prefix) == true
  }
}
