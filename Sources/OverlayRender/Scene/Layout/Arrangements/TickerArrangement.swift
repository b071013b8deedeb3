/// An arrangement that moves one child through the proposed length, in copies: `Ticker`. Lengths are in eighths of a
/// pixel.
struct TickerArrangement {
  /// The greatest number of copies. Short content repeats less often in a very long frame.
  static let maximumCopyCount = 1024

  let direction: TickerDirection
  /// The distance between two copies.
  let gap: Int
  let repeats: Bool
  /// The distance that the first copy has moved since it began to enter.
  let travel: Int64

  var axis: Axis { direction.axis }
}

extension TickerArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    var size = pass.largestChild(of: node, for: childProposal(for: proposal))
    size[axis] = proposal[axis] ?? size[axis]
    return size
  }

  /// Places the child at the start. Its copies are drawn at offsets from there.
  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    pass.placed(node, at: .zero, proposal: childProposal(for: proposal))
  }

  /// Returns a proposal without a length along the direction of motion.
  private func childProposal(for proposal: ProposedViewSize) -> ProposedViewSize {
    var inner = proposal
    inner[axis] = nil
    return inner
  }
}

extension TickerArrangement {
  /// Returns the offset of each copy from the start of the frame. The number of copies does not change over time.
  ///
  /// - Parameters:
  ///   - length: The length of the content, in pixels.
  ///   - window: The visible length, in pixels.
  func copyOffsets(length: Int, window: Int) -> [Int] {
    guard length > 0, window > 0 else { return [] }
    let (length, window) = (length * Phase.steps, window * Phase.steps)
    let period = max(length + gap, window / (TickerArrangement.maximumCopyCount - 1) + 1)
    let count = repeats ? (window + period - 1) / period + 1 : 1
    // Skips the copies that have left the frame.
    let left = repeats ? max((travel - Int64(window)) / Int64(period), 0) : 0
    // Before the start, even the shadow of the content is outside of the frame.
    let first = travel > 0 ? travel - left * Int64(period) : Int64(Phase.steps) * -100_000
    return (0..<count).map { copy in
      // Content that does not repeat moves on forever, but no farther than out of the frame.
      let distance = min(Int(clamping: first) - copy * period, window + length)
      return direction.isBackwards ? window - distance : distance - length
    }
  }
}

/// The direction in which the content of a ``Ticker`` moves.
public enum TickerDirection: Sendable, Hashable, CaseIterable {
  /// To the left, for text that is read from left to right.
  case left
  /// To the right, for text that is read from right to left.
  case right
  /// Upward, for credits.
  case up
  /// Downward.
  case down

  var axis: Axis { self == .left || self == .right ? .horizontal : .vertical }

  /// Whether the content moves toward smaller coordinates.
  var isBackwards: Bool { self == .left || self == .up }
}
