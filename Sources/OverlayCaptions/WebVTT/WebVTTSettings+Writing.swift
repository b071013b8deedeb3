extension WebVTTCueSettings {
  /// Returns the settings for a placement (section 4.4), and what they cannot represent. `regions` are the identifiers
  /// in the file.
  ///
  /// The region is the last setting, because in the parser a later line, size or direction removes the cue from the
  /// region.
  static func text(
    _ placement: CaptionPlacement, regions: Set<String>
  ) -> (settings: [String], lost: Set<CaptionLoss.Kind>) {
    guard placement != CaptionPlacement() else { return ([], []) }
    var settings: [String] = []
    var lost: Set<CaptionLoss.Kind> = []
    if let direction = directions.name(of: placement.direction) { settings.append("vertical:" + direction) }
    if let line = line(placement, lost: &lost) { settings.append("line:" + line) }
    if let position = position(placement, lost: &lost) { settings.append("position:" + position) }
    let size = WebVTTSetting.text(percentage: placement.size)
    if size?.isExact != true { lost.insert(.placement) }
    if let size, size.text != "100%" { settings.append("size:" + size.text) }
    if placement.textAlignment != .center, let alignment = textAlignments.name(of: placement.textAlignment) {
      settings.append("align:" + alignment)
    }
    if let region = placement.region {
      if regions.contains(region) { settings.append("region:" + region) } else { lost.insert(.regions) }
    }
    return (settings, lost)
  }

  private static func line(_ placement: CaptionPlacement, lost: inout Set<CaptionLoss.Kind>) -> String? {
    let alignment =
      placement.lineAlignment == .start ? "" : lineAlignments.name(of: placement.lineAlignment).map { "," + $0 } ?? ""
    switch placement.line {
    case .automatic:
      // There is no value for an automatic line with an alignment.
      if !alignment.isEmpty { lost.insert(.placement) }
      return nil
    case .number(let number):
      guard number.isFinite else {
        lost.insert(.placement)
        return nil
      }
      // The syntax has whole numbers only, to which section 7.2 rounds others.
      let whole = (number + 0.5).rounded(.down)
      if whole != number { lost.insert(.placement) }
      return (whole < 0 ? "-" : "") + WebVTTSetting.text(decimal: whole.magnitude) + alignment
    case .percentage(let percentage):
      let text = WebVTTSetting.text(percentage: percentage)
      if text?.isExact != true { lost.insert(.placement) }
      return text.map { $0.text + alignment }
    }
  }

  private static func position(_ placement: CaptionPlacement, lost: inout Set<CaptionLoss.Kind>) -> String? {
    let alignment = positionAlignments.name(of: placement.positionAlignment).map { "," + $0 } ?? ""
    let position = placement.position.flatMap { WebVTTSetting.text(percentage: $0) }
    guard let position else {
      if placement.position != nil || !alignment.isEmpty { lost.insert(.placement) }
      return nil
    }
    if !position.isExact { lost.insert(.placement) }
    return position.text + alignment
  }
}

extension WebVTTRegionSettings {
  /// Returns the settings for a region (section 4.3), and whether they represent all of it. The identifier must be
  /// valid.
  static func text(_ region: CaptionRegion) -> (settings: [String], isWhole: Bool) {
    let defaults = CaptionRegion(identifier: region.identifier)
    var settings = ["id:" + region.identifier]
    var isWhole = region.lines >= 0
    let width = WebVTTSetting.text(percentage: region.width)
    if width?.isExact != true { isWhole = false }
    if let width, region.width != defaults.width { settings.append("width:" + width.text) }
    if region.lines != defaults.lines { settings.append("lines:\(max(0, min(region.lines, Int(Int32.max))))") }
    for (name, anchor, defaults) in [
      ("regionanchor:", region.anchor, defaults.anchor),
      ("viewportanchor:", region.viewportAnchor, defaults.viewportAnchor),
    ] where anchor != defaults {
      let (x, y) = (WebVTTSetting.text(percentage: anchor.x), WebVTTSetting.text(percentage: anchor.y))
      if x?.isExact != true || y?.isExact != true { isWhole = false }
      if let x, let y { settings.append(name + x.text + "," + y.text) }
    }
    if region.scrolls { settings.append("scroll:up") }
    return (settings, isWhole)
  }
}

extension WebVTTSetting {
  /// Returns a percentage, limited to 0 to 100; `nil` if the argument is not a number.
  static func text(percentage: Double) -> (text: String, isExact: Bool)? {
    guard !percentage.isNaN else { return nil }
    let limited = min(max(percentage, 0), 100)
    return (text(decimal: limited) + "%", limited == percentage)
  }

  /// Returns a finite number that is not negative in decimal digits, without an exponent. Reading the text returns the
  /// same number.
  static func text(decimal number: Double) -> String {
    let parts = "\(number.magnitude)".split(separator: "e")
    let halves = (parts.first ?? "0").split(separator: ".")
    let whole = halves.first ?? "0"
    let decimals = halves.count > 1 && halves[1] != "0" ? halves[1] : ""
    let digits = whole + decimals
    let point = whole.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
    if point >= digits.count { return digits + String(repeating: "0", count: point - digits.count) }
    return "\(digits.prefix(point)).\(digits.dropFirst(point))"
  }
}

extension Dictionary where Key == String, Value: Equatable {
  /// Returns the key of a value.
  fileprivate func name(of value: Value) -> String? {
    first { $0.value == value }?.key
  }
}
