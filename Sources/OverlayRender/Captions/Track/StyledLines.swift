/// Lines of which a run has a style, a time or anything else of its own, as they are kept: as one string and how it is
/// divided. A track may have a million such runs, and an array of lines and of runs with a string each takes twice the room.
struct StyledLines: Sendable {
  /// The lines without styles, separated by line feeds.
  let text: String
  private var pieces: [Piece] = []
  /// The time of each piece; empty when none has one.
  private var times: [MediaTime?] = []

  /// A run, or the line feed between two lines.
  private struct Piece {
    var details: StoredDetails
    /// How many bytes of the text it takes.
    let length: Int

    static let lineFeed = Piece(details: .lineFeed, length: 1)
  }

  /// Keeps one or more lines.
  init(_ lines: [CaptionLine]) {
    text = lines.count == 1 ? lines[0].plainText : lines.map(\.plainText).joined(separator: "\n")
    // Arrays that grow may take twice what they hold.
    let pieceCount = lines.reduce(lines.count - 1) { $0 + $1.runs.count }
    let isTimed = lines.contains { $0.runs.contains { $0.time != nil } }
    pieces.reserveCapacity(pieceCount)
    if isTimed { times.reserveCapacity(pieceCount) }
    for (place, line) in lines.enumerated() {
      if place > 0 {
        pieces.append(.lineFeed)
        if isTimed { times.append(nil) }
      }
      for run in line.runs {
        pieces.append(Piece(details: run.storedDetails, length: run.text.utf8.count))
        if isTimed { times.append(run.time) }
      }
    }
  }

  var lines: [CaptionLine] {
    var lines: [CaptionLine] = []
    var line = CaptionLine(runs: [])
    var start = text.utf8.startIndex
    for (place, piece) in pieces.enumerated() {
      let end = text.utf8.index(start, offsetBy: piece.length)
      if case .lineFeed = piece.details {
        lines.append(line)
        line = CaptionLine(runs: [])
      } else {
        let time = times.isEmpty ? nil : times[place]
        line.runs.append(CaptionRun(String(text[start..<end]), time: time, details: piece.details))
      }
      start = end
    }
    lines.append(line)
    return lines
  }

  /// Whether any piece says when it is spoken.
  var hasTimes: Bool { !times.isEmpty }

  /// Takes details that other lines have where these are the same.
  mutating func share(_ details: inout SharedDetails) {
    for place in pieces.indices { pieces[place].details = details.sharing(pieces[place].details) }
  }
}

// As the lines are equal, and not as their bytes are: "é" may be written with one scalar or with two.
extension StyledLines: Hashable {
  static func == (first: StyledLines, second: StyledLines) -> Bool { first.lines == second.lines }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The properties of a run besides text and time.
struct RunDetails: Sendable, Hashable {
  var style = TextStyle()
  var classes: [String] = []
  var voice: String?
  var ruby: CaptionRuby?

  fileprivate var isEmpty: Bool { classes.isEmpty && voice == nil && ruby == nil && style.isEmpty }
}

/// The details of a run as they are kept. Most runs have none.
indirect enum StoredDetails: Sendable, Hashable {
  case none
  case some(RunDetails)
  /// Of the line feed between two lines, which is not a run.
  case lineFeed

  init(_ details: RunDetails) {
    self = details.isEmpty ? .none : .some(details)
  }
}

/// Keeps the details of runs once where they are the same: most styled runs of a file are in one of a few styles.
struct SharedDetails {
  private var recent: [StoredDetails] = []
  private static let capacity = 8

  /// Returns details that are equal, those that were given before where these are the same.
  fileprivate mutating func sharing(_ details: StoredDetails) -> StoredDetails {
    guard case .some = details else { return details }
    if let known = recent.first(where: { $0 == details }) { return known }
    if recent.count == SharedDetails.capacity { recent.removeLast() }
    recent.insert(details, at: 0)
    return details
  }
}
