/// The tags that say in SRT what a style changes, and what of it they do not say.
struct SubRipTags {
  private(set) var opening = ""
  private(set) var closing = ""
  private(set) var losses: Set<CaptionLoss.Kind> = []

  init(_ style: TextStyle) {
    guard !style.isEmpty else { return }
    addFont(style)
    if let weight = style.weight {
      if weight.rawValue >= Font.Weight.semibold.rawValue { add("b") }
      if weight != .bold, weight != .regular { losses.insert(.styles) }
    }
    if style.isItalic == true { add("i") }
    if let underline = style.underline, underline != .none {
      add("u")
      if underline != .single { losses.insert(.styles) }
    }
    if style.isStruckThrough == true { add("s") }
    if style.letterSpacing != nil || style.rise != nil || style.position != nil { losses.insert(.styles) }
    if style.backgroundColor != nil { losses.insert(.colors) }
    if style.size != nil || style.features != nil { losses.insert(.fonts) }
  }

  private mutating func add(_ name: String) {
    opening += "<\(name)>"
    closing = "</\(name)>" + closing
  }

  private mutating func addFont(_ style: TextStyle) {
    var attributes = ""
    if let family = style.family {
      if let face = SubRipTags.quoted(family) { attributes += " face=\(face)" } else { losses.insert(.fonts) }
    }
    if let scale = style.scale {
      let (size, isExact) = SubRipFont.size(nearestTo: scale)
      attributes += " size=\"\(size)\""
      if !isExact { losses.insert(.fonts) }
    }
    if let color = style.color {
      let (digits, isExact) = SubRipTags.hexadecimal(color)
      attributes += " color=\"#\(digits)\""
      if !isExact { losses.insert(.colors) }
    }
    guard !attributes.isEmpty else { return }
    opening = "<font\(attributes)>"
    closing = "</font>"
  }

  /// Two digits for each of the three components. The opacity is left out: players do not agree on its place.
  private static func hexadecimal(_ color: Color) -> (digits: String, isExact: Bool) {
    let components = [color.red, color.green, color.blue]
    let bytes = components.map { UInt8(($0 * 255).rounded()) }
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return (digits, color.alpha == 1 && zip(bytes, components).allSatisfy { Double($0) / 255 == $1 })
  }

  /// A value between quotes; `nil` for one that no tag can have.
  private static func quoted(_ value: String) -> String? {
    guard !value.isEmpty, value.utf8.count <= 256,
      !value.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }),
      !value.contains(where: \.isControl)
    else { return nil }
    if !value.utf8.contains(UInt8(ascii: "\"")) { return "\"\(value)\"" }
    return value.utf8.contains(UInt8(ascii: "'")) ? nil : "'\(value)'"
  }
}

extension SubRipFont {
  /// The size that comes nearest to a scale: one of HTML's, or one above them.
  fileprivate static func size(nearestTo scale: Double) -> (size: Int, isExact: Bool) {
    let large = max((scale * standardSize).rounded(), Double(scales.count + 1))
    var nearest = (size: Int(large), scale: large / standardSize)
    for (place, known) in scales.enumerated() where abs(known - scale) <= abs(nearest.scale - scale) {
      nearest = (place + 1, known)
    }
    return (nearest.size, nearest.scale == scale)
  }
}
