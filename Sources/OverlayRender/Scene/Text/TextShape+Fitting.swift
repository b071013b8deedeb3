// The fitting of a text into the proposed space.

extension TextShape {
  /// Returns the text for a proposal. With a ``heightFit``, it shrinks to fit across its lines and has only the lines
  /// that fit the height.
  func fitted(to proposal: ProposedViewSize, measuredBy measurer: any TextMeasurer) -> TextShape {
    guard let heightFit, let extent = proposal[lineAxis.other], extent.isFinite else { return self }
    let hidesFirstLines = heightFit.hidesFirstLines
    let shrunk = (hidesFirstLines ? self : withoutLines(beyond: extent, heightFit))
      .shrunk(to: heightFit.extent(within: extent), heightFit, for: proposal, measuredBy: measurer)
    if isVertical { return shrunk }
    return shrunk.cut(toHeight: extent, hidesFirstLines: hidesFirstLines, for: proposal, measuredBy: measurer)
  }

  /// Returns the text without lines at its end that would not fit `extent` pixels even in the smallest size. So it
  /// takes no longer to fit a text than to fill the picture with it.
  private func withoutLines(beyond extent: Double, _ fit: HeightFit) -> TextShape {
    let smallest = runs.reduce(font.size) { min($0, $1.style.font(within: font).size) }
    // No line is less than half as high as its font. One line more, and what is left does not fit either.
    let height = smallest * min(fit.minimumScale, minimumScale) / 2
    guard let lines = Int(exactly: (extent / height).rounded(.up) + 1) else { return self }
    let ends = string.utf8.enumerated().lazy.filter { $0.element == UInt8(ascii: "\n") }
    guard let end = ends.dropFirst(max(lines, 1) - 1).first?.offset else { return self }
    var shape = self
    shape.string = String(Substring(string.utf8.prefix(end)))
    shape.runs = runs.filter { $0.range.lowerBound < end }
    if let last = shape.runs.last {
      shape.runs[shape.runs.count - 1].range = last.range.lowerBound..<min(last.range.upperBound, end)
    }
    shape.annotations = annotations.filter { $0.range.upperBound <= end }
    return shape
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

  /// Returns the text with only the lines that fit a height, but at least one: those at its start, or at its end if
  /// `hidesFirstLines`.
  private func cut(
    toHeight height: Double, hidesFirstLines: Bool, for proposal: ProposedViewSize,
    measuredBy measurer: any TextMeasurer
  ) -> TextShape {
    let width = wrapWidth(for: proposal, measuredBy: measurer)
    let metrics = measurer.metrics(of: self, width: width)
    guard metrics.size.height > height, metrics.lineCount > 1 else { return self }
    // The first guess assumes lines of equal height. Lines in other scripts may be higher.
    var cut = self
    var count = Int((Double(metrics.lineCount) * max(height, 0) / metrics.size.height).rounded(.up))
    repeat {
      count = max(count, 1)
      if hidesFirstLines { cut.hiddenLineCount = metrics.lineCount - count } else { cut.lineLimit = count }
      count -= 1
    } while count > 0 && measurer.metrics(of: cut, width: width).size.height > height
    return cut
  }

  /// Returns the line length for a proposal; `nil` if the text fits or neither wraps nor shrinks.
  func wrapWidth(for proposal: ProposedViewSize, measuredBy measurer: any TextMeasurer) -> Double? {
    guard wraps || minimumScale < 1, let length = proposal[lineAxis], length.isFinite else { return nil }
    let ownLength = measurer.metrics(of: self, width: nil).size[lineAxis]
    return ownLength <= length ? nil : max(length.rounded(.down), 1)
  }
}

/// A reason for which the text of captions is not shown completely.
package enum TextLoss: Sendable, Hashable {
  /// The text has more lines than the limit, even in its smallest size.
  case lineLimit(Int)
  /// The text is higher than the space for it, even in its smallest size. Vertical text is wider.
  case height
  /// The texts that are shown together cover each other, even in their smallest sizes.
  case overlap
}

extension TextContent {
  /// Returns the reason for which a part of the text is not shown; `nil` if all of it is, or if that does not matter.
  func loss(for proposal: ProposedViewSize, measuredBy measurer: any TextMeasurer) -> TextLoss? {
    guard let fit = shape.heightFit, fit.mustShowAll, isVisible else { return nil }
    let fitted = shape.fitted(to: proposal, measuredBy: measurer)
    if fitted.string != shape.string || fitted.lineLimit != shape.lineLimit { return .height }
    let metrics = measurer.metrics(of: fitted, width: fitted.wrapWidth(for: proposal, measuredBy: measurer))
    if metrics.isTruncated, let limit = fitted.lineLimit { return .lineLimit(limit) }
    let axis = shape.lineAxis.other
    // In a region, old lines leave, and a line that is higher than the region is still shown.
    if fit.hidesFirstLines { return nil }
    return proposal[axis].map { metrics.size[axis] > $0 } == true ? .height : nil
  }
}
