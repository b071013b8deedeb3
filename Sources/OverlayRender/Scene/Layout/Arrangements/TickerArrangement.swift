/// The one child at its ideal length, passing by in copies within the length that is offered: `Ticker`. Lengths are in
/// eighths of a pixel.
struct TickerArrangement {
  /// No window is filled with more copies than this: the content of a very long one repeats less often.
  static let maximumCopyCount = 1024

  let direction: TickerDirection
  /// Between the end of one copy and the beginning of the next.
  let gap: Int
  let repeats: Bool
  /// How far the first copy has come since it began to enter.
  let travel: Int64

  var axis: Axis { direction.axis }
}

extension TickerArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    var size = pass.largestChild(of: node, for: childProposal(for: proposal))
    size[axis] = proposal[axis] ?? size[axis]
    return size
  }

  /// The child stands at the beginning; its copies are drawn away from there.
  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    pass.placed(node, at: .zero, proposal: childProposal(for: proposal))
  }

  /// The content is offered no length along the way.
  private func childProposal(for proposal: ProposedViewSize) -> ProposedViewSize {
    var inner = proposal
    inner[axis] = nil
    return inner
  }
}

extension TickerArrangement {
  /// Returns how far each copy stands from the beginning of the window: as many at any time as fill it at some.
  ///
  /// - Parameters:
  ///   - length: How long the content is, in pixels.
  ///   - window: How long the part of the way is that is seen, in pixels.
  func copyOffsets(length: Int, window: Int) -> [Int] {
    guard length > 0, window > 0 else { return [] }
    let (length, window) = (length * Phase.steps, window * Phase.steps)
    let period = max(length + gap, window / (TickerArrangement.maximumCopyCount - 1) + 1)
    let count = repeats ? (window + period - 1) / period + 1 : 1
    // Copies that have left come no more; the first that may be seen is followed by as many as there is room for.
    let left = repeats ? max((travel - Int64(window)) / Int64(period), 0) : 0
    // Before it begins not even a shadow reaches into the window.
    let first = travel > 0 ? travel - left * Int64(period) : Int64(Phase.steps) * -100_000
    return (0..<count).map { copy in
      // What came once only goes on for ever; it need not be farther than out of sight.
      let way = min(Int(clamping: first) - copy * period, window + length)
      return direction.isBackwards ? window - way : way - length
    }
  }
}
