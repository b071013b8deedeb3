/// A tag in the text of a cue: `<i>`, `</font>`, `<font color="#ff0000">`.
struct SubRipTag {
  enum Kind {
    /// The start or end of b, i, u or s.
    case letter(UInt8, isOn: Bool)
    case font(SubRipFont)
    case fontEnd
    case lineBreak
    /// A tag that changes nothing.
    case unknown
  }

  let kind: Kind
  /// The index after the tag.
  let end: Int

  /// The maximum length. Anything longer is text.
  private static let maximumLength = 512

  /// Reads the tag that starts with `<` at an index; `nil` if that is text: `a < b`, `<3`.
  ///
  /// As in ffmpeg, an unknown name of letters and digits is a tag too, which is left out, and spaces may precede a
  /// known one.
  init?(_ text: [UInt8], at index: Int, before lineEnd: Int, isAfterAngle: Bool) {
    let limit = min(lineEnd, index + SubRipTag.maximumLength)
    var close = index + 1
    while close < limit, text[close] != UInt8(ascii: ">"), text[close] != UInt8(ascii: "<") { close += 1 }
    guard close < limit, text[close] == UInt8(ascii: ">") else { return nil }
    end = close + 1

    var content = text[(index + 1)..<close]
    let isIndented = content.first?.isBlank ?? true
    content = content.drop { $0.isBlank }
    let isEnd = content.first == UInt8(ascii: "/")
    if isEnd { content = content.dropFirst().drop { $0.isBlank } }
    let name = content.prefix { !$0.isBlank }
    let attributes = content.dropFirst(name.count)

    if let kind = SubRipTag.known(String(decoding: name.prefix(8), as: UTF8.self).lowercased(), isEnd, attributes) {
      self.kind = kind
    } else if !name.isEmpty, isEnd || !(isAfterAngle || isIndented), name.allSatisfy(SubRipTag.isInNames) {
      kind = .unknown
    } else {
      return nil
    }
  }

  private static func known(_ name: String, _ isEnd: Bool, _ attributes: ArraySlice<UInt8>) -> Kind? {
    switch name {
    case "b", "i", "u", "s": .letter(name.utf8.first ?? 0, isOn: !isEnd)
    case "strike": .letter(UInt8(ascii: "s"), isOn: !isEnd)
    case "font": isEnd ? .fontEnd : .font(SubRipFont(attributes: attributes))
    case "br", "br/": .lineBreak
    default: nil
    }
  }

  private static func isInNames(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.digit != nil || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "/")
  }
}

extension SubRipFont {
  /// Reads ` color="#ff0000" face='Noto Sans' size=5`. Unknown attributes and invalid values change nothing.
  fileprivate init(attributes: ArraySlice<UInt8>) {
    var rest = attributes
    while true {
      rest = rest.drop { $0.isBlank }
      let name = rest.prefix { !$0.isBlank && $0 != UInt8(ascii: "=") }
      rest = rest.dropFirst(name.count).drop { $0.isBlank }
      guard rest.first == UInt8(ascii: "=") else {
        if rest.isEmpty { return }
        continue
      }
      rest = rest.dropFirst().drop { $0.isBlank }
      let quote = rest.first.flatMap { "\"'".utf8.contains($0) ? $0 : nil }
      if quote != nil { rest.removeFirst() }
      let value = rest.prefix { quote == nil ? !$0.isBlank : $0 != quote }
      rest = rest.dropFirst(value.count + (quote == nil ? 0 : 1))
      set(String(decoding: name, as: UTF8.self).lowercased(), to: value)
    }
  }

  private mutating func set(_ name: String, to value: ArraySlice<UInt8>) {
    switch name {
    case "color": color = Color(subRip: value) ?? color
    case "face":
      let name = String(decoding: value, as: UTF8.self).filter { !$0.isControl }
      if !name.isEmpty { face = name }
    case "size": scale = SubRipFont.scale(of: value) ?? scale
    default: break
    }
  }

  /// Returns the scale for a size of HTML, a relative size such as `+1`, or a size in pixels where other text has 16.
  private static func scale(of value: ArraySlice<UInt8>) -> Double? {
    let isRelative = value.first == UInt8(ascii: "+") || value.first == UInt8(ascii: "-")
    let digits = value.dropFirst(isRelative ? 1 : 0).prefix { $0.digit != nil }
    guard !digits.isEmpty, digits.count < 5 else { return nil }
    let number = digits.reduce(0) { $0 * 10 + ($1.digit ?? 0) }
    if isRelative {
      let size = value.first == UInt8(ascii: "+") ? 3 + number : 3 - number
      return scales[min(max(size, 1), scales.count) - 1]
    }
    if number == 0 { return nil }
    return number <= scales.count ? scales[number - 1] : Double(number) / standardSize
  }
}

