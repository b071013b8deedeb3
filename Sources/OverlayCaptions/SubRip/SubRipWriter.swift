/// Writes a track as SRT: cues numbered from 1, tags for styles, `{\an8}` for positions.
///
/// ``SubRipWordJoiner`` escapes what would be read as something else. Cues that are never shown, or end at or before
/// time zero, are left out.
enum SubRipWriter: CaptionWriter {
  /// Writes the text of a file. Reading the text returns the track as far as SRT can represent it.
  static func write<Failure: Error>(
    _ track: CaptionTrack, to output: (String) throws(Failure) -> Void
  ) throws(Failure) -> CaptionLosses {
    var losses = CaptionLosses(format: .subRip)
    var number = 0
    for cue in track.cues {
      guard let times = SubRipTimes(cue) else {
        if !cue.plainText.isEmpty { losses.add(cue.features.union([.text])) }
        continue
      }
      number += 1
      var lines = SubRipCueText()
      lines.write(cue)
      try output("\(number > 1 ? "\n" : "")\(number)\n\(times)\n\(lines.text)")
      losses.add(lines.losses.union(times.losses))
    }
    losses.add(track.tags)
    if !track.regions.isEmpty { losses.add(ofTrack: .regions) }
    return losses
  }
}

/// The times of a cue in whole milliseconds.
private struct SubRipTimes: CustomStringConvertible {
  let start: Int64
  let end: Int64
  private(set) var losses: Set<CaptionLoss.Kind> = []

  /// The maximum time that the reader accepts: nine digits of hours.
  private static let maximum: Int64 = 999_999_999 * 3_600_000 + 3_599_999
  /// The end of a cue without an end: the latest that all programs can read.
  private static let latestEnd: Int64 = 359_999_999

  /// Creates the times; `nil` for a cue that is not shown at or after time zero.
  init?(_ cue: CaptionCue) {
    guard cue.isEverShown, cue.end > .zero, let start = SubRipTimes.milliseconds(of: max(cue.start, .zero)) else {
      return nil
    }
    self.start = min(start, SubRipTimes.maximum - 1)
    // Rounding must not make a cue invisible.
    end = max(SubRipTimes.milliseconds(of: cue.end) ?? SubRipTimes.latestEnd, self.start + 1)
    if !cue.end.isNumeric { losses.insert(.endTimes) }
    let isEndExact = !cue.end.isNumeric || MediaTime.milliseconds(end) == cue.end
    if !isEndExact || MediaTime.milliseconds(self.start) != cue.start { losses.insert(.times) }
  }

  var description: String {
    "\(SubRipTimes.text(start)) --> \(SubRipTimes.text(end))"
  }

  /// Returns the time rounded to milliseconds; `nil` if the time is not numeric.
  private static func milliseconds(of time: MediaTime) -> Int64? {
    guard time.isNumeric else { return nil }
    let rounded = time.converted(toTimescale: 1000)
    // A time that is too large for milliseconds keeps another timescale.
    return rounded.isNumeric && rounded.timescale == 1000 ? min(rounded.value, maximum) : maximum
  }

  private static func text(_ time: Int64) -> String {
    let (seconds, milliseconds) = time.quotientAndRemainder(dividingBy: 1000)
    let units = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.zeroPadded(to: 2) }
    return "\(units.joined(separator: ":")),\(milliseconds.zeroPadded(to: 3))"
  }
}

/// Writes the text of a cue.
struct SubRipCueText {
  /// The lines with their ends.
  private(set) var text = ""
  /// What SRT cannot represent.
  private(set) var losses: Set<CaptionLoss.Kind> = []

  mutating func write(_ cue: CaptionCue) {
    losses = cue.features.subtracting([.styles, .colors, .fonts, .placement])
    var placement = cue.placement
    placement.region = nil
    let alignment = SubRipAlignment(nearestTo: placement)
    if alignment.placement != placement { losses.insert(.placement) }
    let prefix = alignment == .standard ? "" : "{\\an\(alignment.number)}"
    if cue.lines.isEmpty, !prefix.isEmpty { text = prefix + "\n" }
    for (number, line) in cue.lines.enumerated() {
      write(line, after: number == 0 ? prefix : "")
    }
  }

