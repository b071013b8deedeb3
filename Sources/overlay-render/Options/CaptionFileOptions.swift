import ArgumentParser
import CUchardet
import Glibc
import OverlayMedia
import OverlayRender

/// Options for reading caption files, or the subtitles of a movie.
struct CaptionFileOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Read this subtitle track of a movie; 1 is the first one.", valueName: "n"))
  var subtitlesTrack: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The duration of each line of a file of plain lines, which has no times. (default: 2s)", valueName: "span"))
  var every: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The character encoding, such as shift_jis or windows-1252; help lists the names. (default: UTF-8, or detected)",
      valueName: "name"))
  var encoding: String?

  @Flag(help: "Fail if any part of the file cannot be read, instead of leaving it out.")
  var strict = false

  /// Reads a file, or standard input for `-`, or a subtitle track of a movie. Problems in the file are not errors
  /// without `--strict`.
  func read(_ name: String, _ messages: Messages) throws -> CaptionInput {
    try read(name, second: nil, messages).0
  }

  /// Reads one or two inputs. `--subtitles-track` is for the first one.
  func read(_ name: String, second: String?, _ messages: Messages) throws -> (CaptionInput, CaptionInput?) {
    let first =
      if let subtitlesTrack {
        try movieInput(name, track: subtitlesTrack, hasFile: second != nil)
      } else {
        CaptionInput(name: name, document: try document(name, messages, movieAdvice: "give --subtitles-track 1"))
      }
    let second = try second.map { name in
      let advice = "write them with captions convert \(name) FILE.srt --subtitles-track 1, and give that file"
      return CaptionInput(name: name, document: try document(name, messages, movieAdvice: advice))
    }
    try checkInterval(of: [first, second].compactMap(\.self))
    return (first, second)
  }

  /// Throws if `--every` is given without a file of plain lines.
  private func checkInterval(of inputs: [CaptionInput]) throws(Failure) {
    let files = inputs.compactMap { input in input.document.map { (input.name, $0.format) } }
    guard every != nil, !files.contains(where: { $1 == .lines }), let (name, format) = files.first else { return }
    throw Failure(
      .usage, "--every is for plain lines, but \(name.shownName) is \(format), which has times: leave it out")
  }

  /// Reads a subtitle track of a movie.
  ///
  /// - Parameters:
  ///   - track: The value of `--subtitles-track`.
  ///   - hasFile: Whether a caption file is read as well, for which the other options are.
  private func movieInput(_ name: String, track: String, hasFile: Bool) throws -> CaptionInput {
    let number = try value(of: "--subtitles-track", track, wholeNumber(of: "a track", in: 1...1000))
    try checkFileName(name, of: "--subtitles-track")
    if !hasFile {
      try refuse(
        ["--encoding": encoding != nil, "--every": every != nil, "--strict": strict],
        "is for caption files: leave it out, or leave out --subtitles-track")
    }
    return try CaptionInput(movie: name, subtitlesTrack: number)
  }

  /// Reads a file.
  ///
  /// - Parameter movieAdvice: How to read the subtitles if the file is a movie.
  private func document(
    _ name: String, _ messages: Messages, movieAdvice: String
  ) throws(Failure) -> CaptionDocument {
    if name.isEmpty { throw Failure(.usage, "the file name is empty: give a caption file, or - for standard input") }
    let interval = try every.map { text throws(Failure) in try value(of: "--every", text, positiveSpan) }
    let options = CaptionReadingOptions(encoding: encoding, lineInterval: interval)
    let document: CaptionDocument
    do throws(CaptionError) {
      document =
        name == "-"
        ? try CaptionDocument(
          readingFrom: STDIN_FILENO, options: options, detectEncoding: EncodingDetector.encoding)
        : try CaptionDocument(contentsOfFile: name, options: options, detectEncoding: EncodingDetector.encoding) {
          messages.note("\(name): waiting for a writer")
        }
    } catch {
      throw failure(error, in: name, movieAdvice: movieAdvice)
    }
    if strict, let problem = document.problems.first.first {
      throw Failure(.badData, "\(name.shownName):\(problem.line): \(problem)")
    }
    return document
  }

  /// The failure for an error; the message starts with `--encoding` if the option is the cause.
  private func failure(_ error: CaptionError, in name: String, movieAdvice: String) -> Failure {
    switch (error.kind, encoding) {
    case (.unsupportedFormat(.movie), _) where name != "-":
      Failure(
        ExitStatus(error.category), "\(name): it is a movie or sound: to read subtitles of a movie, \(movieAdvice)")
    case (.unknownEncoding, _), (.encodingNotInstalled, _):
      Failure(ExitStatus(error.category), "--encoding: \(error.kind)")
    case (.unknownFormat, let encoding?):
      Failure(
        .badData,
        "\(name.shownName): it is not SRT, WebVTT, LRC or JSON when read as \(encoding): "
          + "give the encoding of the file with --encoding")
    case (.notUTF8, _), (.notInEncoding, _):
      Failure(ExitStatus(error.category), "\(error): give it with --encoding (--encoding help lists the names)")
    default: Failure(error)
    }
  }
}

extension CaptionFileOptions {
  /// Whether the arguments contain `--encoding help`. It does not need a file, which the parser would require.
  static func requestsEncodingNames(_ arguments: [String]) -> Bool {
    let commands = [["subtitles"], ["captions", "convert"], ["captions", "check"]]
    let options = arguments.dropFirst().prefix { $0 != "--" }
    guard commands.contains(where: options.starts(with:)) else { return false }
    return options.contains("--encoding=help")
      || zip(options, options.dropFirst()).contains { $0 == "--encoding" && $1 == "help" }
  }
}

extension String {
  /// The name of a file in messages.
  var shownName: String { self == "-" ? "standard input" : self }

  /// The name of an output in messages.
  var shownOutputName: String { self == "-" ? "standard output" : self }
}

/// Detects the character encoding of a text with uchardet.
struct EncodingDetector: ~Copyable {
  private let handle: uchardet_t

  /// Returns `nil` if memory cannot be allocated.
  private init?() {
    guard let handle = uchardet_new() else { return nil }
    self.handle = handle
  }

  deinit {
    uchardet_delete(handle)
  }

  /// Returns the name of the detected encoding; `nil` if there is none.
  static func encoding(of bytes: [UInt8]) -> String? {
    guard let detector = EncodingDetector() else { return nil }
    let isRead = bytes.withUnsafeBytes { bytes in
      uchardet_handle_data(detector.handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count) == 0
    }
    uchardet_data_end(detector.handle)
    guard isRead, let name = uchardet_get_charset(detector.handle) else { return nil }
    let encoding = String(cString: name)
    return encoding.isEmpty ? nil : encoding
  }
}
