/// A picture and its scaling. Two are equal if they have the same buffer, because a frozen buffer never changes.
struct PictureContent: Sendable, Hashable {
  /// The premultiplied pixels; `nil` if there is no picture at the moment.
  var pixels: PixelBuffer?
  /// The natural size of the picture. A buffer of another size is scaled to it.
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

  /// Returns the size that the picture takes for a proposal. It is the same as in SwiftUI, but a picture that fills
  /// stays within the proposed size and is clipped.
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
