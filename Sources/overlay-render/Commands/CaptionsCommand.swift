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
    abstract: "Convert a caption file, or the subtitles of a movie, to another format.",
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
        overlay-render captions convert film.mkv --subtitles-track 2 -o film.vtt
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The file to read, or - for standard input. With --subtitles-track, a movie.", valueName: "in"),
    completion: .file())
  var input: String

  @Argument(help: ArgumentHelp("The file to write, or - for standard output.", valueName: "out"), completion: .file())
  var secondArgument: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("The file to write, instead of OUT.", valueName: "file"), completion: .file())
  var output: String?

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

  @OptionGroup var language: LanguageOptions
  @OptionGroup(title: "File") var files: CaptionFileOptions

  func run() throws {
    let output = try outputName()
    let format = try format(of: output)
    let shift = try shift.map { try value(of: "--shift", $0, signedSpan) }
    let rates = try scale.map { try value(of: "--scale", $0, frameRates) }
    _ = try language.tag()
    let messages = Messages(isQuiet: quiet, isVerbose: false)
    if files.subtitlesTrack != nil, let movie = FileIdentity(input), FileIdentity(output: output) == movie {
      throw Failure(.usage, "\(output.shownOutputName) is also the movie: give another file")
    }
    let source = try files.read(input, messages)
    // A file without cues is valid and is converted. A file with problems only, or a movie without text, is not.
    if source.track.cues.isEmpty, source.document?.problems.count != 0 { throw source.nothingToShow }
    var track = try source.track.inLanguage(of: language)
    if let rates { track = track.scaled(from: rates.from, to: rates.to) }
    if let shift { track = track.shifted(by: shift) }
    let lostCount = source.track.cues.count - track.cues.count
    if track.cues.isEmpty, lostCount > 0 {
      throw Failure(.usage, "--shift: \(input.shownName) ends before time zero: shift it less")
    }
    let losses = try write(track, as: format, to: output, messages)
    for note in source.notes { messages.note(note) }
    if lostCount > 0 {
      let cues = lostCount == 1 ? "1 cue ends" : "\(lostCount) cues end"
      messages.note("--shift: \(cues) before time zero and left out")
    }
    for loss in losses { messages.note("\(output.shownOutputName): \(loss)") }
  }

  /// The name of the output: the value of `-o`, or the second argument.
  private func outputName() throws(Failure) -> String {
    try refuseBoth(["OUT": secondArgument != nil, "--output": output != nil])
    guard let name = output ?? secondArgument else {
      throw Failure(.usage, "Missing expected argument '<out>' (see overlay-render captions convert --help)")
    }
    if name.isEmpty { throw Failure(.usage, "the name of OUT is empty: give a file, or - for standard output") }
    return name
  }

  private func format(of output: String) throws(Failure) -> CaptionFormat {
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

  private func write(
    _ track: CaptionTrack, as format: CaptionFormat, to output: String, _ messages: Messages
  ) throws -> [CaptionLoss] {
    guard output != "-" else {
      return try write(track, as: format) { text throws in try writeToStandardOutput(text, terminator: "") }
    }
    let signals = SignalWatch(exitsOnFirst: true) { signal in
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
    abstract: "List the problems of a caption file, or of the subtitles of a movie, on standard output.",
    discussion: """
      Lists parts that cannot be read, or that are read as a tag and not shown; cues that overlap, that have too many \
      lines for one picture together, that are never shown or between two frames, that are too fast to read, too long, \
      or empty; and characters that no installed font has. A limit of 0 disables its check. The exit status is 65 if \
      there are problems.

      Examples:
        overlay-render captions check talk.srt
        overlay-render captions check talk.srt --fps 25 --speed 17 --line-length 37
        overlay-render captions check film.mkv --subtitles-track 1
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The file, or - for standard input. With --subtitles-track, a movie.", valueName: "file|-"),
    completion: .file())
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
    let source = try files.read(input, Messages())
    let (track, document) = (source.track, source.document)
    if document == nil, track.cues.isEmpty { throw source.nothingToShow }
    if let fontNote { Messages().note(fontNote) }
    var findings =
      track.check(lineNumbers: document?.lineNumbers, limits: limits) + missingGlyphs(in: source, characters)
    findings.sort { ($0.line ?? 0, $0.cue) < ($1.line ?? 0, $1.cue) }

    let problems = document.map { $0.problems.first + $0.warnings.first } ?? []
    var lines = problems.map { (line: $0.line, place: "\($0.line)", text: $0.description) }
    lines += findings.map { (line: $0.line ?? 0, place: source.place(of: $0), text: $0.description) }
    if lines.isEmpty, track.cues.isEmpty { lines.append((1, "1", "the file has no cues")) }
    lines.sort { $0.line < $1.line }
    let name = input.shownName.escapedOnOneLine
    for (_, place, text) in lines { try writeToStandardOutput("\(name):\(place): \(text.escapedOnOneLine)") }
    let unlistedCount = document.map { $0.problems.count + $0.warnings.count - problems.count } ?? 0
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
  private func missingGlyphs(in source: CaptionInput, _ catalog: FontCatalog) -> [CaptionFinding] {
    let cues = source.track.cues
    let missing = catalog.unknownCharacters(among: Set(cues.lazy.map(\.shownText).joined()))
    guard !missing.isEmpty else { return [] }
    return cues.indices.compactMap { index in
      var seen: Set<Character> = []
      let characters = cues[index].shownText.filter { missing.contains($0) && seen.insert($0).inserted }
      guard !characters.isEmpty else { return nil }
      return CaptionFinding(cue: index, line: source.document?.lineNumbers[index], kind: .missingGlyphs(characters))
    }
  }
}

extension CaptionCue {
  /// All characters that are drawn, including the characters of ruby text.
  fileprivate var shownText: String {
    plainText + lines.lazy.flatMap(\.runs).compactMap { $0.ruby?.text }.joined()
  }
}
