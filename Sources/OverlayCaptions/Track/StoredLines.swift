/// The lines of a cue in compact storage. Most cues are plain text, and a track can have half a million of them, so
/// each of these is stored as one string.
///
/// Equal lines are always stored the same way, so that comparing the storage compares the lines.
enum StoredLines: Sendable, Hashable {
  /// No lines, which is different from one empty line.
  case none
  /// Lines that are empty or have one plain run, separated by line feeds.
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

/// The placement of a cue in compact storage. Most cues have the default placement.
indirect enum StoredPlacement: Sendable, Hashable {
  case standard
  case custom(CaptionPlacement)

  init(_ placement: CaptionPlacement) {
    self = placement == CaptionPlacement() ? .standard : .custom(placement)
  }
}

extension String {
  /// Whether the string contains a line feed. The search is fastest in contiguous storage.
  fileprivate var hasLineFeed: Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(.lineFeed) } ?? utf8.contains(.lineFeed)
  }
}

extension CaptionLine {
  /// Whether the line is empty or has one run without a style, a time or other details.
  fileprivate var isPlain: Bool {
    guard let run = runs.first else { return true }
    return runs.count == 1 && run.isPlain && !run.text.isEmpty && !run.text.hasLineFeed
  }
}

/// Lines with styles, times or other details, in compact storage: as one string and the lengths of its runs. A track
/// can have a million such runs. Arrays of lines and of runs with a string each need twice the memory.
struct StyledLines: Sendable {
  /// The lines without styles, separated by line feeds.
  let text: String
  private var pieces: [Piece] = []
  /// The time of each piece; empty if no piece has one.
  private var times: [MediaTime?] = []

  /// A run, or the line feed between two lines.
  private struct Piece {
    var details: StoredDetails
    /// The number of bytes of the text.
    let length: Int

    static let lineFeed = Piece(details: .lineFeed, length: 1)
  }

  /// Stores one or more lines.
  init(_ lines: [CaptionLine]) {
    text = lines.count == 1 ? lines[0].plainText : lines.map(\.plainText).joined(separator: "\n")
    // The capacity is reserved because arrays that grow can take twice their size.
    let pieceCount = lines.reduce(lines.count - 1) { $0 + $1.runs.count }
    let isTimed = lines.contains { $0.runs.contains { $0.time != nil } }
    pieces.reserveCapacity(pieceCount)
    if isTimed { times.reserveCapacity(pieceCount) }
    for (index, line) in lines.enumerated() {
      if index > 0 {
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
    // Most cues of this kind are lyrics of one line, with a piece for each word.
    line.runs.reserveCapacity(pieces.count)
    var start = text.utf8.startIndex
    for (index, piece) in pieces.enumerated() {
      let end = text.utf8.index(start, offsetBy: piece.length)
      if case .lineFeed = piece.details {
        lines.append(line)
        line = CaptionLine(runs: [])
      } else {
        let time = times.isEmpty ? nil : times[index]
        line.runs.append(CaptionRun(String(text[start..<end]), time: time, details: piece.details))
      }
      start = end
    }
    lines.append(line)
    return lines
  }

  /// Whether any piece has a time.
  var hasTimes: Bool { !times.isEmpty }

  /// Shares equal details with other lines.
  mutating func share(_ details: inout SharedDetails) {
    for index in pieces.indices { pieces[index].details = details.sharing(pieces[index].details) }
  }
}

// Lines are compared as strings and not as bytes, because "é" can be one scalar or two.
extension StyledLines: Hashable {
  static func == (first: StyledLines, second: StyledLines) -> Bool { first.lines == second.lines }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The properties of a run other than its text and its time.
struct RunDetails: Sendable, Hashable {
  var style = TextStyle()
  var classes: [String] = []
  var voice: String?
  var ruby: CaptionRuby?

  fileprivate var isEmpty: Bool { classes.isEmpty && voice == nil && ruby == nil && style.isEmpty }
}

/// The details of a run in compact storage. Most runs have none.
indirect enum StoredDetails: Sendable, Hashable {
  case none
  case some(RunDetails)
  /// The line feed between two lines, which is not a run.
  case lineFeed

  init(_ details: RunDetails) {
    self = details.isEmpty ? .none : .some(details)
  }
}

/// Stores equal details of runs only once. Most styled runs in a file have one of a few styles.
struct SharedDetails {
  private var recent: [StoredDetails] = []
  private static let capacity = 8

  /// Returns equal details that were stored before, or stores the details.
  fileprivate mutating func sharing(_ details: StoredDetails) -> StoredDetails {
    guard case .some = details else { return details }
    if let known = recent.first(where: { $0 == details }) { return known }
    if recent.count == SharedDetails.capacity { recent.removeLast() }
    recent.insert(details, at: 0)
    return details
  }
}