  private mutating func write(_ line: CaptionLine, after prefix: String) {
    let pieces = pieces(of: line)
    let plain = pieces.reduce(into: [UInt8]()) { $0 += $1.text.utf8 }
    var written = Array(prefix.utf8)
    var index = 0
    for piece in pieces {
      let end = index + piece.text.utf8.count
      written += piece.style.opening.utf8
      SubRipCueText.append(plain, index..<end, to: &written)
      written += piece.style.closing.utf8
      index = end
    }
    let needsJoinerAtStart =
      plain.first?.isBlank ?? true || written.holds(SubRipWordJoiner.bytes, at: 0)
      || written.holds(.byteOrderMark, at: 0) || SubRipTiming.Line(written, written.trimmed(written.indices)).isTiming
    let needsJoinerAtEnd =
      plain.last?.isBlank == true
      || written.holds(SubRipWordJoiner.bytes, at: written.count - SubRipWordJoiner.bytes.count)
    if needsJoinerAtStart { text += SubRipWordJoiner.character }
    text += String(decoding: written, as: UTF8.self)
    if needsJoinerAtEnd { text += SubRipWordJoiner.character }
    text += "\n"
  }

  /// Returns the pieces of the line that have different tags in SRT.
  private mutating func pieces(of line: CaptionLine) -> [(text: String, style: SubRipStyleTags)] {
    var pieces: [(text: String, style: SubRipStyleTags)] = []
    for run in line.runs {
      let text = CaptionText.cleaned(run.text)
      if text.utf8.count != run.text.utf8.count { losses.insert(.text) }
      guard !text.isEmpty else { continue }
      let style = SubRipStyleTags(run.style)
      losses.formUnion(style.losses)
      if let last = pieces.last, last.style.opening == style.opening {
        pieces[pieces.count - 1].text += text
      } else {
        pieces.append((text, style))
      }
    }
    return pieces
  }

  /// Writes a part of the text of a line so that nothing in it is read as a tag, an override or a character reference.
  private static func append(_ plain: [UInt8], _ range: Range<Int>, to written: inout [UInt8]) {
    for index in range {
      written.append(plain[index])
      if needsEscaping(plain, at: index) { written += SubRipWordJoiner.bytes }
    }
  }

  private static func needsEscaping(_ plain: [UInt8], at index: Int) -> Bool {
    let next = index + 1
    switch plain[index] {
    case UInt8(ascii: "<"):
      let tag = SubRipTag(plain, at: index, before: plain.count, isAfterAngle: false)
      return tag != nil || plain.holds(SubRipWordJoiner.bytes, at: next)
    case UInt8(ascii: "{"):
      return SubRipOverrides.begin(in: plain, at: index, before: plain.count)
        || plain.holds(SubRipWordJoiner.bytes, at: next)
    case UInt8(ascii: "&"):
      let entity = SubRipEntity(plain, at: index, before: plain.count)
      return entity != nil || plain.holds(SubRipWordJoiner.bytes, at: next)
    case UInt8(ascii: "\\"):
      guard next < plain.count else { return false }
      return plain[next] == UInt8(ascii: "N") || plain[next] == UInt8(ascii: "h")
        || plain.holds(SubRipWordJoiner.bytes, at: next)
    default: return false
    }
  }
}

/// The tags for a style in SRT, and what they cannot represent.
struct SubRipStyleTags {
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
      if let face = SubRipStyleTags.quoted(family) { attributes += " face=\(face)" } else { losses.insert(.fonts) }
    }
    if let scale = style.scale {
      let (size, isExact) = SubRipFont.size(nearestTo: scale)
      attributes += " size=\"\(size)\""
      if !isExact { losses.insert(.fonts) }
    }
    if let color = style.color {
      let (digits, isExact) = SubRipStyleTags.hexadecimal(color)
      attributes += " color=\"#\(digits)\""
      if !isExact { losses.insert(.colors) }
    }
    guard !attributes.isEmpty else { return }
    opening = "<font\(attributes)>"
    closing = "</font>"
  }

  /// Returns two digits for each of the three components. The opacity is left out because players do not agree on its
  /// position.
  private static func hexadecimal(_ color: Color) -> (digits: String, isExact: Bool) {
    let components = [color.red, color.green, color.blue]
    let bytes = components.map { UInt8(($0 * 255).rounded()) }
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return (digits, color.alpha == 1 && zip(bytes, components).allSatisfy { Double($0) / 255 == $1 })
  }

  /// Returns a value in quotes; `nil` if no tag can contain it.
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
  /// Returns the size that is nearest to a scale: one of HTML, or a larger one.
  fileprivate static func size(nearestTo scale: Double) -> (size: Int, isExact: Bool) {
    let large = max((scale * standardSize).rounded(), Double(scales.count + 1))
    var nearest = (size: Int(large), scale: large / standardSize)
    for (index, known) in scales.enumerated() where abs(known - scale) <= abs(nearest.scale - scale) {
      nearest = (index + 1, known)
    }
    return (nearest.size, nearest.scale == scale)
  }
}
