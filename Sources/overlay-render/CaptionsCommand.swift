import ArgumentParser
import OverlayRender

/// `overlay-render captions`
struct CaptionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "captions",
    abstract: "Convert and check caption files.",
    subcommands: [ConvertCaptionsCommand.self, CheckCaptionsCommand.self]
  )
}

/// `overlay-render captions convert`
struct ConvertCaptionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a caption file to another format.",
    discussion: """
      Reads the formats of the subtitles command and writes SRT, WebVTT, LRC, JSON or plain lines, depending on the \
      name of OUT. Features that the format does not have are left out with a note. JSON has all features: for each \
      cue its id, start and end in seconds, settings, and lines of runs with their styles and word times.

      Examples:
        overlay-render captions convert talk.srt talk.vtt
        overlay-render captions convert song.lrc song.json
        overlay-render captions convert old.srt new.srt --encoding windows-1252 \\
          --shift -1.5s
        overlay-render captions convert pal.srt film.srt --scale 25:23.976
        overlay-render captions convert talk.vtt - --to srt | head
      """
  )

  @Argument(help: ArgumentHelp("The file to read, or - for standard input.", valueName: "in"), completion: .file())
  var input: String

  @Argument(help: ArgumentHelp("The file to write, or - for standard output.", valueName: "out"), completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      "The output format: srt, vtt, lrc, json, txt. (default: from the extension of OUT)", valueName: "format"),
    completion: .list(["srt", "vtt", "lrc", "json", "txt"]))
  var to: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Move all cues by this time, forward or backward as in -1.5s.", valueName: "span"))
  var shift: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Scale all times for a conversion from one frame rate to another, as in 25:23.976.", valueName: "rate:rate"))
  var scale: String?

  @Flag(help: "Replace an existing OUT.")
  var overwrite = false

  @Flag(help: "Print only errors.")
  var quiet = false

  @OptionGroup(title: "File") var files: CaptionFileOptions

  func run() throws {
    if output.isEmpty { throw Failure(.usage, "the name of OUT is empty: give a file, or - for standard output") }
    let format = try format()
    let shift = try shift.map { try value(of: "--shift", $0, signedSpan) }
    let rates = try scale.map { try value(of: "--scale", $0, frameRates) }
    let messages = Messages(isQuiet: quiet, isVerbose: false)
    let document = try files.read(input, messages)
    // A file without cues is valid and is converted. A file with problems only is not.
    if document.track.cues.isEmpty, document.problems.count > 0 { throw document.nothingToShow(in: input) }
    var track = document.track
    if let rates { track = track.scaled(from: rates.from, to: rates.to) }
    if let shift { track = track.shifted(by: shift) }
    let lostCount = document.track.cues.count - track.cues.count
    if track.cues.isEmpty, lostCount > 0 {
      throw Failure(.usage, "--shift: \(input.shownName) ends before time zero: shift it less")
    }
    let losses = try write(track, as: format, messages)
    for note in document.notes(of: input) { messages.note(note) }
    if lostCount > 0 {
      let cues = lostCount == 1 ? "1 cue ends" : "\(lostCount) cues end"
      messages.note("--shift: \(cues) before time zero and left out")
    }
    let name = output == "-" ? "standard output" : output
    for loss in losses { messages.note("\(name): \(loss)") }
  }

  private func format() throws(Failure) -> CaptionFormat {
    guard let to else {
      guard let format = CaptionFormat(fileName: output) else {
        throw Failure(
          .usage,
          output == "-"
            ? "standard output has no file extension: give --to srt, vtt, lrc, json or txt"
            : "\(output): unknown caption format: end the name with .srt, .vtt, .lrc, .json or .txt, or give --to")
      }
      return format
    }
    guard let format = CaptionFormat(fileName: "." + to) else {
      throw Failure(.usage, "--to: \(to.quoted) is not a caption format: give srt, vtt, lrc, json or txt")
    }
    return format
  }

  private func frameRates(_ text: String) throws -> (from: FrameRate, to: FrameRate) {
    let rates = text.split(separator: ":", omittingEmptySubsequences: false)
    guard rates.count == 2 else { throw OptionValueError.notTwoRates(text) }
    return (try FrameRate(String(rates[0])), try FrameRate(String(rates[1])))
  }

  private func write(_ track: CaptionTrack, as format: CaptionFormat, _ messages: Messages) throws -> [CaptionLoss] {
    guard output != "-" else {
      return try write(track, as: format) { text throws in try writeToStandardOutput(text, terminator: "") }
    }
    let signals = SignalWatch(exitsOnFirst: true) { [output] signal in
      "\(output): interrupted by \(SignalWatch.name(of: signal)): nothing was written"
    }
    defer { withExtendedLifetime(signals) {} }
    let file = try ByteOutput(
      path: output, overwrite: overwrite, onWait: { messages.note("\(output): waiting for a reader") })
    let losses = try write(track, as: format) { text throws in
      var text = text
      try text.withUTF8 { try file.write($0.span.bytes) }
    }
    try file.finish()
    return losses
  }

  /// Writes the track in chunks of about 64 KiB.
  private func write(
    _ track: CaptionTrack, as format: CaptionFormat, to output: (String) throws -> Void
  ) throws -> [CaptionLoss] {
    var pending = ""
    let losses = try track.write(as: format) { (text: String) throws in
      pending += text
      guard pending.utf8.count >= 64 << 10 else { return }
      try output(pending)
      pending.removeAll(keepingCapacity: true)
    }
    try output(pending)
    return losses
  }
}

