import Observation
import OverlayRender

/// The state of the match, as in the model of any program.
@Observable
@MainActor
final class Match {
  var home = 0
  var away = 0
  var period = 1
}

/// The events of the match, with their times in seconds since its beginning.
enum MatchEvent {
  case homeGoal, awayGoal, nextPeriod

  static let all: [(second: Double, event: MatchEvent)] = [
    (0.7, .homeGoal), (1.6, .awayGoal), (2.4, .homeGoal), (3.2, .nextPeriod), (4.1, .awayGoal), (6.3, .homeGoal),
  ]
}

extension Match {
  func happens(_ event: MatchEvent) {
    switch event {
    case .homeGoal: home += 1
    case .awayGoal: away += 1
    case .nextPeriod: period += 1
    }
  }

  /// Plays the match in real time.
  func play() async throws {
    var played = 0.0
    for (second, event) in MatchEvent.all {
      try await Task.sleep(for: .seconds(second - played))
      played = second
      happens(event)
    }
  }
}
