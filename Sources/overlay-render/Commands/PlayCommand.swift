import ArgumentParser
import OverlayMedia
import OverlayPictureInPicture
import OverlayRender
import OverlayWindow

/// `overlay-render play`
struct PlayCommand: AsyncParsableCommand, TopicalCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a movie in a floating window, with subtitles.",
    usage: "overlay-render play [<options>] <movie>",
    discussion: """
      The window is above all others. Drag it to move it, and drag its edges to resize it. Controls appear when the \
      pointer is over it.

        space         play and pause
        Left, Right   skip by 10 s
        , and .       pause, and show the picture before or after
        Up, Down      change the volume, as the wheel does
        M             mute
        V             show or hide the subtitles
        F             change the size
        F11, Return   fill the screen
        Esc           leave the full screen, or close the window

      Media keys and playerctl work, too.

      Examples:
        overlay-render play talk.mp4
        overlay-render play film.mkv --subtitles film.srt --position top-right
        overlay-render play song.mp4 --subtitles song.lrc --style listening
      """
  )

  static let topics: [any ParsableCommand.Type] = [CaptionFileTopic.self, StyleTopic.self, PictureInPictureTopic.self]

  @Argument(help: ArgumentHelp("The movie.", valueName: "movie"), completion: .file())
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
    let movie = try Movie(path: movie)
    try movie.check(audioTrack: audioTrack)
    if let title = movie.title, !title.isBlank { options.title = title }
    let windowSize = try size.map { try value(of: "--size", $0, PixelSize.init) } ?? movie.size(in: Self.defaultArea)
    let overlay = try captions(in: windowSize, messages)
    let notes = RunNotes()
    notes.addDamagedFonts()
    let renderer = mute || movie.audioTracks.isEmpty ? nil : audioRenderer(notes)
    let item = MoviePlayerItem(path: movie.path, audioTrack: audioTrack)
    let player = MoviePlayer(item, audioRenderer: renderer)
    if loop { player.actionAtItemEnd = .loop }
    let interruptible = InterruptiblePlayer(player)
    let showsCaptions = LiveData(true)
    var source = PictureInPictureContentSource(interruptible, showsCaptions: overlay == nil ? nil : showsCaptions) {
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
    let (title, loops, hasMediaControls) = (options.title, loop, !noMediaControls)
    let run = PictureInPictureRun(
      option: nil, source: source, options: options, isLinear: window.linear, allowsAnother: window.another,
      duration: closingTime, detail: { "\(item.copiedPictureCount) different pictures of the movie" },
      onFirstStart: { interruptible.setPlaying(true) }
    ) { controller, end in
      let events = item.observe { event in
        switch event {
        // A single picture stays until the window is closed.
        case .didPlayToEnd where player.actionAtItemEnd != .loop && item.duration > movie.nominalFrameRate.interval:
          end()
        case .statusChanged(.failed): end()
        default: break
        }
      }
      // It may have failed before it was observed.
      if item.error != nil { end() }
      var prepared: [any Sendable] = [events]
      if let renderer { prepared.append(follow(renderer, of: interruptible, notes)) }
      guard hasMediaControls else { return prepared }
      var information = NowPlayingInformation(identifier: movie.path, title: title)
      information.isRepeating = loops
      let artwork = movie.artwork.flatMap { ArtworkFile($0) }
      information.artwork = artwork?.path
      let nowPlaying = NowPlayingSession(controller, information) { command, information in
        guard case .setRepeating(let isRepeating) = command else { return }
        player.actionAtItemEnd = isRepeating ? .loop : .pause
        information.isRepeating = isRepeating
      }
      prepared.append(nowPlaying)
      if let artwork { prepared.append(artwork) }
      return prepared
    }
    do {
      try await run.run(RunReports(statistics: nil, explanation: nil), notes: notes, messages: messages)
    } catch {
      // The error of the movie says more than the error of the window.
      throw player.error ?? error
    }
    if let damage = item.damage { messages.note("\(movie.path): \(damage)") }
    if let error = player.error { throw error }
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

  /// The renderer of the sound; `nil` if there can be none.
  private func audioRenderer(_ notes: RunNotes) -> PulseAudioRenderer? {
    do throws(PulseAudioError) {
      return try noMediaControls ? PulseAudioRenderer() : PulseAudioRenderer(title: movie.fileName)
    } catch {
      notes.add("the movie plays without sound: \(error.message)")
      return nil
    }
  }

  /// Pauses the player while its sound is interrupted and when its device is gone, and notes when there is no sound
  /// server.
  private func follow(
    _ renderer: PulseAudioRenderer, of player: InterruptiblePlayer, _ notes: RunNotes
  ) -> Subscription {
    let noteLoss = { @Sendable [weak renderer] in
      guard let error = renderer?.connectionError else { return }
      notes.add("the movie plays without sound for now: \(error.message)")
    }
    let events = renderer.observe { event in
      switch event {
      case .interruptionBegan: player.beginInterruption()
      // Whether the sound has played does not matter: it does not while the player seeks.
      case .interruptionEnded: player.endInterruption()
      case .routeChanged(.oldDeviceUnavailable, _): player.loseDevice()
      case .mediaServicesWereLost: noteLoss()
      // A device that is new, or that the user has chosen, interrupts nothing.
      case .routeChanged, .mediaServicesWereReset: break
      }
    }
    // The server may have been missed before this was observed.
    noteLoss()
    return events
  }
}

extension Movie {
  /// The size of the pictures, made smaller to fit an area.
  fileprivate func size(in area: PixelSize) -> PixelSize {
    naturalSize.fitted(in: PixelSize(min(area.width, naturalSize.width), min(area.height, naturalSize.height)))
  }
}
