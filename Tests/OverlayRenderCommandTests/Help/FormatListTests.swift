import Foundation
import OverlayRender
import Testing

@testable import OverlayMedia

/// The lists of formats, codecs and protocols in texts that people write, which are compared with the tables.
@Suite("Lists of formats in the help and in the guide", .ownThreads)
struct FormatListTests {
  private static let everyFrame =
    OutputFormat.builtIn.filter { !$0.hasTimestamps }.map(\.name)
    + MovieContainer.all.filter { !$0.writesChangedFramesOnly }.map(\.name)
  private static let changedFrames = MovieContainer.all.filter(\.writesChangedFramesOnly).map(\.name)
  private static let schemes = StreamProtocol.all.flatMap(\.urlSchemes)

  /// Returns the names of the containers that satisfy a condition.
  private static func containers(_ isIncluded: (MovieContainer) -> Bool) -> [String] {
    MovieContainer.all.filter(isIncluded).map(\.name)
  }

  /// Returns the schemes of the protocols that satisfy a condition, in code voice.
  private static func schemes(_ isIncluded: (StreamProtocol) -> Bool) -> String {
    StreamProtocol.all.filter(isIncluded).flatMap(\.urlSchemes).map { "`\($0)`" }.listed(with: "and")
  }

  /// Returns a text with a space in the place of each line break and its indentation.
  private static func joined(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func document(_ path: String) throws -> String {
    let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func help() throws -> String {
    joined(String(decoding: try overlayRender("help", "clock").output, as: UTF8.self))
  }

  @Test("The help of the options names the formats and codecs for which they are")
  func options() throws {
    let help = try Self.help()
    let withoutTimestamps = OutputFormat.builtIn.filter { !$0.hasTimestamps }.map(\.name)
    let animations = Self.containers { $0.animation != nil }.listed(with: "or")
    let fragmented = Self.containers(\.isISOMedia).listed(with: "or")
    for text in [
      "Write every frame, as \((Self.everyFrame + ["pipes"]).listed(with: "and")) get by default.",
      "not for \((withoutTimestamps + ["live streams"]).listed(with: "and")).",
      "(default for \(Self.changedFrames.listed(with: "and")))",
      "The number of times that a \(animations) is shown,",
      "Write \(fragmented) in fragments,", "Put the index of \(fragmented) at the beginning,",
      "(\(StreamProtocol.secureSchemes.listed(with: "and"))).",
    ] {
      #expect(help.contains(text))
    }
  }

  @Test("The help of the quality and of the preset names each codec with its values")
  func codecs() throws {
    let help = try Self.help()
    let withQuality = MovieCodec.allCases.filter { $0.qualityRange != nil }
    for range in withQuality.compactMap(\.qualityRange).withoutRepetitions {
      let names = withQuality.filter { $0.qualityRange == range }.map(\.rawValue)
      #expect(help.contains("\(Int(range.lowerBound)) to \(Int(range.upperBound)) for \(names.listed(with: "and"))"))
    }
    let withPreset = MovieCodec.allCases.filter { !$0.presets.isEmpty }
    let (numbers, names) = (
      withPreset.filter { Int($0.presets[0]) != nil }, withPreset.filter { Int($0.presets[0]) == nil }
    )
    #expect(help.contains("a name such as veryfast for \(names.map(\.rawValue).listed(with: "and")),"))
    #expect(help.contains("a number for \(numbers.map(\.rawValue).listed(with: "and"))."))
  }

  @Test("The help of the pixel formats names each format that is a file, with pixel formats that it holds")
  func pixelFormats() throws {
    let help = try Self.help()
    let start = try #require(help.firstRange(of: "--pixel-format <format> "))
    var lists: [String: [String]] = [:]
    var latest: [String] = []
    for entry in help[start.upperBound...].prefix(while: { $0 != "(" }).split(separator: "; ") {
      let (names, list) = try #require(
        entry.firstRange(of: ": ").map { (entry[..<$0.lowerBound], entry[$0.upperBound...]) })
      let words = list.replacing(" and ", with: ", ").replacing(".", with: "").components(separatedBy: ", ")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      latest = words.flatMap { word in
        word == "these" ? latest : word.hasPrefix("all of ") ? lists[String(word.dropFirst(7))] ?? [] : [word]
      }
      for name in names.components(separatedBy: ", ") { lists[name] = latest }
    }
    for format in OutputFormat.available where !format.isLiveStream && !format.writesNothing {
      let listed = try #require(lists[format.name], "\(format.name)")
      #expect(listed.contains(format.defaultPixelFormat?.name ?? ""), "\(format.name)")
      #expect(Set(listed).isSubset(of: format.pixelFormats.map(\.name)), "\(format.name)")
    }
    #expect(lists.count == OutputFormat.available.count { !$0.isLiveStream && !$0.writesNothing })
  }

  @Test("Completion offers each format and each codec", arguments: ["bash", "zsh", "fish"])
  func completion(shell: String) throws {
    let script = String(decoding: try overlayRender("--generate-completion-script", shell).output, as: UTF8.self)
    let words = Set(script.split { !$0.isLetter && !$0.isNumber })
    for name in OutputFormat.available.map(\.name) + MovieCodec.allCases.map(\.rawValue) {
      #expect(words.contains(name[...]), "\(name)")
    }
  }

  @Test("The page about movies has a row with the facts of each container", arguments: MovieContainer.all)
  func movies(container: MovieContainer) throws {
    let rows = try Self.document("Documentation/movies.md").split(separator: "\n")
    let row = try #require(rows.first { $0.hasPrefix("| \(container.name) |") })
    let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    let alpha =
      switch container.alpha {
      case .none: "no"
      case .onOrOff: "on or off"
      case .full: "yes"
      }
    #expect(cells[1] == container.codecs.map(\.rawValue).joined(separator: ", "))
    #expect(cells[2].hasPrefix(container.pixelFormats[0].name))
    #expect(cells[3] == alpha)
    #expect(cells[4] == (container.sound == nil ? "no" : "yes"))
    #expect(cells[5] == (container.writesChangedFramesOnly ? "changed" : "every"))
    #expect(rows.filter { $0.hasPrefix("| ") }.count == MovieContainer.all.count + 1)
  }

  @Test("The pages about movies name the containers that change their frames, survive, and hold timecode")
  func containers() throws {
    let movies = Self.joined(try Self.document("Sources/OverlayMedia/OverlayMedia.docc/WritingMovies.md"))
    #expect(movies.contains("A finished \(Self.changedFrames.listed(with: "or")) contains only the frames"))
    let tracks = Self.containers { $0.timecode == .track }.listed(with: "and")
    let tags = Self.containers { $0.timecode == .metadata }.listed(with: "and")
    let over = Self.joined(try Self.document("Documentation/over-a-movie.md"))
    #expect(over.contains("Timecode is a track in \(tracks), and a tag in \(tags);"))
    let kept = MovieCodec.kept.map(\.rawValue).listed(with: "or")
    #expect(over.contains("The output has the movie's own codec if it is \(kept) and the container has it,"))
    let survivors = Self.containers { $0.staysReadable(isFragmented: false) }.listed(with: "and")
    #expect(Self.joined(try Self.document("Documentation/movies.md")).contains(", as \(survivors) do:"))
  }

  @Test("The pages about streams name all protocols, and who waits for whom")
  func protocols() throws {
    let streams = Self.joined(try Self.document("Documentation/streams.md"))
    #expect(streams.contains("The protocols are \(Self.schemes { _ in true })."))
    let feeds = Self.joined(try Self.document("Documentation/feeds.md"))
    #expect(feeds.contains("On \(Self.schemes { $0.transport == .udp }), this side waits"))
    #expect(feeds.contains("Other URLs of \(Self.schemes { $0.transport != .udp })"))
    let article = try Self.document("Sources/OverlayMedia/OverlayMedia.docc/StreamingToServers.md")
    for scheme in Self.schemes { #expect(article.contains("`\(scheme)://`")) }
    for name in StreamProtocol.all.flatMap(\.fileExtensions) { #expect(article.contains("a path with `.\(name)`")) }
  }
}
