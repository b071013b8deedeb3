/// A picture, and how it fills its place. Two are equal when they show the same buffer: a frozen one never changes.
struct PictureContent: Sendable, Hashable {
  /// Premultiplied colour; nil where there is none at the moment.
  var pixels: PixelBuffer?
  /// What the picture takes of its own choice. A buffer of another size is scaled to it.
  var naturalSize: PixelSize
  var scaling = ImageScaling.none
  var interpolation = ImageInterpolation.good

  static func == (a: PictureContent, b: PictureContent) -> Bool {
    a.pixels === b.pixels && a.naturalSize == b.naturalSize && a.scaling == b.scaling
      && a.interpolation == b.interpolation
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(pixels.map(ObjectIdentifier.init))
    hasher.combine(naturalSize)
    hasher.combine(scaling)
    hasher.combine(interpolation)
  }

  /// The size that it takes when it is offered `proposal`: the one that SwiftUI's images take, but one that fills stays
  /// within what it is offered and is cut there.
  func size(for proposal: ProposedViewSize) -> Size {
    let (width, height) = (Double(naturalSize.width), Double(naturalSize.height))
    switch scaling {
    case .none: return Size(width, height)
    case .stretch, .nineParts: return Size(proposal.width ?? width, proposal.height ?? height)
    case .fit, .fill:
      let factors = [proposal.width.map { $0 / width }, proposal.height.map { $0 / height }].compactMap(\.self)
      if scaling == .fill, factors.count == 2 { return Size(proposal.width ?? width, proposal.height ?? height) }
      let factor = factors.min() ?? 1
      return Size(width * factor, height * factor)
    }
  }
}
