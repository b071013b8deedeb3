/// What is done to everything that a view draws, taken as one picture.
enum Effect: Sendable, Hashable {
  /// As much of it as 0...1 says.
  case opacity(Double)
  /// Blended with what lies beneath by a rule of its own.
  case blend(BlendMode)
  /// Only what lies within an outline of the view's size.
  case clip(ShapeOutline)
  /// The second member, only where the first is opaque.
  case mask
  /// A shadow beneath it.
  case shadow(Shadow)
  /// Blurred, as a Gaussian of so many pixels' standard deviation does.
  case blur(Double)
  /// Only what lies on one side of a line across the view, which uncovers a fraction of it from an edge. At 0 nothing is
  /// seen; at 1 everything is, even what reaches beyond the view.
  case wipe(from: Edge, fraction: Double)
  /// Turned, scaled or sheared about a point of it.
  case transform(Transform, anchor: UnitPoint)
}

/// How colours are blended with what lies beneath (W3C Compositing and Blending Level 1, sections 9 and 10).
public enum BlendMode: String, Sendable, Hashable, CaseIterable {
  /// Covers what lies beneath.
  case normal
  /// The product: never lighter.
  case multiply
  /// The inverse of the product of the inverses: never darker.
  case screen
  /// `hardLight` with the layers exchanged.
  case overlay
  /// The darker of both.
  case darken
  /// The lighter of both.
  case lighten
  /// Brightens what lies beneath to reflect the colour.
  case colorDodge
  /// Darkens what lies beneath to reflect the colour.
  case colorBurn
  /// `multiply` or `screen`, by the colour.
  case hardLight
  /// Darkens or lightens, by the colour, softly.
  case softLight
  /// The distance between both.
  case difference
  /// Like `difference`, with less contrast.
  case exclusion
  /// The hue of the colour, the rest of what lies beneath.
  case hue
  /// The saturation of the colour, the rest of what lies beneath.
  case saturation
  /// Hue and saturation of the colour, the luminosity of what lies beneath.
  case color
  /// The luminosity of the colour, the rest of what lies beneath.
  case luminosity
  /// The sum: light added to light.
  case plusLighter
}

/// A shadow of everything a view draws: its coverage in one colour, moved and blurred.
public struct Shadow: Sendable, Hashable {
  /// Its colour.
  public let color: Color
  /// The standard deviation of the blur in pixels, 0 to 256; 0 gives a hard shadow.
  public let radius: Double
  /// How far to the right it lies, in pixels.
  public let x: Double
  /// How far below it lies, in pixels.
  public let y: Double

  /// Makes a shadow. Lengths that are no numbers become 0; the others are brought within limits: the blur to
  /// 0...256 pixels, the place to 4096 pixels in each direction.
  public init(color: Color = Color(white: 0, alpha: 0.5), radius: Double, x: Double = 0, y: Double = 0) {
    self.color = color
    self.radius = radius.limited(to: 0...Blur.largestRadius)
    self.x = x.limited(to: -4096...4096)
    self.y = y.limited(to: -4096...4096)
  }

  /// The place in whole pixels, on which everything stands.
  var offset: (x: Int, y: Int) { (Int(x.rounded()), Int(y.rounded())) }
}
