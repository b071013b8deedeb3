/// A rule for blending colors with what lies beneath (W3C Compositing and Blending Level 1, sections 9 and 10).
public enum BlendMode: String, Sendable, Hashable, CaseIterable {
  /// Covers what lies beneath.
  case normal
  /// Multiplies the colors. The result is never lighter.
  case multiply
  /// Multiplies the inverse colors. The result is never darker.
  case screen
  /// `hardLight` with the layers exchanged.
  case overlay
  /// Selects the darker color.
  case darken
  /// Selects the lighter color.
  case lighten
  /// Brightens what lies beneath to reflect the color.
  case colorDodge
  /// Darkens what lies beneath to reflect the color.
  case colorBurn
  /// `multiply` or `screen`, depending on the color.
  case hardLight
  /// Darkens or lightens softly, depending on the color.
  case softLight
  /// Subtracts the darker from the lighter color.
  case difference
  /// Like `difference`, with less contrast.
  case exclusion
  /// Uses the hue of the color with the saturation and luminosity of what lies beneath.
  case hue
  /// Uses the saturation of the color with the hue and luminosity of what lies beneath.
  case saturation
  /// Uses the hue and saturation of the color with the luminosity of what lies beneath.
  case color
  /// Uses the luminosity of the color with the hue and saturation of what lies beneath.
  case luminosity
  /// Adds the colors.
  case plusLighter
}
