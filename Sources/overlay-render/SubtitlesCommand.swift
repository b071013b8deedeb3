import ArgumentParser
import OverlayRender

/// `overlay-render subtitles`
struct SubtitlesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subtitles",
    abstract: "Subtitles, lyrics or lines of text that follow time, from a file.",
    discussion: """
      Takes SRT, WebVTT, LRC and this tool's JSON, whatever the file's name, and plain lines of a .txt file or of standard \
      input, each shown for --every. A cue is there from its start on, and no more at its end. The run ends with \
      the last cue.

      In the style line cues stand where the file says, or at the bottom. In the style listening the line that is \
      spoken stands large in the middle, the lines before and after it dimmed, and its words light up as they are spoken.

      Examples:
        overlay-render subtitles talk.srt -o talk.y4m
        printf 'one\\ntwo\\nthree\\n' | overlay-render subtitles - --every 2s \\
          -o 'frames/%05d.png'
        overlay-render subtitles song.lrc --style listening --second song-en.lrc \\
          -o song.y4m
        overlay-render subtitles talk.vtt --shift 1.5s --box '#000b' --at 2s \\
          -o still.png
      """
  )

  @Argument(help: ArgumentHelp("The file, or - for standard input.", valueName: "file|-"), completion: .file())
  var file: String

  @Flag(help: "Begin again after the last cue.")
  var loop = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A file in another language, shown smaller beneath.", valueName: "file"),
    completion: .file())
  var second: String?

  @Option(help: "How they look.")
  var style = SubtitleStyle.line

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show everything so much later, or earlier as in -1.5s.", valueName: "span"))
  var shift: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "At most so many lines for a cue: it shrinks to half its size, and what is still too long is cut.",
      valueName: "n"))
  var maxLines: String?

  @OptionGroup(title: "File") var files: CaptionFileOptions
  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let lineLimit = try maxLines.map { try value(of: "--max-lines", $0, wholeNumber(of: "lines", in: 1...100)) }
    let shift = try shift.map { try value(of: "--shift", $0, signedSpan) }
    if file == "-", second == "-" {
      throw Failure(.usage, "--second: standard input is read for one file only: give the other by its name")
    }
    if style == .listening, shared.style.align != nil {
      throw Failure(.usage, "--align: in the style listening lines stand in the middle: leave it out")
    }
    let inputs = [InputFile(role: "the caption file", path: file)]
    let run = try shared.run(
      reading: inputs + (second.map { [InputFile(role: "the file of --second", path: $0)] } ?? []))
    let documents = try files.read(file, second, shared.output.messages())
    let track = try track(documents.0, of: file, shift: shift, notes: run.notes)
    let second = try documents.1.map { try self.track($0, of: self.second ?? "", shift: shift, notes: run.notes) }
    let isEndless = loop || !track.end.isNumeric
    var content = Content.subtitles(track, endingAt: isEndless ? nil : track.end, look: style.look)
    // A longer run goes on with nothing to be seen.
    content.endsEverywhere = run.duration == nil
    let isPlain = shared.style.hasBox && shared.style.outline == nil
    try await run.record(content) { style in
      SubtitlesOverlay(
        track: track.standing(at: style.alignment), second: second?.standing(at: style.alignment), kind: self.style,
        loops: loop, lineLimit: lineLimit, hasEdge: !isPlain, style: style)
    }
  }

  private func track(
    _ document: CaptionDocument, of name: String, shift: MediaTime?, notes: RunNotes
  ) throws(Failure) -> CaptionTrack {
    guard document.track.cues.contains(where: \.isEverShown) else { throw document.nothingToShow(in: name) }
    for note in document.notes(of: name) { notes.add(note) }
    let track = shift.map { document.track.shifted(by: $0) } ?? document.track
    guard track.cues.contains(where: \.isEverShown) else {
      throw Failure(.usage, "--shift: \(name.shownName) is over before the run begins: shift it less")
    }
    return track
  }
}

/// The values of `--style`.
enum SubtitleStyle: String, CaseIterable, ExpressibleByArgument {
  case line, listening

  var look: UsualLook {
    switch self {
    case .line: .captions
    case .listening: .listening
    }
  }
}

extension CaptionTrack {
  /// The track with every cue that does not say where it stands at a place of the picture.
  fileprivate func standing(at alignment: Alignment?) -> CaptionTrack {
    guard let alignment else { return self }
    let placement = CaptionPlacement(alignment)
    let cues = cues.map { cue in
      var cue = cue
      if cue.placement == CaptionPlacement() { cue.placement = placement }
      return cue
    }
    return CaptionTrack(cues, regions: regions, tags: tags)
  }
}

extension CaptionPlacement {
  fileprivate init(_ alignment: Alignment) {
    self.init()
    switch alignment.vertical {
    case .top: line = .number(0)
    case .center: (line, lineAlignment) = (.percentage(50), .center)
    default: break
    }
    switch alignment.horizontal {
    case .leading: textAlignment = .left
    case .trailing: textAlignment = .right
    default: break
    }
  }
}

/// Subtitles in the picture, in the style that the options ask for.
struct SubtitlesOverlay: View {
  let track: CaptionTrack
  let second: CaptionTrack?
  let kind: SubtitleStyle
  let loops: Bool
  let lineLimit: Int?
  /// Whether there is a line around the glyphs, and a shadow.
  let hasEdge: Bool
  let style: OverlayStyle

  var body: some View {
    captions
      .font(style.font)
      .foregroundColor(style.color)
      .lineLimit(lineLimit)
      .minimumScaleFactor(lineLimit == nil ? 1 : 0.5)
  }

  @ViewBuilder private var captions: some View {
    switch kind {
    case .line:
      Captions(track, second: second, loops: loops, look: look, margin: margin)
    case .listening:
      ListeningText(track, second: second, loops: loops, look: look, margin: margin)
    }
  }

  private var look: CaptionLook {
    CaptionLook(
      outline: hasEdge ? style.outline : nil, shadow: hasEdge ? style.shadow : nil, box: style.box)
  }

  /// What is kept free at the edges; a picture as large as the text leaves room for what reaches beyond it.
  private var margin: Double? {
    guard style.picture == nil else { return style.padding }
    let edge = hasEdge ? style.outline.width.rounded(.up) : 0
    let room = hasEdge ? style.roomForShadow : EdgeInsets()
    // Italic and accented glyphs reach beyond their line a little.
    let overhang = (style.font.size / 16).rounded(.up)
    return (style.padding ?? 0) + overhang + edge + max(room.top, room.leading, room.bottom, room.trailing)
  }
}