extension Color {
  /// Reads the color of a font tag: a CSS color. Hexadecimal digits can have any number of `#` before them.
  ///
  /// Of eight digits the first six are the color and the last two are ignored, as in ffmpeg (`html_color_parse`), mpv
  /// and Kodi. Programs that write eight digits do not agree on which two are the opacity, and text must not become
  /// invisible by mistake. For the same reason the last of four digits is ignored.
  fileprivate init?(subRip value: ArraySlice<UInt8>) {
    let digits = value.drop { $0 == UInt8(ascii: "#") }
    let text = String(decoding: digits, as: UTF8.self).lowercased()
    if digits.startIndex == value.startIndex, let rgb = Color.cssNames[text] {
      self.init(rgb: rgb)
    } else if text.contains("(") {
      guard let color = try? Color(css: text) else { return nil }
      self.init(red: color.red, green: color.green, blue: color.blue)
    } else if [3, 4, 6, 8].contains(digits.count) {
      // The digits that are ignored must be valid too.
      guard let color = try? Color(css: "#" + text) else { return nil }
      self.init(red: color.red, green: color.green, blue: color.blue)
    } else {
      return nil
    }
  }
}

/// The tags that are open at a position in the text of a cue.
///
/// As in players, the styles of letters are on or off and do not nest: real files close tags that are not open, open
/// them twice and nest them incorrectly. Fonts nest.
struct SubRipStyle {
  var isBold = false
  var isItalic = false
  var isUnderlined = false
  var isStruckThrough = false
  private var fonts: [SubRipFont] = []
  /// What overrides of ASS changed since the latest font was opened.
  private var overrides = SubRipFont()
  /// The number of open fonts beyond the limit.
  private var deeperFonts = 0

  /// The maximum depth of nested fonts. Deeper fonts change nothing.
  private static let fontLimit = 32

  /// A change by an override of ASS, or by the tag of a letter. `nil` means as in other text.
  enum Change {
    /// Switches the style of a letter: b, i, u or s.
    case letter(UInt8, isOn: Bool)
    case color(Color?)
    case scale(Double?)
    case face(String?)
    /// Removes all styles.
    case reset
  }

  mutating func open(_ font: SubRipFont) {
    if fonts.count < SubRipStyle.fontLimit {
      fonts.append(font.within(overrides.within(fonts.last ?? SubRipFont())))
      overrides = SubRipFont()
    } else {
      deeperFonts += 1
    }
  }

  mutating func closeFont() {
    if deeperFonts > 0 { deeperFonts -= 1 } else { _ = fonts.popLast() }
  }

  mutating func apply(_ change: Change) {
    switch change {
    case .letter(let letter, let isOn): set(letter, isOn)
    case .color(let color): overrides.color = color
    case .scale(let scale): overrides.scale = scale
    case .face(let face): overrides.face = face
    case .reset: self = SubRipStyle()
    }
  }

  private mutating func set(_ letter: UInt8, _ isOn: Bool) {
    switch letter | 0x20 {
    case UInt8(ascii: "b"): isBold = isOn
    case UInt8(ascii: "i"): isItalic = isOn
    case UInt8(ascii: "u"): isUnderlined = isOn
    case UInt8(ascii: "s"): isStruckThrough = isOn
    default: break
    }
  }

  var textStyle: TextStyle {
    let font = overrides.within(fonts.last ?? SubRipFont())
    return TextStyle(
      family: font.face, scale: font.scale, weight: isBold ? .bold : nil, isItalic: isItalic ? true : nil,
      color: font.color, underline: isUnderlined ? .single : nil, isStruckThrough: isStruckThrough ? true : nil)
  }
}

/// The attributes of a font tag.
struct SubRipFont: Hashable {
  var color: Color?
  var face: String?
  /// The size relative to other text.
  var scale: Double?

  /// The sizes of HTML from 1 on (HTML Standard, section 15.3.4, "font sizes").
  static let scales = [0.63, 0.82, 1, 1.13, 1.5, 2, 3]
  /// The size of other text, in relation to which sizes beyond the range of HTML are read, as in ffmpeg.
  static let standardSize = 16.0

  func within(_ outer: SubRipFont) -> SubRipFont {
    SubRipFont(color: color ?? outer.color, face: face ?? outer.face, scale: scale ?? outer.scale)
  }
}
