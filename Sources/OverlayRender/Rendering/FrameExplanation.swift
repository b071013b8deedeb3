/// The explanation of a drawn frame: the changed views, and the cost.
public struct FrameExplanation: Sendable, Hashable {
  /// The presentation time of the frame.
  public let presentationTime: MediaTime
  /// The frame number.
  public let frame: Int64
  /// The views that differ from the previous frame, in the order of the tree.
  public let changes: [ViewChange]
  /// Whether the whole view was resolved and laid out, instead of only parts of it.
  public let resolvesWholeView: Bool
  /// The difference from the previous frame.
  public let damage: Damage
  /// The duration of resolving, layout, drawing and conversion, in microseconds, rounded down.
  public let microseconds: Int64
}

extension FrameExplanation: CustomStringConvertible {
  /// The explanation in one line: ten columns, separated by spaces, and the views.
  ///
  ///     00:00:01.000000  frame     30  damage 1 rectangle      160 px      48 us  ClockText "12:00:01" (time)
  ///
  /// Views are separated by `; `. The prefix `whole view: ` means that the whole view was resolved and laid out.
  public var description: String {
    let names = changes.prefix(FrameExplanation.maximumChangeCount).map(\.description)
    let omittedCount = changes.count - names.count
    let rectangles = damage.count == 1 ? "rectangle " : "rectangles"
    let views = (names + (omittedCount > 0 ? ["\(omittedCount) more"] : [])).joined(separator: "; ")
    return
      "\(timestamp)  frame \(frame.padded(to: 6))  "
      + "damage \(damage.count) \(rectangles) \(damage.area.padded(to: 7)) px  "
      + "\(microseconds.padded(to: 6)) us  \(resolvesWholeView ? "whole view: " : "")\(views)"
  }

  /// The maximum number of views in a line.
  private static let maximumChangeCount = 16

  /// The time as hours, minutes, seconds and microseconds, rounded down.
  private var timestamp: String {
    let total = (presentationTime.flooredNanoseconds ?? 0) / 1000
    let seconds = total.magnitude / 1_000_000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.zeroPadded(to: 2) }.joined(separator: ":")
    return "\(total < 0 ? "-" : "")\(clock).\((total.magnitude % 1_000_000).zeroPadded(to: 6))"
  }
}

extension BinaryInteger {
  /// The decimal digits, padded with leading spaces to a width.
  fileprivate func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: " ", count: max(0, width - digits.count)) + digits
  }
}

/// Collects the changes and the cost of a frame while it is rendered, and then explains the frame.
struct FrameExplainer {
  private let clock: any MediaClock
  private let explain: @Sendable (FrameExplanation) -> Void
  private var start = MediaTime.zero
  /// The updates since the last drawn frame. There is more than one if drawing failed in between.
  private var comparisons: [SceneComparison] = []

  init(clock: any MediaClock, explain: @escaping @Sendable (FrameExplanation) -> Void) {
    self.clock = clock
    self.explain = explain
  }

  mutating func begin() {
    start = clock.time
  }

  /// Adds an update of the scene. The duration of the comparison does not count.
  mutating func add(_ comparison: () -> SceneComparison) {
    let comparisonStart = clock.time
    comparisons.append(comparison())
    start += clock.time - comparisonStart
  }

  /// Explains the frame if it was drawn.
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
