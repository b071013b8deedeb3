/// A file format that is often confused with caption files or contains captions, and that is not supported.
public enum UnsupportedCaptionFormat: Sendable, Hashable, CaseIterable {
  /// Advanced SubStation Alpha (ASS).
  case advancedSubStationAlpha
  /// SubStation Alpha (SSA), version 4.
  case subStationAlpha
  /// SubViewer, version 1 or 2.
  case subViewer
  /// SBV, the format of YouTube.
  case sbv
  /// TTML and other XML formats.
  case timedText
  /// SAMI.
  case sami
  /// MicroDVD: frame numbers in braces.
  case microDVD
  /// MPL2: tenths of seconds in brackets.
  case mpl2
  /// Scenarist closed captions.
  case scenarist
  /// VobSub: captions as pictures.
  case vobSub
  /// A web page.
  case webPage
  /// A video or audio file.
  case movie
  /// An archive of files.
  case archive
}

extension UnsupportedCaptionFormat: CustomStringConvertible {
  /// The name of the format in messages, with an article, such as `an ASS file`.
  public var description: String {
    switch self {
    case .advancedSubStationAlpha: "an ASS file"
    case .subStationAlpha: "an SSA file"
    case .subViewer: "a SubViewer file"
    case .sbv: "an SBV file"
    case .timedText: "an XML file (such as TTML)"
    case .sami: "a SAMI file"
    case .microDVD: "a MicroDVD file"
    case .mpl2: "an MPL2 file"
    case .scenarist: "a Scenarist (SCC) file"
    case .vobSub: "a VobSub index, whose captions are pictures"
    case .webPage: "a web page"
    case .movie: "a movie"
    case .archive: "an archive"
    }
  }

  /// What a user can do with the file.
  var advice: String {
    switch self {
    case .advancedSubStationAlpha: "convert it with ffmpeg -i FILE.ass FILE.srt"
    case .subStationAlpha: "convert it with ffmpeg -i FILE.ssa FILE.srt"
    case .subViewer: "convert it with ffmpeg -i FILE.sub FILE.srt"
    case .sbv: "convert it with ffmpeg -i FILE.sbv FILE.srt"
    case .timedText: "export it as SRT or WebVTT from the program that created it"
    case .sami: "convert it with ffmpeg -i FILE.smi FILE.srt"
    case .microDVD: "convert it with ffmpeg -subfps RATE -i FILE.sub FILE.srt, with the movie's frame rate"
    case .mpl2: "convert it with ffmpeg -f mpl2 -i FILE.txt FILE.srt"
    case .scenarist: "convert it with ffmpeg -i FILE.scc FILE.srt"
    case .vobSub: "find the captions as SRT or WebVTT text"
    case .webPage: "download the captions themselves"
    case .movie: "extract its captions with ffmpeg -i FILE -map 0:s:0 FILE.srt"
    case .archive: "unpack it and use the caption file in it"
    }
  }
}

extension UnsupportedCaptionFormat {
  /// Recognizes a binary file by its signature.
  init?(binary bytes: [UInt8]) {
    let movies: [[UInt8]] = [
      [0x1A, 0x45, 0xDF, 0xA3], Array("RIFF".utf8), Array("OggS".utf8), Array("FLV".utf8), Array("ID3".utf8),
      Array("fLaC".utf8), [0, 0, 1, 0xBA],
    ]
    let archives: [[UInt8]] = [
      Array("PK\u{3}\u{4}".utf8), [0x1F, 0x8B], Array("Rar!".utf8), Array("7z".utf8) + [0xBC, 0xAF], Array("BZh".utf8),
      [0xFD] + Array("7zXZ".utf8),
    ]
    let isMPEG4 = bytes.holds(Array("ftyp".utf8), at: 4)
    let isTransportStream = bytes.count > 376 && [0, 188, 376].allSatisfy { bytes[$0] == 0x47 }
    if isMPEG4 || isTransportStream || movies.contains(where: { bytes.starts(with: $0) }) {
      self = .movie
    } else if archives.contains(where: { bytes.starts(with: $0) }) {
      self = .archive
    } else {
      return nil
    }
  }

