import ArgumentParser
import OverlayMedia
import OverlayPictureInPicture
import OverlayRender

/// `overlay-render play`
struct PlayCommand: AsyncParsableCommand, TopicalCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a movie or sound in a floating window, with subtitles.",
    usage: "overlay-render play [<options>] <movie>",
    discussion: """
      The window is above all others. Drag it to move it, and drag its edges to resize it. Controls appear when the \
      pointer is over it. Media keys and playerctl work, too.

        space         play and pause
        Left, Right   skip by 10 s
        , and .       pause, and show the picture before or after
        Up, Down      change the volume, as the wheel does
        M             mute
        V             show or hide the subtitles
        F             change the size
        F11, Return   fill the screen
        Esc           leave the full screen, or close the window

      Examples:
        overlay-render play talk.mp4
        overlay-render play film.mkv --subtitles film.srt --position top-right
        overlay-render play song.mp3 --subtitles song.lrc --style listening
      """
  )

  static let topics: [any ParsableCommand.Type] = [CaptionFileTopic.self, StyleTopic.self, PictureInPictureTopic.self]

  @Argument(
    help: ArgumentHelp("The movie, or a sound file, whose cover is shown.", valueName: "movie"), completion: .file())
  var movie: String

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Show the captions of this file.", valueName: "file"),
    completion: .file())
  var subtitles: String?

  @Option(help: "The style of the captions.")
  var style = SubtitleStyle.line

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The size of the window. (default: the size of the movie, in 640x360)", valueName: "WxH"))
  var size: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Begin at this time of the movie.", valueName: "span"))
  var fromTime: String?

  @Flag(help: "Play again from the beginning at the end.")
  var loop = false

  @Flag(help: "Play without sound.")
  var mute = false

  @Option(
    parsing: .unconditional,
    help: .essential(
      "Play this audio track. 1 is the first one. (default: the movie's default track)", valueName: "n"))
  var audioTrack: String?

  @Flag(help: "Show nothing in the media controls of the desktop, and keep the title off the session bus and mixers.")
  var noMediaControls = false

  @OptionGroup(topic: "Window") var window: WindowOptions
  @OptionGroup(topic: "File") var files: CaptionFileOptions
  @OptionGroup(topic: "Font") var font: FontOptions
  @OptionGroup(topic: "Style") var textStyle: StyleOptions

  @OptionGroup var verbosity: VerbosityOptions

  /// The area into which the window of a movie fits by default.
  private static let defaultArea = PixelSize(640, 360)

  func run() async throws {
    let messages = try verbosity.messages()
    if messages.isVerbose { FFmpegLog.setHandler { messages.detail($0) } }
    try checkFileName(movie, of: "MOVIE")
    try refuseBoth(["--subtitles": subtitles != nil, "--subtitles-track": files.subtitlesTrack != nil])
    let audioTrack = try audioTrack.map { try value(of: "--audio-track", $0, wholeNumber(of: "a track", in: 1...1000)) }
    try refuseBoth(["--mute": mute, "--audio-track": audioTrack != nil])
    try style.check(textStyle)
    var options = try window.windowOptions(title: movie.fileName, name: "movie", restoresSize: size == nil)
    let closingTime = try window.closingTime()
    let start = try fromTime.map { try value(of: "--from-time", $0, MediaTime.init(span:)) }
    let movie = try Movie(path: movie)
    try movie.check(audioTrack: audioTrack)
    if let start, movie.duration.isNumeric, start >= movie.duration {
      throw MediaError.movieEndsBefore(path: movie.path, time: start, end: movie.duration, isDamaged: false)
    }
    if let title = movie.title, !title.isBlank { options.title = title }
    let windowSize = try size.map { try value(of: "--size", $0, PixelSize.init) } ?? movie.size(in: Self.defaultArea)
    let overlay = try captions(in: windowSize, messages)
    let notes = RunNotes()
    notes.addDamagedFonts()
    let player = PlayerRun(
      movie, from: start, audioTrack: audioTrack, isMuted: mute, loops: loop, hasMediaControls: !noMediaControls,
      notes: notes)
    let showsCaptions = LiveData(true)
    var source = PictureInPictureContentSource(
      player.interruptible, showsCaptions: overlay == nil ? nil : showsCaptions
    ) {
      if let overlay {
        LiveView(showsCaptions) { entry in
          if entry.value { MagnifiedView(content: overlay, size: windowSize) }
        }
      }
    }
    source.preferredSize = windowSize
    // The display limits it.
    var configuration = RenderConfiguration(size: windowSize, frameRate: .fps(FrameRate.maximumFramesPerSecond))
    configuration.fonts = try font.configuration()
    source.configuration = configuration
    let run = PictureInPictureRun(
      option: nil, source: source, options: options, isLinear: window.linear, allowsAnother: window.another,
      duration: closingTime, detail: { "\(player.pictureCount) different pictures of the movie" })
    let reports = RunReports(statistics: nil, explanation: nil)
    try await player.show(run, title: options.title, reports, messages)
  }

  /// The captions in the style of the options; `nil` for none.
  private func captions(in size: PixelSize, _ messages: Messages) throws -> SubtitlesOverlay? {
    guard let name = subtitles ?? (files.subtitlesTrack == nil ? nil : movie) else { return nil }
    let input = try files.read(name, messages)
    guard input.track.cues.contains(where: \.isEverShown) else { throw input.nothingToShow }
    for note in input.notes { messages.note(note) }
    let textStyle = try textStyle.style(style.defaultStyle, in: size, font: font)
    return SubtitlesOverlay(
      track: input.track.placed(at: textStyle.alignment), second: nil, kind: style, loops: false, lineLimit: nil,
      hasOutline: !(self.textStyle.hasBox && self.textStyle.outline == nil), style: textStyle)
  }
}

extension Movie {
  /// The size of the pictures, made smaller to fit an area. Sound without a cover has all of it.
  fileprivate func size(in area: PixelSize) -> PixelSize {
    guard let size = shownSize else { return area }
    return size.fitted(in: PixelSize(min(area.width, size.width), min(area.height, size.height)))
  }
}
