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
    guard shape.heightFit?.mustShowAll == true, isVisible else { return nil }
    let fitted = shape.fitted(to: proposal, measuredBy: measurer)
    if fitted.string != shape.string || fitted.lineLimit != shape.lineLimit { return .height }
    let metrics = measurer.metrics(of: fitted, width: fitted.wrapWidth(for: proposal, measuredBy: measurer))
    if metrics.isTruncated, let limit = fitted.lineLimit { return .lineLimit(limit) }
    let axis = shape.lineAxis.other
    return proposal[axis].map { metrics.size[axis] > $0 } == true ? .height : nil
  }
}
