import ArgumentParser
import OverlayRender

/// `overlay-render subtitles`
struct SubtitlesCommand: AsyncParsableCommand, TopicalCommand {
  static let configuration = CommandConfiguration(
    commandName: "subtitles",
    abstract: "Render subtitles, lyrics or timed lines of text from a file.",
    discussion: """
      Reads SRT, WebVTT, LRC, JSON and plain lines. The run ends with the last cue, or with the movie of --over.

      Examples:
        overlay-render subtitles talk.srt -o talk.y4m
        overlay-render subtitles song.lrc --style listening -o song.y4m
      """
  )

  static let topics = [CaptionFileTopic.self] + HelpTopics.rendering

  @Argument(
    help: ArgumentHelp(
      "The file, or - for standard input. With --subtitles-track, a movie. (default: the --over file)",
      valueName: "file|-"),
    completion: .file())
  var file: String?

  @Flag(help: "Repeat after the last cue.")
  var loop = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A file in another language, shown smaller below the first one.", valueName: "file"),
    completion: .file())
  var second: String?

  @Option(
    help: .essential(
      "The style. With line, cues are at the positions in the file, or at the bottom. With listening, the current line "
        + "is large in the middle, its words light up as they are spoken, and the lines before and after it are "
        + "dimmed."))
  var style = SubtitleStyle.line

  @Option(
    parsing: .unconditional,
    help: .essential("Move all cues by this time. Forward, or backward as in -1.5s.", valueName: "span"))
  var shift: String?

  @Option(
    parsing: .unconditional,
    help: .essential(
      "The maximum number of lines in a cue. Longer cues shrink to at most half their size, then they are cut.",
      valueName: "n"))
  var maxLines: String?

  @OptionGroup(topic: "") var language: LanguageOptions
  @OptionGroup(topic: "File") var files: CaptionFileOptions
  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let lineLimit = try maxLines.map { try value(of: "--max-lines", $0, wholeNumber(of: "lines", in: 1...100)) }
    let shift = try shift.map { try value(of: "--shift", $0, signedSpan) }
    _ = try language.tag()
    let file = try source()
    if file == "-", second == "-" {
      throw Failure(.usage, "--second: standard input cannot be read twice: give a file name for one of them")
    }
    try style.check(shared.style)
    let inputs = [InputFile(role: files.subtitlesTrack == nil ? "the caption file" : "the movie", path: file)]
    let run = try shared.run(
      reading: inputs + (second.map { [InputFile(role: "the file of --second", path: $0)] } ?? []))
    let (track, second) = try tracks(of: file, shift: shift, notes: run.notes)
    let isEndless = loop || !track.end.isNumeric
    var content = RunContent.subtitles(track, endingAt: isEndless ? nil : track.end, defaultStyle: style.defaultStyle)
    if file != "-" { content.title = file.fileName }
    // The lines of another language need space.
    if second != nil { content.defaultStyle.window.size.height += content.defaultStyle.window.size.height * 2 / 3 }
    // A longer run continues without subtitles.
    content.endsEverywhere = run.plan.duration == nil
    // A window of the default size has no picture below the captions.
    let alignment: Alignment? = shared.pictureInPicture.pip && shared.picture.size == nil ? .center : nil
    let isPlain = shared.style.hasBox && shared.style.outline == nil
    try await run.record(content) { style in
      SubtitlesOverlay(
        track: track.placed(at: style.alignment ?? alignment), second: second?.placed(at: style.alignment),
        kind: self.style,
        loops: loop, lineLimit: lineLimit, hasOutline: !isPlain, style: style)
    }
  }

  /// The caption file, or the movie of `--subtitles-track`.
  private func source() throws(Failure) -> String {
    if let file { return file }
    guard files.subtitlesTrack != nil, let movie = shared.movie.over else {
      let advice = shared.movie.over == nil ? "" : ": give a caption file, or --subtitles-track 1"
      throw Failure(.usage, "Missing expected argument '<file|->'\(advice) (see overlay-render subtitles --help)")
    }
    return movie
  }

  /// Reads the captions, and the captions of `--second`.
  private func tracks(of file: String, shift: MediaTime?, notes: RunNotes) throws -> (CaptionTrack, CaptionTrack?) {
    let inputs = try files.read(file, second: second, shared.verbosity.messages())
    return (
      try track(of: inputs.0, shift: shift, notes: notes).inLanguage(of: language),
      try inputs.1.map { try track(of: $0, shift: shift, notes: notes) }
    )
  }

  private func track(of input: CaptionInput, shift: MediaTime?, notes: RunNotes) throws(Failure) -> CaptionTrack {
    guard input.track.cues.contains(where: \.isEverShown) else { throw input.nothingToShow }
    for note in input.notes { notes.add(note) }
    let track = shift.map { input.track.shifted(by: $0) } ?? input.track
    guard track.cues.contains(where: \.isEverShown) else {
      throw Failure(.usage, "--shift: \(input.name.shownName) ends before the run begins: shift it less")
    }
    return track
  }
}
