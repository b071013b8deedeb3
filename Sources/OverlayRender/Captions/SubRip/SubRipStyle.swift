/// Which tags hold at a place of a cue's text.
///
/// As players have it, a letter is on or off and does not nest: real files close tags that they never opened, open them
/// twice, and nest them wrongly. Fonts nest.
struct SubRipStyle {
  var isBold = false
  var isItalic = false
  var isUnderlined = false
  var isStruckThrough = false
  private var fonts: [SubRipFont] = []
  /// Fonts within the innermost one that is kept.
  private var deeperFonts = 0

  /// How deep fonts nest; deeper ones change nothing.
  private static let fontLimit = 32

  mutating func open(_ font: SubRipFont) {
    if fonts.count < SubRipStyle.fontLimit {
      fonts.append(font.within(fonts.last ?? SubRipFont()))
    } else {
      deeperFonts += 1
    }
  }

  mutating func closeFont() {
    if deeperFonts > 0 { deeperFonts -= 1 } else { _ = fonts.popLast() }
  }

  /// Switches the style of a letter: b, i, u or s.
  mutating func set(_ letter: UInt8, _ isOn: Bool) {
    switch letter | 0x20 {
    case UInt8(ascii: "b"): isBold = isOn
    case UInt8(ascii: "i"): isItalic = isOn
    case UInt8(ascii: "u"): isUnderlined = isOn
    case UInt8(ascii: "s"): isStruckThrough = isOn
    default: break
    }
  }

  var textStyle: TextStyle {
    let font = fonts.last
    return TextStyle(
      family: font?.face, scale: font?.scale, weight: isBold ? .bold : nil, isItalic: isItalic ? true : nil,
      color: font?.color, underline: isUnderlined ? .single : nil, isStruckThrough: isStruckThrough ? true : nil)
  }
}

/// What a font tag says.
struct SubRipFont: Hashable {
  var color: Color?
  var face: String?
  /// How many times as large as other text.
  var scale: Double?

  /// The sizes of HTML from 1 on (HTML Standard, section 15.3.4, "font sizes").
  static let scales = [0.63, 0.82, 1, 1.13, 1.5, 2, 3]
  /// The size that other text has where a size is above those of HTML, as in ffmpeg.
  static let standardSize = 16.0

  func within(_ outer: SubRipFont) -> SubRipFont {
    SubRipFont(color: color ?? outer.color, face: face ?? outer.face, scale: scale ?? outer.scale)
  }
}
