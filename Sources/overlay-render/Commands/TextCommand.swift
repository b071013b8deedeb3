import ArgumentParser
import Glibc
import OverlayRender

/// `overlay-render text`
struct TextCommand: AsyncParsableCommand, TopicalCommand {
  static let configuration = CommandConfiguration(
    commandName: "text",
    abstract: "Render a label, a lower third or a ticker, from the command line, a file or standard input.",
    discussion: """
      Examples:
        overlay-render text 'On air' --box '#c00' --at 0s -o on-air.png
        overlay-render text --title 'Ada Lovelace' --duration 6s -o title.mov
        overlay-render text --style ticker --text-file news.txt --live | mpv -
      """
  )

  static let topics = [TitleTopic.self] + HelpTopics.rendering

  @Argument(help: "The text, which may have several lines.")
  var text: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A UTF-8 file with the text, or - for the lines of standard input.", valueName: "file|-"),
    completion: .file())
  var textFile: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The title of a lower third.", valueName: "text"))
  var title: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The line below the title.", valueName: "text"))
  var subtitle: String?

  @Option(help: "The style. (default: label; lower-third with --title or --subtitle)")
  var style: TextOverlayStyle?

  @Flag(help: "Parse the text as Pango markup: <b>bold</b>, <span foreground='red'>red</span>.")
  var markup = false

  @OptionGroup(topic: "") var language: LanguageOptions
  @OptionGroup(topic: "Lower third") var lowerThird: LowerThirdOptions
  @OptionGroup(topic: "Ticker") var ticker: TickerOptions
  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let style = try resolvedStyle()
    try lowerThird.check(style)
    try ticker.check(style, shared)
    let language = try language.tag()
    let texts = try textsFromArguments()
    let run = try shared.run(reading: textFile.map { [InputFile(role: "the text file", path: $0)] } ?? [])
    let feed = try feed(texts, TextComposition(style: style, isMarkup: markup), of: run)
    var content = style.content
    if textFile != nil { content.fitsWindow = false }
    switch style {
    case .label:
      try await run.record(content) { LabelOverlay(feed: feed, style: $0).language(language) }
    case .lowerThird:
      let settings = try lowerThird.settings(ofRunWithDuration: run.plan.duration)
      try await run.record(content) { style in
        LowerThirdOverlay(
          feed: feed, style: style, accent: settings.accent, transitionDuration: settings.transitionDuration,
          end: settings.end
        )
        .language(language)
      }
    case .ticker:
      try await run.record(content) { style in
        TickerOverlay(feed: feed, style: style, speed: try ticker.speed(in: style), gap: try ticker.gap(in: style))
          .language(language)
      }
    }
  }

  private func resolvedStyle() throws(Failure) -> TextOverlayStyle {
    let option = title != nil ? "--title" : subtitle != nil ? "--subtitle" : nil
    guard let option else { return style ?? .label }
    guard (style ?? .lowerThird) == .lowerThird else {
      throw Failure(.usage, "\(option) is for a lower third: use --style lower-third, or give TEXT instead")
    }
    return .lowerThird
  }

  /// The texts that the command line gives, by name.
  private func textsFromArguments() throws(Failure) -> NamedTexts {
    switch (text, textFile, title) {
    case (_?, _?, _): throw Failure(.usage, "TEXT and --text-file cannot be used together: give one of them")
    case (_?, nil, _?):
      throw Failure(.usage, "--title and TEXT cannot be used together: the first line of TEXT is the title")
    case (nil, let file?, _?) where file != "-":
      throw Failure(.usage, "--title and --text-file cannot be used together: the first line of the file is the title")
    case (nil, nil, nil):
      throw Failure(
        .usage, "there is no text: give TEXT, --title TEXT, or --text-file FILE")
    default: break
    }
    var texts: NamedTexts = [:]
    if let text { texts[TextLines.defaultName] = try value(of: "TEXT", text, printableLines) }
    if let title { texts["title"] = try value(of: "--title", title, printableText) }
    if let subtitle { texts["subtitle"] = try value(of: "--subtitle", subtitle, printableText) }
    for (option, given) in [("TEXT", text), ("--title", title)] where given?.isBlank == true {
      throw Failure(.usage, "\(option) is empty: give a text")
    }
    if markup {
      for (option, given) in [("TEXT", text), ("--title", title), ("--subtitle", subtitle)] {
        if let given { _ = try value(of: option, given, Text.init(markup:)) }
      }
    }
    return texts
  }

  private func feed(_ texts: NamedTexts, _ composition: TextComposition, of run: RenderRun) throws -> TextFeed {
    guard let textFile else { return try fixedFeed(texts, composition, of: run) }
    if textFile.isEmpty {
      throw Failure(.usage, "--text-file: the file name is empty: give a file, or - for standard input")
    }
    guard run.plan.request.isLive else {
      if textFile == "-" {
        throw Failure(.usage, "--text-file - requires --live: add --live, or give a file")
      }
      let texts = texts.merging([TextLines.defaultName: try textOfFile(textFile)]) { $1 }
      return try fixedFeed(texts, composition, of: run)
    }
    if try shared.picture.pixelSize() == nil {
      throw Failure(.usage, "--size fit: the future content of \(textFile) is not known: give a size such as 1280x720")
    }
    let feed = try fixedFeed(texts, composition, of: run)
    if textFile == "-" {
      feed.follow(try TextLines(descriptor: STDIN_FILENO, initial: texts))
    } else {
      feed.follow(TextFileSource(path: textFile), keeping: texts)
    }
    return feed
  }

  private func fixedFeed(
    _ texts: NamedTexts, _ composition: TextComposition, of run: RenderRun
  ) throws(Failure) -> TextFeed {
    do {
      return try TextFeed(texts, composition, notes: run.notes)
    } catch {
      throw Failure(textFile == nil ? .usage : .badData, "\(textFile ?? "TEXT"): \(error)")
    }
  }

  /// The current text of a file.
  private func textOfFile(_ path: String) throws(Failure) -> String {
    let text: String
    do {
      text = try TextFileSource.text(ofFile: path)
    } catch {
      throw Failure(error, inTextFile: path)
    }
    if text.isBlank { throw Failure(.badData, "\(path): the file is empty: write the text into it") }
    return text
  }
}

extension Failure {
  /// The failure for a text file that is read once.
  fileprivate init(_ problem: TextFileProblem, inTextFile path: String) {
    switch problem {
    case .missing: self.init(.noInput, "\(path): no such text file: check the name, or use --live to wait for it")
    case .notAFile: self.init(.noInput, "\(path): not a regular file: give a text file")
    case .unreadable(_, let error): self.init(.noInput, "\(path): cannot be read (\(error)): give another file")
    case .tooLarge:
      self.init(.badData, "\(path): larger than \(TextFileSource.sizeLimit >> 20) MiB: shorten the text")
    case .notText: self.init(.badData, "\(path): not UTF-8 text: save it as UTF-8")
    case .notWatched: self.init(.inputOutput, "\(path): \(problem)")
    }
  }
}
