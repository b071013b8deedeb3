/// Why a frame was drawn, and what that took.
public struct FrameExplanation: Sendable, Hashable {
  /// When the frame is due.
  public let presentationTime: MediaTime
  /// Its number on the grid.
  public let frame: Int64
  /// The views that look other than in the frame before, in the order of the tree.
  public let changes: [ViewChange]
  /// Whether the whole view was resolved and laid out, not some parts of it alone.
  public let resolvesWholeView: Bool
  /// What differs from the frame before.
  public let damage: Damage
  /// How long resolving, laying out, drawing and converting took, in microseconds rounded down.
  public let microseconds: Int64
}

extension FrameExplanation: CustomStringConvertible {
  /// The explanation on one line: ten columns that spaces separate, then the views.
  ///
  ///     00:00:01.000000  frame     30  damage 1 rectangle      160 px      48 us  ClockText "12:00:01" (time)
  ///
  /// Views are separated by `; `. Where all was resolved and laid out, `whole view: ` stands before them.
  public var description: String {
    let names = changes.prefix(FrameExplanation.changesShown).map(\.description)
    let rest = changes.count - names.count
    let rectangles = damage.count == 1 ? "rectangle " : "rectangles"
    let views = (names + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: "; ")
    return
      "\(timestamp)  frame \(frame.padded(to: 6))  damage \(damage.count) \(rectangles) \(damage.area.padded(to: 7)) px  "
      + "\(microseconds.padded(to: 6)) us  \(resolvesWholeView ? "whole view: " : "")\(views)"
  }

  /// The most views that a line names.
  private static let changesShown = 16

  /// Hours, minutes, seconds and microseconds, rounded down.
  private var timestamp: String {
    let total = (presentationTime.flooredNanoseconds ?? 0) / 1000
    let seconds = total.magnitude / 1_000_000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.zeroPadded(to: 2) }.joined(separator: ":")
    return "\(total < 0 ? "-" : "")\(clock).\((total.magnitude % 1_000_000).zeroPadded(to: 6))"
  }
}

extension BinaryInteger {
  /// The decimal digits with spaces before them up to a width.
  fileprivate func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: " ", count: max(0, width - digits.count)) + digits
  }
}

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
