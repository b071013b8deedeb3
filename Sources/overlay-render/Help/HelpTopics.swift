import ArgumentParser

/// The topics of the help: options that several commands have, each with a page, such as `overlay-render help movies`.
/// The parser makes the pages of the declarations of the options, as if a topic were a command.
enum HelpTopics {
  /// The topics of a command that renders.
  static let rendering: [any ParsableCommand.Type] = [
    PictureTopic.self, StyleTopic.self, TimeTopic.self, OutputTopic.self, MovieTopic.self, StreamTopic.self,
    PictureInPictureTopic.self, ReportTopic.self,
  ]
  static let all = rendering + [TitleTopic.self, CaptionFileTopic.self]

  static var names: [String] { all.compactMap { $0.configuration.commandName } }
}

extension CommandConfiguration {
  /// Creates the configuration of a topic, whose page has no line of usage.
  fileprivate init(topic name: String, _ abstract: String, discussion: String) {
    self.init(commandName: name, abstract: abstract, usage: "", discussion: discussion, helpNames: [])
  }
}

struct PictureTopic: ParsableCommand {
  static let configuration = CommandConfiguration(
    topic: "picture", "The size, the rate and the background of the pictures.",
    discussion: """
      Examples:
        overlay-render clock --size 640x360 --fps 12.5 --duration 2s -o clock.mp4
        overlay-render text 'On air' --size fit --background red --at 0s -o on.png
      """)

  @OptionGroup var picture: PictureOptions
}

struct StyleTopic: ParsableCommand {
  static let configuration = CommandConfiguration(
    topic: "style", "Fonts, colors, and the position of the text.",
    discussion: """
      Examples:
        overlay-render clock --font serif --color gold --outline none \\
          --shadow 3,3,4:black --at 0s -o gold.png
        overlay-render text 'On air' --align top-right --font-size 40 \\
          --box '#c00' --at 0s -o corner.png
      """)

  @OptionGroup(title: "Font") var font: FontOptions
  @OptionGroup(title: "Style") var style: StyleOptions
}

struct TimeTopic: ParsableCommand {
  static let configuration = CommandConfiguration(
    topic: "time", "Beginning and end, parts, stills, live, time zones.",
    discussion: """
      Time zones and locales are for clocks and countdowns.

      Examples:
        overlay-render clock --start 2026-12-31T23:59:50Z --time-zone UTC \\
          --duration 20s -o eve.y4m
        overlay-render countdown --for 10s --format s --zero-text 'Go!' \\
          --duration 12s -o 'frames/%05d.png'
        overlay-render clock --at 0s --size fit --locale de --time-zone Asia/Tokyo \\
          --format 'EEE d MMM HH:mm' -o tokyo.png
      """)

  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Time zone") var zone: ZoneOptions
}

struct OutputTopic: ParsableCommand {
  static let configuration = CommandConfiguration(
    topic: "output", "Files, pipes, devices, formats and pixel formats.",
    discussion: """
      Example: an overlay with alpha on a video
        overlay-render clock --as raw --size 640x160 --font-size 96 --fps 25 |
          ffmpeg -i in.mp4 -f rawvideo -pixel_format bgra -video_size 640x160 \\
            -framerate 25 -i - -filter_complex overlay=20:20:shortest=1 out.mp4
      """)

  @OptionGroup var output: OutputOptions
}

struct MovieTopic: ParsableCommand {
  static let configuration = CommandConfiguration(
    topic: "movies", "Codecs, quality and sound, and drawing over a movie.",
    discussion: """
      Examples:
        overlay-render clock --duration 10s --background black --tick -o ticks.mp4
        overlay-render clock --over talk.mp4 --align top-right -o with-clock.mp4
      """)

  @OptionGroup var movie: MovieOutputOptions
}

struct StreamTopic: ParsableCommand {
  static let configuration = CommandConfiguration(
    topic: "streams", "Streams to servers, and live feeds.",
    discussion: """
      Streams have the options of movies, too, such as --bitrate and --keyint.

      Example:
        overlay-render clock --live --background black --reconnect \\
          -o rtmp://localhost/live/KEY
      """)

  @OptionGroup var streaming: StreamingOptions
}

struct PictureInPictureTopic: ParsableCommand {
  static let configuration = CommandConfiguration(
    topic: "pip", "Picture in picture: a window above all others.",
    discussion: """
      Example:
        overlay-render clock --pip --position top-right --opacity 0.8
      """)

  @OptionGroup var pictureInPicture: PictureInPictureOptions
}

struct ReportTopic: ParsableCommand {
  static let configuration = CommandConfiguration(
    topic: "reports", "Statistics, explanations and messages.",
    discussion: """
      Examples:
        overlay-render clock --duration 3s -o clock.y4m --stats - --overwrite
        overlay-render clock --duration 3s --as null --explain -
      """)

  @OptionGroup(title: "Reports") var reports: ReportOptions
  @OptionGroup(title: "Messages") var verbosity: VerbosityOptions
}

struct TitleTopic: ParsableCommand {
  static let configuration = CommandConfiguration(
    topic: "titles", "Labels, lower thirds and tickers.",
    discussion: """
      A label shows all lines of the text. A lower third, at the bottom left, shows the first line as its title and \
      the other lines below it. It slides in with each new title, and out before the end of the run if the end is \
      known. A ticker, along the bottom, repeats the lines one after the other; right-to-left text runs to the right.

      With --live, the text follows changes of the file. With --text-file -, each line of standard input replaces the \
      text. A line that is a JSON object replaces the texts that it names: "text", or "title" and "subtitle" of a \
      lower third.

      Examples:
        overlay-render text --style ticker --text-file news.txt --duration 30s \\
          -o news.y4m
        overlay-render text --text-file title.txt --style lower-third --live |
          mpv -
        echo '{"title":"Tonight","subtitle":"at eight"}' |
          overlay-render text --text-file - --style lower-third --live | mpv -
      """)

  @OptionGroup(title: "Lower third") var lowerThird: LowerThirdOptions
  @OptionGroup(title: "Ticker") var ticker: TickerOptions
  @OptionGroup(title: "Language") var language: LanguageOptions
}

struct CaptionFileTopic: ParsableCommand {
  static let configuration = CommandConfiguration(
    topic: "caption-files", "Encodings, plain lines, subtitle tracks of movies.",
    discussion: """
      Subtitles and captions are read from SRT, WebVTT, LRC and the JSON of captions convert, whatever the name of \
      the file, and from plain lines of a .txt file or of standard input, each of which is shown for --every.

      Examples:
        printf 'one\\ntwo\\nthree\\n' | overlay-render subtitles - --every 2s \\
          -o 'frames/%05d.png'
        overlay-render subtitles song.lrc --style listening --second song-en.lrc \\
          -o two-languages.y4m
        overlay-render subtitles talk.vtt --shift 1.5s --box '#000b' --at 2s \\
          -o still.png
        overlay-render subtitles film.mkv --subtitles-track 2 -o film-captions.mov
      """)

  @OptionGroup(title: "File") var files: CaptionFileOptions
  @OptionGroup(title: "Language") var language: LanguageOptions
}
