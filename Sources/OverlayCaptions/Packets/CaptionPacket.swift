/// The content of a cue without its times, as a packet of a movie's subtitle track contains it.
package enum CaptionPacket {
  /// The lines below the times of SRT.
  case subRip([UInt8])
  /// The text of a WebVTT cue, its settings and its identifier. Regions are not known.
  case webVTT([UInt8], settings: [UInt8], identifier: [UInt8])
  /// An event of ASS as in Matroska: eight fields with commas after them, and the text. FFmpeg converts other text to
  /// such events too.
  case subStationAlpha([UInt8], isConverted: Bool)

  /// Returns the cue; `nil` if nothing of it is visible. Bytes that are not UTF-8 are replaced.
  package func cue(start: MediaTime, end: MediaTime) -> CaptionCue? {
    let cue =
      switch self {
      case .subRip(let text): Self.subRipCue(text, start, end)
      case .webVTT(let text, let settings, let identifier): Self.webVTTCue(text, settings, identifier, start, end)
      case .subStationAlpha(let event, let isConverted):
        Self.subStationAlphaCue(event, isConverted ? .convertedText : .subStationAlpha, start, end)
      }
    return cue.isBlank ? nil : cue
  }

  private static func subRipCue(_ bytes: [UInt8], _ start: MediaTime, _ end: MediaTime) -> CaptionCue {
    let text = validUTF8(bytes)
    var body = SubRipBody()
    for (line, number) in zip(ByteLines(text), 1...) { body.append(text.trimmed(line), number: number) }
    var markup = SubRipMarkup(text)
    for line in body.lines { markup.read(line: line.range) }
    return markup.cue(start: start, end: end)
  }

  private static func webVTTCue(
    _ bytes: [UInt8], _ settings: [UInt8], _ identifier: [UInt8], _ start: MediaTime, _ end: MediaTime
  ) -> CaptionCue {
    let text = WebVTTInput(bytes).bytes
    // A packet has no line that a problem could name.
    var problems = CaptionProblems()
    let placement = WebVTTCueSettings.placement(settings[...], regions: [:], line: 1, problems: &problems)
    return CaptionCue(
      identifier: String(decoding: identifier, as: UTF8.self), start: start, end: end, placement: placement,
      lines: WebVTTLines(WebVTTCueTree(text[...].utf8Prefix(CaptionDocument.cueTextLimit))).lines)
  }

  private static func subStationAlphaCue(
    _ bytes: [UInt8], _ dialect: SubRipMarkup.Dialect, _ start: MediaTime, _ end: MediaTime
  ) -> CaptionCue {
    let event = validUTF8(bytes)
    let fields = event.split(separator: UInt8(ascii: ","), maxSplits: 8, omittingEmptySubsequences: false)
    var markup = SubRipMarkup(event, dialect: dialect)
    if fields.count == 9 { markup.read(line: event.trimmed(fields[8].indices)) }
    return markup.cue(start: start, end: end)
  }

  private static func validUTF8(_ bytes: [UInt8]) -> [UInt8] {
    InvalidUTF8Sequences(bytes).contains { _ in true } ? Array(String(decoding: bytes, as: UTF8.self).utf8) : bytes
  }
}

extension SubRipMarkup {
  /// Returns a cue with the text that was read.
  fileprivate mutating func cue(start: MediaTime, end: MediaTime) -> CaptionCue {
    finish()
    return CaptionCue(start: start, end: end, placement: alignment?.placement ?? CaptionPlacement(), lines: lines)
  }
}
