/// The way in which a view with an aspect ratio uses a space with another one.
public enum ContentMode: Sendable, Hashable {
  /// Uses the largest size that fits into the space.
  case fit
  /// Uses the smallest size that covers the space.
  case fill
}

extension ContentMode {
  /// Returns the proposal for content with an aspect ratio. If one length is not proposed, it follows from the other.
  /// If neither is, the ideal size takes the place of the proposal.
  func space(of ratio: Double, in proposal: ProposedViewSize, ideal: Size) -> ProposedViewSize {
    switch (proposal.width, proposal.height) {
    case (let width?, nil): ProposedViewSize(width: width, height: width / ratio)
    case (nil, let height?): ProposedViewSize(width: height * ratio, height: height)
    case (nil, nil): space(of: ratio, within: ideal)
    case (let width?, let height?): space(of: ratio, within: Size(width, height))
    }
  }

  private func space(of ratio: Double, within size: Size) -> ProposedViewSize {
    let isWider = size.width > size.height * ratio
    return isWider == (self == .fit)
      ? ProposedViewSize(width: size.height * ratio, height: size.height)
      : ProposedViewSize(width: size.width, height: size.width / ratio)
  }
}
