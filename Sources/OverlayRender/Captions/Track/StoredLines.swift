/// The lines of a cue as they are kept. Most cues are plain text, and a track may have half a million of them: these are
/// kept as one string each.
///
/// The same lines are always kept the same way, so that comparing what is kept compares the lines.
enum StoredLines: Sendable, Hashable {
  /// No line at all, which is not the same as one that is empty.
  case none
  /// One or more lines that are empty or one run of plain text, separated by line feeds.
  case plain(String)
  /// Any other lines.
  indirect case styled(StyledLines)

  init(_ lines: [CaptionLine]) {
    if lines.isEmpty {
      self = .none
    } else if lines.allSatisfy(\.isPlain) {
      self = .plain(lines.count == 1 ? lines[0].plainText : lines.map(\.plainText).joined(separator: "\n"))
    } else {
      self = .styled(StyledLines(lines))
    }
  }

  var lines: [CaptionLine] {
    switch self {
    case .none: []
    case .plain(let text): text.hasLineFeed ? StoredLines.lines(of: text) : [CaptionLine(text)]
    case .styled(let styled): styled.lines
    }
  }

  /// The lines without styles, separated by line feeds.
  var text: String {
    switch self {
    case .none: ""
    case .plain(let text): text
    case .styled(let styled): styled.text
    }
  }

  private static func lines(of text: String) -> [CaptionLine] {
    text.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false).map { CaptionLine(String(Substring($0))) }
  }
}

/// The placement of a cue as it is kept. Most cues have the usual one.
indirect enum StoredPlacement: Sendable, Hashable {
  case usual
  case own(CaptionPlacement)

  init(_ placement: CaptionPlacement) {
    self = placement == CaptionPlacement() ? .usual : .own(placement)
  }
}

extension String {
  /// Whether a line feed is in it, found in the bytes themselves where these lie in one piece.
  fileprivate var hasLineFeed: Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(.lineFeed) } ?? utf8.contains(.lineFeed)
  }
}

extension CaptionLine {
  /// Whether it is nothing, or one run that is its text and nothing else.
  fileprivate var isPlain: Bool {
    guard let run = runs.first else { return true }
    return runs.count == 1 && run.isPlain && !run.text.isEmpty && !run.text.hasLineFeed
  }
}

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