  /// Recognizes a text by its first nonempty line, without spaces at its ends.
  init?(_ text: [UInt8], firstLine: Range<Int>) {
    let line = text[firstLine]
    let start = String(decoding: line.prefix(40), as: UTF8.self).lowercased()
    if start.hasPrefix("[script info]") || start.hasPrefix("[v4+ styles]") || start.hasPrefix("[events]") {
      self =
        UnsupportedCaptionFormat.isVersion4(text[firstLine.lowerBound...]) ? .subStationAlpha : .advancedSubStationAlpha
    } else if start.hasPrefix("[v4 styles]") {
      self = .subStationAlpha
    } else if start.hasPrefix("[information]") || start.hasPrefix("[begin]")
      || UnsupportedCaptionFormat.hasScriptMark(text[firstLine.lowerBound...])
    {
      self = .subViewer
    } else if let decimals = UnsupportedCaptionFormat.decimalCount(ofTimesIn: line) {
      self = decimals == 3 ? .sbv : .subViewer
    } else if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
      self = .webPage
    } else if start.hasPrefix("<?xml") || start.hasPrefix("<tt ") || start.hasPrefix("<tt:tt") || start == "<tt>" {
      self = .timedText
    } else if start.hasPrefix("<sami") {
      self = .sami
    } else if start.hasPrefix("scenarist_scc") {
      self = .scenarist
    } else if start.hasPrefix("# vobsub index file") {
      self = .vobSub
    } else if UnsupportedCaptionFormat.isPairOfNumbers(line, between: "{", "}") {
      self = .microDVD
    } else if UnsupportedCaptionFormat.isPairOfNumbers(line, between: "[", "]") {
      self = .mpl2
    } else {
      return nil
    }
  }

  /// Returns whether a text has the line that precedes the captions in SubViewer 1.
  private static func hasScriptMark(_ text: ArraySlice<UInt8>) -> Bool {
    String(decoding: text.prefix(8192), as: UTF8.self).lowercased().contains("* start script *")
  }

  /// Returns whether a script is SubStation Alpha version 4, not version 4+ (ASS).
  private static func isVersion4(_ text: ArraySlice<UInt8>) -> Bool {
    for line in String(decoding: text.prefix(8192), as: UTF8.self).lowercased().split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[v4+ styles]") { return false }
      if line.hasPrefix("[v4 styles]") { return true }
      guard line.hasPrefix("scripttype:") else { continue }
      return line.contains("v4") && !line.contains("+")
    }
    return false
  }

  /// Returns the number of decimals of the times in a line such as `0:00:01.000,0:00:02.500`; `nil` for any other line.
  private static func decimalCount(ofTimesIn line: ArraySlice<UInt8>) -> Int? {
    let times = line.prefix(60).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard times.count == 2 else { return nil }
    let counts = times.map { time -> Int? in
      let units = time.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      let halves = units.last?.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) ?? []
      let numbers = units.dropLast() + halves
      guard units.count == 3, halves.count == 2,
        numbers.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.digit != nil } })
      else { return nil }
      return halves[1].count
    }
    return counts[0] == counts[1] ? counts[0] : nil
  }

  /// Returns whether a line starts with two numbers in brackets, as in `{25}{50}`. The second number may be missing.
  private static func isPairOfNumbers(_ line: ArraySlice<UInt8>, between open: Unicode.Scalar, _ close: Unicode.Scalar)
    -> Bool
  {
    let (open, close) = (UInt8(ascii: open), UInt8(ascii: close))
    var rest = line
    guard rest.popFirst() == open else { return false }
    let first = rest.prefix { $0.digit != nil }
    rest.removeFirst(first.count)
    guard !first.isEmpty, rest.popFirst() == close, rest.popFirst() == open else { return false }
    return rest.drop { $0.digit != nil }.first == close
  }
}
