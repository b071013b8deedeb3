/// A blur made of three running means, each of whole pixels and a share of the two beyond them; so it has just the variance
/// of the Gaussian asked for (Gwosdek, Grewenig, Bruhn, Weickert: Theoretical Foundations of Gaussian Convolution by Extended
/// Box Filtering, section 3).
struct Blur: Sendable, Hashable {
  static let maximumRadius = 256.0

  /// The standard deviation, in pixels.
  let radius: Double
  /// How many pixels to each side one mean takes in whole.
  let halfWidth: Int
  /// How much it takes in of the two pixels beyond: 0..<1.
  let share: Double

  /// A blur of a standard deviation, in pixels.
  init(radius: Double) {
    self.radius = radius
    // A third of the Gaussian's variance for each mean; that of 2h + 1 whole pixels is h (h + 1) / 3.
    let variance = radius * radius / 3
    let half = (((1 + 12 * variance).squareRoot() - 1) / 2).rounded(.down)
    halfWidth = Int(half)
    share = max((2 * half + 1) * (variance - half * (half + 1) / 3) / (2 * ((half + 1) * (half + 1) - variance)), 0)
  }

  /// The same blur of something drawn larger or smaller: it reaches no farther than in proportion.
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

  /// How far one mean carries coverage, in pixels.
  var extent: Int { share > 0 ? halfWidth + 1 : halfWidth }

  /// How far it carries coverage, in pixels.
  var reach: Int { 3 * extent }
}
