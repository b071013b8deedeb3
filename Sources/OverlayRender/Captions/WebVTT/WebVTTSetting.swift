/// A setting of a cue or of a region: `name:value`.
struct WebVTTSetting {
  let name: String
  let value: ArraySlice<UInt8>

  /// `nil` for what has no colon, or nothing before it or behind it (W3C WebVTT, sections 6.2 and 6.3).
  init?(_ text: ArraySlice<UInt8>) {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex, colon + 1 != text.endIndex
    else { return nil }
    name = String(decoding: text[..<colon], as: UTF8.self)
    value = text[(colon + 1)...]
  }

  /// The value as text.
  var text: String { String(decoding: value, as: UTF8.self) }

  /// What stands before and behind the first comma; nothing behind it where there is none.
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
  /// A number of hundredths, 0 to 100 ("parse a percentage string" of section 6.2).
  static func percentage(_ text: ArraySlice<UInt8>) -> Double? {
    guard text.last == UInt8(ascii: "%"), let number = decimal(text.dropLast()), number <= 100 else { return nil }
    return number
  }

  /// Digits, and maybe a full stop between them; `nil` for a number that is not finite.
  static func decimal(_ text: ArraySlice<UInt8>) -> Double? {
    let halves = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else { return nil }
    guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else { return nil }
    return number
  }
}