/// `overlay-render captions check`
struct CheckCaptionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "List the problems of a caption file on standard output.",
    discussion: """
      Lists parts that cannot be read, or that are read as a tag and not shown; cues that overlap, that have too many \
      lines for one picture together, that are never shown or between two frames, that are too fast to read, too long, \
      or empty; and characters that no installed font has. A limit of 0 disables its check. The exit status is 65 if \
      there are problems.

      Examples:
        overlay-render captions check talk.srt
        overlay-render captions check talk.srt --fps 25 --speed 17 --line-length 37
      """
  )

  @Argument(help: ArgumentHelp("The file, or - for standard input.", valueName: "file|-"), completion: .file())
  var input: String

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The maximum number of characters per second.", valueName: "n"))
  var speed = "21"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum number of characters in a line; wide characters count as two.", valueName: "n"))
  var lineLength = "42"

  @Option(parsing: .unconditional, help: ArgumentHelp("The maximum number of lines in a cue.", valueName: "n"))
  var lines = "2"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum number of lines that are shown at once.", valueName: "n"))
  var linesAtOnce = "12"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The frame rate of the video, to find cues between two frames.", valueName: "rate"))
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
    if lines.isEmpty, document.track.cues.isEmpty { lines.append((1, "the file has no cues")) }
    lines.sort { $0.line < $1.line }
    let name = input.shownName.escapedOnOneLine
    for (line, text) in lines { try writeToStandardOutput("\(name):\(line): \(text.escapedOnOneLine)") }
    let unlistedCount = document.problems.count + document.warnings.count - problems.count
    if unlistedCount > 0 {
      try writeToStandardOutput("\(name): and \(unlistedCount) more parts that cannot be read")
    }
    guard lines.isEmpty else {
      let count = lines.count + unlistedCount
      throw Failure(.badData, "\(input.shownName): \(count) \(count == 1 ? "problem" : "problems") found")
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

  /// Findings for the cues with characters that no font has.
  private func missingGlyphs(in document: CaptionDocument, _ catalog: FontCatalog) -> [CaptionFinding] {
    let cues = document.track.cues
    let missing = catalog.unknownCharacters(among: Set(cues.lazy.map(\.shownText).joined()))
    guard !missing.isEmpty else { return [] }
    return cues.indices.compactMap { index in
      var seen: Set<Character> = []
      let characters = cues[index].shownText.filter { missing.contains($0) && seen.insert($0).inserted }
      guard !characters.isEmpty else { return nil }
      return CaptionFinding(cue: index, line: document.lineNumbers[index], kind: .missingGlyphs(characters))
    }
  }
}

extension CaptionCue {
  /// All characters that are drawn, including those of ruby text.
  fileprivate var shownText: String {
    plainText + lines.lazy.flatMap(\.runs).compactMap { $0.ruby?.text }.joined()
  }
}
