/// How a view of a certain ratio of width to height is brought into a space of another one.
public enum ContentMode: Sendable, Hashable {
  /// As large as fits in.
  case fit
  /// As small as covers it all; the longer side reaches beyond.
  case fill
}

extension ContentMode {
  /// The space of a ratio of width to height that is offered in place of a proposal. Where one extent is not proposed
  /// it follows from the other; where neither is, the space is one within or around the ideal size.
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
