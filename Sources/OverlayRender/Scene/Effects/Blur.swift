/// A Gaussian blur made of three box filters. Each averages whole pixels and a share of the two beyond them, so that
/// the variance is exact (Gwosdek, Grewenig, Bruhn, Weickert: Theoretical Foundations of Gaussian Convolution by
/// Extended Box Filtering, section 3).
struct Blur: Sendable, Hashable {
  static let maximumRadius = 256.0

  /// The standard deviation, in pixels.
  let radius: Double
  /// The number of whole pixels of one box on each side.
  let halfWidth: Int
  /// The share of the two pixels beyond, 0..<1.
  let share: Double

  /// Creates a blur with a standard deviation in pixels.
  init(radius: Double) {
    self.radius = radius
    // Each box has a third of the variance. A box of 2h + 1 whole pixels has a variance of h (h + 1) / 3.
    let variance = radius * radius / 3
    let half = (((1 + 12 * variance).squareRoot() - 1) / 2).rounded(.down)
    halfWidth = Int(half)
    share = max((2 * half + 1) * (variance - half * (half + 1) / 3) / (2 * ((half + 1) * (half + 1) - variance)), 0)
  }

  /// Creates the same blur for content that is drawn scaled. Its reach grows by no more than the scale.
  init(_ blur: Blur, scaledBy factor: Double) {
    let exact = Blur(radius: (blur.radius * factor).limited(to: 0...4 * Blur.maximumRadius))
    let extent = Int((Double(blur.extent) * factor).limited(to: 0...8 * Blur.maximumRadius))
    self = exact.extent <= extent ? exact : Blur(radius: exact.radius, halfWidth: extent)
  }

  private init(radius: Double, halfWidth: Int) {
    self.radius = radius
    self.halfWidth = halfWidth
    share = 0
  }

  /// The number of pixels that one box spreads coverage by.
  var extent: Int { share > 0 ? halfWidth + 1 : halfWidth }

  /// The number of pixels that the blur spreads coverage by.
  var reach: Int { 3 * extent }
}
