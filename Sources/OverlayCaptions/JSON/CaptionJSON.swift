/// Captions as JSON, which represents everything in a track, for exchange with other programs.
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
/// Times are seconds with decimals to the nanosecond. An `end` of `null` means that the cue stays. Settings have the
/// names of the attributes of WebVTT's `VTTCue`. Each line is an array of runs. Default values are left out.
///
/// The reader also accepts an array of cues alone, a string for a line, and a cue with `text` (with line ends) instead
/// of `lines`. It ignores members with other names.
enum CaptionJSON {
  /// Reads captions. Anything unexpected is an error with its location.
  static func read(_ text: [UInt8]) throws(CaptionJSONError) -> CaptionReading {
    var reader = CaptionJSONReader(text)
    return try reader.read()
  }

  /// Returns the captions as JSON with a cue on each line. Equal tracks give the same text.
  static func write(_ track: CaptionTrack) -> WrittenCaptions {
    CaptionJSONWriter.write(track)
  }
}

/// The names of the values of an enumeration.
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

  /// All names, as a list in a message.
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
  /// Percentages of the picture.
  static let percentages = 0.0...100
  /// Line numbers from an edge. The limits are beyond any picture.
  static let lineNumbers = -10_000.0...10_000
  static let regionLines = 0...10_000
  static let rubyNumbers = 0...CaptionDocument.runLimit
}

extension JSONText {
  /// The number of nanoseconds in a second.
  private static let nanosecondsPerSecond: Int128 = 1_000_000_000

  /// Returns the time for a JSON number in seconds, rounded to nanoseconds; `nil` if it is out of range.
  static func time(seconds number: String) -> MediaTime? {
    guard number.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }) else {
      // Only programs that use a Double write a number with an exponent.
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
    // Most files only use milliseconds.
    let isCoarse = nanoseconds % 1_000_000 == 0
    return MediaTime(
      ExactRatio(numerator: isNegative ? -nanoseconds : nanoseconds, denominator: nanosecondsPerSecond),
      timescale: isCoarse ? 1000 : 1_000_000_000, epoch: 0, hasBeenRounded: false)
  }
}
