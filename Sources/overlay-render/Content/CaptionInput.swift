import OverlayMedia
import OverlayRender

/// Captions that were read from a file or from a movie.
struct CaptionInput {
  private enum Source {
    case file(CaptionDocument)
    /// The number of a subtitle track of a movie, from 1.
    case subtitlesTrack(Int)
  }

  /// The name of the file, or `-` for standard input.
  let name: String
  let track: CaptionTrack
  private let source: Source

  init(name: String, document: CaptionDocument) {
    (self.name, track, source) = (name, document.track, .file(document))
  }

  init(movie name: String, subtitlesTrack number: Int) throws {
    (self.name, source) = (name, .subtitlesTrack(number))
    track = try CaptionTrack(movie: name, subtitlesTrack: number)
  }

  /// The content of the file; `nil` for a subtitle track of a movie.
  var document: CaptionDocument? {
    if case .file(let document) = source { document } else { nil }
  }

  /// Notes about the content of the file, a line each.
  var notes: [String] { document?.notes(of: name) ?? [] }

  /// The failure if no cue is visible.
  var nothingToShow: Failure {
    switch source {
    case .file(let document): document.nothingToShow(in: name)
    case .subtitlesTrack(let number):
      Failure(.badData, "\(name): subtitle track \(number) contains no text: choose another track")
    }
  }

  /// Returns where a finding is: the line of the file, or the number and the start of the cue.
  func place(of finding: CaptionFinding) -> String {
    finding.line.map { "\($0)" } ?? " cue \(finding.cue + 1) at \(track.cues[finding.cue].start.inSeconds(places: 3))"
  }
}

extension CaptionDocument {
  /// Notes about the guessed encoding and about the first problems, a line each.
  func notes(of name: String) -> [String] {
    var notes: [String] = []
    let override = "if that is wrong, give another one with --encoding (--encoding help lists the names)"
    switch encoding {
    case .known: break
    case .detected(let encoding): notes.append("\(name.shownName): read as \(encoding) (detected): \(override)")
    case .assumed(let encoding):
      notes.append("\(name.shownName): unknown encoding, read as \(encoding): \(override)")
    }
    notes += problems.first.prefix(10).map { "\(name.shownName):\($0.line): \($0)" }
    let unlistedCount = problems.count - min(problems.first.count, 10)
    if unlistedCount > 0 {
      notes.append("\(name.shownName): and \(unlistedCount) more: run overlay-render captions check to list them")
    }
    if let warning = warnings.first.first {
      let others =
        warnings.count == 1 ? "" : " (and \(warnings.count - 1) more: run overlay-render captions check to list them)"
      notes.append("\(name.shownName):\(warning.line): \(warning)\(others)")
    }
    if hasStyleSheets { notes.append("\(name.shownName): its style sheets (CSS) are not applied") }
    return notes
  }

  /// The failure for a file without visible cues.
  func nothingToShow(in name: String) -> Failure {
    if let problem = problems.firstLosingCue ?? problems.first.first {
      return Failure(.badData, "\(name.shownName):\(problem.line): \(problem); there is no other cue")
    }
    if let finding = check().first(where: \.isNeverShown), let line = finding.line {
      return Failure(.badData, "\(name.shownName):\(line): \(finding); there is no other cue")
    }
    return Failure(.badData, "\(name.shownName): there is no cue to show: give a file that contains text")
  }
}
