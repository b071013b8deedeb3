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
