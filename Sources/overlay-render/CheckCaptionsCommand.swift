import ArgumentParser
import OverlayRender

/// `overlay-render captions check`
struct CheckCaptionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Tells what is wrong with a caption file, a line each, on standard output.",
    discussion: """
      Lists what cannot be read, or is taken for a tag and not shown; cues that overlap, that have too many lines for one \
      picture together, that are never shown or between two frames, that are too fast to read, too long, or empty; and \
      characters that no font here has. A limit of 0 is not \
      checked. The status is 65 when anything was found.

      Examples:
        overlay-render captions check talk.srt
        overlay-render captions check talk.srt --fps 25 --speed 17 --line-length 37
      """
  )

  @Argument(help: ArgumentHelp("The file, or - for standard input.", valueName: "file|-"), completion: .file())
  var input: String

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many characters may be read in a second.", valueName: "n"))
  var speed = "21"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many characters a line may have; wide ones count two.", valueName: "n"))
  var lineLength = "42"

  @Option(parsing: .unconditional, help: ArgumentHelp("How many lines a cue may have.", valueName: "n"))
  var lines = "2"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many lines may be shown at once, of all cues together.", valueName: "n"))
  var linesAtOnce = "12"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The frame rate of the video: a cue between two frames is not seen.", valueName: "rate"))
  var fps = "30"

  @OptionGroup(title: "Font") var font: FontOptions
  @OptionGroup(title: "File") var files: CaptionFileOptions

  func run() throws {
    let limits = try limits()
    let characters = try FontCatalog(font.configuration())
    let fontNote = try font.note(from: characters)
    let document = try files.read(input, Messages())
    if let fontNote { Messages().note(fontNote) }
    var findings = document.check(limits: limits) + missingGlyphs(in: document, characters)
    findings.sort { ($0.line ?? 0, $0.cue) < ($1.line ?? 0, $1.cue) }

    let problems = document.problems.first + document.warnings.first
    var lines = problems.map { (line: $0.line, text: $0.description) }
    lines += findings.map { (line: $0.line ?? 0, text: $0.description) }
    if lines.isEmpty, document.track.cues.isEmpty { lines.append((1, "there is no cue in the file")) }
    lines.sort { $0.line < $1.line }
    let name = input.shownName.escapedOnOneLine
    for (line, text) in lines { try writeToStandardOutput("\(name):\(line): \(text.escapedOnOneLine)") }
    let unlistedCount = document.problems.count + document.warnings.count - problems.count
    if unlistedCount > 0 {
      try writeToStandardOutput("\(name): and \(unlistedCount) more that could not be read as they stand")
    }
    guard lines.isEmpty else {
      let count = lines.count + unlistedCount
      throw Failure(.badData, "\(input.shownName): \(count) \(count == 1 ? "thing" : "things") to look at")
    }
  }

  private func limits() throws(Failure) -> CaptionLimits {
    func limit(_ option: String, _ text: String, of things: String) throws(Failure) -> Int? {
      let number = try value(of: option, text, wholeNumber(of: things, in: 0...10_000))
      return number == 0 ? nil : number
    }
    return CaptionLimits(
      charactersPerSecond: try limit("--speed", speed, of: "characters").map(Double.init),
      lineLength: try limit("--line-length", lineLength, of: "characters"),
      lineCount: try limit("--lines", lines, of: "lines"),
      linesAtOnce: try limit("--lines-at-once", linesAtOnce, of: "lines"),
      frameRate: try value(of: "--fps", fps, FrameRate.init))
  }

  /// A finding for each cue with characters that no font has.
  private func missingGlyphs(in document: CaptionDocument, _ catalog: FontCatalog) -> [CaptionFinding] {
    let cues = document.track.cues
    let missing = catalog.unknownCharacters(among: Set(cues.lazy.map(\.shownText).joined()))
    guard !missing.isEmpty else { return [] }
    return cues.indices.compactMap { place in
      var told: Set<Character> = []
      let characters = cues[place].shownText.filter { missing.contains($0) && told.insert($0).inserted }
      guard !characters.isEmpty else { return nil }
      return CaptionFinding(cue: place, line: document.lineNumbers[place], kind: .missingGlyphs(characters))
    }
  }
}

extension CaptionCue {
  /// All characters that are drawn of it, those above others (ruby) too.
  fileprivate var shownText: String {
    plainText + lines.lazy.flatMap(\.runs).compactMap { $0.ruby?.text }.joined()
  }
}
