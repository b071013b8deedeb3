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
