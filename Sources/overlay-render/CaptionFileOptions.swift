import ArgumentParser
import CUchardet
import Glibc
import OverlayRender

/// Options for reading caption files.
struct CaptionFileOptions: ParsableArguments {
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

  /// Reads a file, or standard input for `-`. Problems in the file are not errors without `--strict`.
  func read(_ name: String, _ messages: Messages) throws(Failure) -> CaptionDocument {
    let document = try document(name, messages)
    try checkInterval(of: [(name, document)])
    return document
  }

  /// Reads one or two files.
  func read(
    _ first: String, _ second: String?, _ messages: Messages
  ) throws(Failure) -> (CaptionDocument, CaptionDocument?) {
    guard let second else { return (try read(first, messages), nil) }
    let documents = (try document(first, messages), try document(second, messages))
    try checkInterval(of: [(first, documents.0), (second, documents.1)])
    return documents
  }

  /// Throws if `--every` is given without a file of plain lines.
  private func checkInterval(of documents: [(name: String, document: CaptionDocument)]) throws(Failure) {
    guard every != nil, !documents.contains(where: { $0.document.format == .lines }), let first = documents.first else {
      return
    }
    throw Failure(
      .usage,
      "--every is for plain lines, but "
        + "\(first.name.shownName) is \(first.document.format), which has times: leave it out")
  }

  private func document(_ name: String, _ messages: Messages) throws(Failure) -> CaptionDocument {
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
      throw failure(error, in: name)
    }
    if strict, let problem = document.problems.first.first {
      throw Failure(.badData, "\(name.shownName):\(problem.line): \(problem)")
    }
    return document
  }

  /// The failure for an error; the message starts with `--encoding` if the option is the cause.
  private func failure(_ error: CaptionError, in name: String) -> Failure {
    switch (error.kind, encoding) {
    case (.unsupportedFormat(.movie), _) where name != "-":
      Failure(error.status, "\(error.message), or show them with subtitles --subtitles-track 1")
    case (.unknownEncoding, _), (.encodingNotInstalled, _):
      Failure(error.status, "--encoding: \(error.kind)")
    case (.unknownFormat, let encoding?):
      Failure(
        .badData,
        "\(name.shownName): it is not SRT, WebVTT, LRC or JSON when read as \(encoding): "
          + "give the encoding of the file with --encoding")
    case (.notUTF8, _), (.notInEncoding, _):
      Failure(error.status, "\(error): give it with --encoding (--encoding help lists the names)")
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

extension CaptionDocument {
  /// Notes about the guessed encoding and about the first problems, a line each.
  func notes(of name: String) -> [String] {
    var notes: [String] = []
    let override = "if that is wrong, give another one with --encoding (--encoding help lists the names)"
    switch encoding {
    case .known: break
    case .detected(let encoding): notes.append("\(name.shownName): read as \(encoding) (detected): \(override)")
    case .assumed(let encoding):
      notes.append("\(name.shownName): unknown encoding, read as \(encoding): \(override)")
    }
    notes += problems.first.prefix(10).map { "\(name.shownName):\($0.line): \($0)" }
    let unlistedCount = problems.count - min(problems.first.count, 10)
    if unlistedCount > 0 {
      notes.append("\(name.shownName): and \(unlistedCount) more: run overlay-render captions check to list them")
    }
    if let warning = warnings.first.first {
      let others =
        warnings.count == 1 ? "" : " (and \(warnings.count - 1) more: run overlay-render captions check to list them)"
      notes.append("\(name.shownName):\(warning.line): \(warning)\(others)")
    }
    if hasStyleSheets { notes.append("\(name.shownName): its style sheets (CSS) are not applied") }
    return notes
  }

  /// The failure for a file without visible cues.
  func nothingToShow(in name: String) -> Failure {
    if let problem = problems.firstLosingCue ?? problems.first.first {
      return Failure(.badData, "\(name.shownName):\(problem.line): \(problem); there is no other cue")
    }
    if let finding = check().first(where: \.isNeverShown), let line = finding.line {
      return Failure(.badData, "\(name.shownName):\(line): \(finding); there is no other cue")
    }
    return Failure(.badData, "\(name.shownName): there is no cue to show: give a file that contains text")
  }
}

extension String {
  /// The name of a file in messages.
  var shownName: String { self == "-" ? "standard input" : self }
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
