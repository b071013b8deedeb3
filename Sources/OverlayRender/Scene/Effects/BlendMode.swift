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
