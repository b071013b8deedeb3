/// Keeps account of a frame while it is made, and explains it when it is there.
struct FrameAccount {
  private let clock: any MediaClock
  private let explain: @Sendable (FrameExplanation) -> Void
  private var start = MediaTime.zero
  /// What was updated since the last frame that was drawn: more than one scene where a frame could not be made.
  private var comparisons: [SceneComparison] = []

  init(clock: any MediaClock, explain: @escaping @Sendable (FrameExplanation) -> Void) {
    self.clock = clock
    self.explain = explain
  }

  mutating func begin() {
    start = clock.time
  }

  /// Takes note of an update of the scene; the time that this takes does not count.
  mutating func note(_ comparison: () -> SceneComparison) {
    let pause = clock.time
    comparisons.append(comparison())
    start += clock.time - pause
  }

  /// Explains the frame, if it was drawn.
  mutating func finish(at time: MediaTime, frameRate: FrameRate, damage: Damage) {
    let end = clock.time
    defer { comparisons.removeAll() }
    guard !damage.isEmpty else { return }
    explain(
      FrameExplanation(
        presentationTime: time, frame: frameRate.frame(atOrBefore: time), changes: comparisons.flatMap { $0.changes() },
        resolvesWholeView: comparisons.contains(where: \.isOfWholeView), damage: damage,
        microseconds: ((end - start).flooredNanoseconds ?? 0) / 1000))
  }
}
