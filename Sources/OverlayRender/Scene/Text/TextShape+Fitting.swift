// The fitting of a text into the proposed space.

extension TextShape {
  /// Returns the text for a proposal. With a ``heightFit``, it shrinks to fit across its lines and has a line limit
  /// that fits the height.
  func fitted(to proposal: ProposedViewSize, measuredBy measurer: any TextMeasurer) -> TextShape {
    guard let heightFit, let extent = proposal[lineAxis.other], extent.isFinite else { return self }
    let shrunk = shrunk(to: heightFit.extent(within: extent), heightFit, for: proposal, measuredBy: measurer)
    return isVertical ? shrunk : shrunk.cut(toHeight: extent, for: proposal, measuredBy: measurer)
  }

  /// The number of sizes between the smallest and the full one.
  private static let scaleSteps = 64

  /// Returns the text in the largest size that fits across its lines, or in the smallest size.
  private func shrunk(
    to extent: Double, _ fit: HeightFit, for proposal: ProposedViewSize, measuredBy measurer: any TextMeasurer
  ) -> TextShape {
    func fits(_ shape: TextShape) -> Bool {
      let width = shape.wrapWidth(for: proposal, measuredBy: measurer)
      return measurer.metrics(of: shape, width: width).size[lineAxis.other] <= extent
    }
    guard fit.minimumScale < 1, !fits(self) else { return self }
    func candidate(_ step: Int) -> TextShape {
      let scale = fit.minimumScale + (1 - fit.minimumScale) * Double(step) / Double(TextShape.scaleSteps)
      var shape = self.scaled(by: scale)
      // The text may shrink further to fit its width. The limit stays the same share of the full size.
      shape.minimumScale = min(minimumScale / scale, 1)
      return shape
    }
    let steps = 0..<TextShape.scaleSteps
    return candidate(max(steps.partitioningIndex { !fits(candidate($0)) } - 1, 0))
  }

  /// Returns the text with a line limit that fits a height.
  private func cut(
    toHeight height: Double, for proposal: ProposedViewSize, measuredBy measurer: any TextMeasurer
  ) -> TextShape {
    let width = wrapWidth(for: proposal, measuredBy: measurer)
    let metrics = measurer.metrics(of: self, width: width)
    guard metrics.size.height > height, metrics.lineCount > 1 else { return self }
    // The first guess assumes lines of equal height. Lines in other scripts may be higher.
    var limited = self
    var limit = Int((Double(metrics.lineCount) * max(height, 0) / metrics.size.height).rounded(.up))
    repeat {
      limit = max(limit, 1)
      limited.lineLimit = limit
      limit -= 1
    } while limit > 0 && measurer.metrics(of: limited, width: width).size.height > height
    return limited
  }

  /// Returns the line length for a proposal; `nil` if the text fits or neither wraps nor shrinks.
  func wrapWidth(for proposal: ProposedViewSize, measuredBy measurer: any TextMeasurer) -> Double? {
    guard wraps || minimumScale < 1, let length = proposal[lineAxis], length.isFinite else { return nil }
    let ownLength = measurer.metrics(of: self, width: nil).size[lineAxis]
    return ownLength <= length ? nil : max(length.rounded(.down), 1)
  }
}
