/// The settings of WebVTT cues, such as `line:0 align:start`.
enum WebVTTCueSettings {
  /// Reads the settings after the times of a cue. Invalid settings are reported and change nothing.
  ///
  /// Implements "parse the WebVTT cue settings" of W3C WebVTT, section 6.3. `regions` holds the regions of the file by
  /// identifier.
  static func placement(
    _ text: ArraySlice<UInt8>, regions: [String: Int], line: Int, problems: inout CaptionProblems
  ) -> CaptionPlacement {
    var placement = CaptionPlacement()
    var rest = text
    while let word = rest.takeWord() {
      let setting = WebVTTSetting(word)
      let isApplied = setting.map { apply($0, to: &placement, regions: regions) } ?? false
      if !isApplied { problems.append(problem(setting, word), line: line) }
    }
    return placement
  }

  /// Returns the problem of a word that is not a valid setting.
  private static func problem(_ setting: WebVTTSetting?, _ word: ArraySlice<UInt8>) -> CaptionProblem.Kind {
    setting?.name == "region" ? .missingRegion(setting?.value.excerpt ?? "") : .badSetting(word.excerpt)
  }

  /// Applies a setting. Returns whether it is valid.
  private static func apply(
    _ setting: WebVTTSetting, to placement: inout CaptionPlacement, regions: [String: Int]
  ) -> Bool {
    switch setting.name {
    case "region":
      let identifier = setting.text
      placement.region = regions[identifier] == nil ? nil : identifier
      return placement.region != nil
    case "vertical":
      return applyVertical(setting, to: &placement)
    case "line":
      return applyLine(setting, to: &placement)
    case "position":
      return applyPosition(setting, to: &placement)
    case "size":
      guard let size = setting.percentage else { return false }
      placement.size = size
      // A cue with a size cannot be in a region.
      if size != 100 { placement.region = nil }
      return true
    case "align":
      guard let alignment = textAlignments[setting.text] else { return false }
      placement.textAlignment = alignment
      return true
    default:
      return false
    }
  }

  private static func applyVertical(_ setting: WebVTTSetting, to placement: inout CaptionPlacement) -> Bool {
    let direction = directions[setting.text]
    if let direction { placement.direction = direction }
    // There are no vertical regions. If the value is invalid, an earlier setting may have made the cue vertical.
    if placement.direction != .horizontal { placement.region = nil }
    return direction != nil
  }

  private static func applyLine(_ setting: WebVTTSetting, to placement: inout CaptionPlacement) -> Bool {
    let (offset, alignmentName) = setting.parts
    guard let line = line(offset) else { return false }
    if let alignmentName {
      guard let alignment = lineAlignments[String(decoding: alignmentName, as: UTF8.self)] else { return false }
      placement.lineAlignment = alignment
    }
    placement.line = line
    // A cue with a line cannot be in a region.
    placement.region = nil
    return true
  }

  private static func line(_ text: ArraySlice<UInt8>) -> CaptionPlacement.Line? {
    if text.last == UInt8(ascii: "%") { return WebVTTSetting.percentage(text).map { .percentage($0) } }
    let isNegative = text.first == UInt8(ascii: "-")
    // The rules of HTML for numbers have no negative zero.
    return WebVTTSetting.decimal(isNegative ? text.dropFirst() : text).map { .number(isNegative && $0 != 0 ? -$0 : $0) }
  }

  private static func applyPosition(_ setting: WebVTTSetting, to placement: inout CaptionPlacement) -> Bool {
    let (column, alignmentName) = setting.parts
    guard let position = WebVTTSetting.percentage(column) else { return false }
    if let alignmentName {
      guard let alignment = positionAlignments[String(decoding: alignmentName, as: UTF8.self)] else { return false }
      placement.positionAlignment = alignment
    }
    placement.position = position
    return true
  }
}

