/// Writes the text of a cue.
struct SubRipLines {
  /// The lines, each with its end.
  private(set) var text = ""
  /// What is not in them.
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
    var place = 0
    for piece in pieces {
      let end = place + piece.text.utf8.count
      written += piece.style.opening.utf8
      SubRipLines.append(plain, place..<end, to: &written)
      written += piece.style.closing.utf8
      place = end
    }
    let startsUnsafely =
      plain.first?.isBlank ?? true || written.holds(SubRipGuard.bytes, at: 0)
      || written.holds(.byteOrderMark, at: 0) || SubRipTiming.Line(written, written.trimmed(written.indices)).isTiming
    let endsUnsafely =
      plain.last?.isBlank == true || written.holds(SubRipGuard.bytes, at: written.count - SubRipGuard.bytes.count)
    if startsUnsafely { text += SubRipGuard.character }
    text += String(decoding: written, as: UTF8.self)
    if endsUnsafely { text += SubRipGuard.character }
    text += "\n"
  }

  /// The line in pieces that differ in what SRT can say of them.
  private mutating func pieces(of line: CaptionLine) -> [(text: String, style: SubRipTags)] {
    var pieces: [(text: String, style: SubRipTags)] = []
    for run in line.runs {
      let text = CaptionText.cleaned(run.text)
      if text.utf8.count != run.text.utf8.count { losses.insert(.text) }
      guard !text.isEmpty else { continue }
      let style = SubRipTags(run.style)
      losses.formUnion(style.losses)
      if let last = pieces.last, last.style.opening == style.opening {
        pieces[pieces.count - 1].text += text
      } else {
        pieces.append((text, style))
      }
    }
    return pieces
  }

  /// Writes a part of a line's text so that none of it is taken for a tag, an override or a character's name.
  private static func append(_ plain: [UInt8], _ range: Range<Int>, to written: inout [UInt8]) {
    for place in range {
      written.append(plain[place])
      if isMistakable(plain, at: place) { written += SubRipGuard.bytes }
    }
  }

  private static func isMistakable(_ plain: [UInt8], at place: Int) -> Bool {
    let next = place + 1
    switch plain[place] {
    case UInt8(ascii: "<"):
      let tag = SubRipTag(plain, at: place, before: plain.count, isAfterAngle: false)
      return tag != nil || plain.holds(SubRipGuard.bytes, at: next)
    case UInt8(ascii: "{"):
      return SubRipOverrides.begin(in: plain, at: place, before: plain.count)
        || plain.holds(SubRipGuard.bytes, at: next)
    case UInt8(ascii: "&"):
      let entity = SubRipEntity(plain, at: place, before: plain.count)
      return entity != nil || plain.holds(SubRipGuard.bytes, at: next)
    case UInt8(ascii: "\\"):
      guard next < plain.count else { return false }
      return plain[next] == UInt8(ascii: "N") || plain[next] == UInt8(ascii: "h")
        || plain.holds(SubRipGuard.bytes, at: next)
    default: return false
    }
  }
}
