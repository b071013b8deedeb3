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