/// The values of settings.
extension WebVTTCueSettings {
  static let directions: [String: CaptionPlacement.WritingDirection] = [
    "rl": .verticalGrowingLeft, "lr": .verticalGrowingRight,
  ]
  static let lineAlignments: [String: CaptionPlacement.LineAlignment] = [
    "start": .start, "center": .center, "end": .end,
  ]
  static let positionAlignments: [String: CaptionPlacement.PositionAlignment] = [
    "line-left": .lineLeft, "center": .center, "line-right": .lineRight,
  ]
  static let textAlignments: [String: CaptionPlacement.TextAlignment] = [
    "start": .start, "center": .center, "end": .end, "left": .left, "right": .right,
  ]
}

/// The settings of WebVTT regions, such as `id:top width:40% lines:3`.
enum WebVTTRegionSettings {
  /// Reads the settings of a region. Invalid settings are reported and change nothing. `line` is the line on which the
  /// region starts.
  ///
  /// Implements "collect WebVTT region settings" of W3C WebVTT, section 6.2.
  static func region(_ text: ArraySlice<UInt8>, line: Int, problems: inout CaptionProblems) -> CaptionRegion {
    var region = CaptionRegion(identifier: "")
    var rest = text
    while let word = rest.takeWord() {
      let isSetting = WebVTTSetting(word).map { apply($0, to: &region) } ?? false
      if !isSetting { problems.append(.badSetting(word.excerpt), line: line) }
    }
    return region
  }

  /// Applies a setting. Returns whether it is valid.
  private static func apply(_ setting: WebVTTSetting, to region: inout CaptionRegion) -> Bool {
    switch setting.name {
    case "id":
      region.identifier = setting.text
    case "width":
      guard let width = setting.percentage else { return false }
      region.width = width
    case "lines":
      guard setting.value.allSatisfy(\.isDigit) else { return false }
      // The limit is beyond any picture.
      region.lines = Int(Int32(setting.text) ?? .max)
    case "regionanchor":
      guard let anchor = setting.anchor else { return false }
      region.anchor = anchor
    case "viewportanchor":
      guard let anchor = setting.anchor else { return false }
      region.viewportAnchor = anchor
    case "scroll":
      guard setting.text == "up" else { return false }
      region.scrolls = true
    default:
      return false
    }
    return true
  }
}

/// A setting of a cue or of a region: `name:value`.
struct WebVTTSetting {
  let name: String
  let value: ArraySlice<UInt8>

  /// Splits a setting at its colon; `nil` if the name or the value is missing (W3C WebVTT, sections 6.2 and 6.3).
  init?(_ text: ArraySlice<UInt8>) {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex, colon + 1 != text.endIndex
    else { return nil }
    name = String(decoding: text[..<colon], as: UTF8.self)
    value = text[(colon + 1)...]
  }

  /// The value as text.
  var text: String { String(decoding: value, as: UTF8.self) }

  /// The parts before and after the first comma. The second part is `nil` if there is no comma.
  var parts: (first: ArraySlice<UInt8>, second: ArraySlice<UInt8>?) {
    guard let comma = value.firstIndex(of: UInt8(ascii: ",")) else { return (value, nil) }
    return (value[..<comma], value[(comma + 1)...])
  }

  /// The value as a percentage.
  var percentage: Double? { WebVTTSetting.percentage(value) }

  /// The value as two percentages.
  var anchor: CaptionRegion.Anchor? {
    guard let second = parts.second, let x = WebVTTSetting.percentage(parts.first),
      let y = WebVTTSetting.percentage(second)
    else { return nil }
    return CaptionRegion.Anchor(x: x, y: y)
  }
}

extension WebVTTSetting {
  /// Reads a percentage from 0 to 100 ("parse a percentage string" of section 6.2).
  static func percentage(_ text: ArraySlice<UInt8>) -> Double? {
    guard text.last == UInt8(ascii: "%"), let number = decimal(text.dropLast()), number <= 100 else { return nil }
    return number
  }

  /// Reads digits, optionally with a period between them; `nil` if the number is not finite.
  static func decimal(_ text: ArraySlice<UInt8>) -> Double? {
    let halves = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else { return nil }
    guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else { return nil }
    return number
  }
}
