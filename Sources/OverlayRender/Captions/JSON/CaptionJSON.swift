/// Captions as JSON: all that a track holds, for other programs.
///
///     {
///       "tags": [
///         {"name": "ti", "value": "A title"}
///       ],
///       "cues": [
///         {"id": "1", "start": 1, "end": 2.5, "settings": {"line": -1}, "lines": [[{"text": "Hello", "bold": true}]]}
///       ]
///     }
///
/// Times are seconds with decimals to the nanosecond; an `end` of `null` is a cue that stays. Settings are named as WebVTT's
/// `VTTCue` names them. Each line is a list of runs. What has its usual value is left out.
///
/// When it is read, a list of cues alone will do, a line may be a text, and a cue may have `text` (with line ends) instead of
/// `lines`. Members of other names are passed over.
enum CaptionJSON {
  /// Reads captions; what is not as it should be is an error that says where.
  static func read(_ text: [UInt8]) throws(CaptionJSONError) -> CaptionReading {
    var reader = CaptionJSONReader(text)
    return try reader.read()
  }

  /// The captions with a cue on each line, the same text for the same track.
  static func write(_ track: CaptionTrack) -> WrittenCaptions {
    CaptionJSONWriter.write(track)
  }
}

/// The names of values that are one of a few.
struct JSONNames<Value: Hashable & Sendable>: Sendable {
  private let pairs: [(name: String, value: Value)]

  init(_ pairs: KeyValuePairs<String, Value>) {
    self.pairs = pairs.map { ($0.key, $0.value) }
  }

  func value(of name: String) -> Value? {
    pairs.first { $0.name == name }?.value
  }

  func name(of value: Value) -> String? {
    pairs.first { $0.value == value }?.name
  }

  /// All names, as a message lists them.
  var list: String {
    pairs.map { "\"\($0.name)\"" }.listed(with: "or")
  }
}

extension CaptionJSON {
  static let directions = JSONNames<CaptionPlacement.WritingDirection>([
    "": .horizontal, "rl": .verticalGrowingLeft, "lr": .verticalGrowingRight,
  ])
  static let lineAlignments = JSONNames<CaptionPlacement.LineAlignment>([
    "start": .start, "center": .center, "end": .end,
  ])
  static let positionAlignments = JSONNames<CaptionPlacement.PositionAlignment>([
    "auto": .automatic, "line-left": .lineLeft, "center": .center, "line-right": .lineRight,
  ])
  static let textAlignments = JSONNames<CaptionPlacement.TextAlignment>([
    "start": .start, "center": .center, "end": .end, "left": .left, "right": .right,
  ])
  static let scrolls = JSONNames<Bool>(["": false, "up": true])
  static let glyphPositions = JSONNames<TextStyle.Position>([
    "normal": .normal, "superscript": .superscript, "subscript": .subscript,
  ])
  /// Hundredths of the picture.
  static let percentages = 0.0...100
  /// Lines from an edge; more than there are in any picture.
  static let lineNumbers = -10_000.0...10_000
  static let regionLines = 0...10_000
  static let rubyNumbers = 0...CaptionDocument.runLimit
}

extension JSONText {
  /// The least number of seconds that is told apart.
  private static let nanosecondsPerSecond: Int128 = 1_000_000_000

  /// The time that a number of JSON in seconds is, to the nanosecond; `nil` for one that no time holds.
  static func time(seconds number: String) -> MediaTime? {
    guard number.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }) else {
      // A number with an exponent is written by programs that have a Double themselves.
      let time = Double(number).map { MediaTime(seconds: $0, preferredTimescale: 1_000_000_000) }
      return time?.isNumeric == true ? time : nil
    }
    let isNegative = number.hasPrefix("-")
    let parts = number.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let whole = (parts.first ?? "").drop { $0 == "0" }
    guard whole.utf8.count <= 18 else { return nil }
    let decimals = (parts.count > 1 ? parts[1] : "").utf8.prefix(10).map { Int128($0 - UInt8(ascii: "0")) }
    let tenths = (0..<10).reduce(Int128(0)) { $0 * 10 + ($1 < decimals.count ? decimals[$1] : 0) }
    let nanoseconds = Int128(Int64(whole) ?? 0) * nanosecondsPerSecond + (tenths + 5) / 10
    // Milliseconds are what most files hold.
    let isCoarse = nanoseconds % 1_000_000 == 0
    return MediaTime(
      ExactRatio(numerator: isNegative ? -nanoseconds : nanoseconds, denominator: nanosecondsPerSecond),
      timescale: isCoarse ? 1000 : 1_000_000_000, epoch: 0, hasBeenRounded: false)
  }
}
