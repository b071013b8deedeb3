import ArgumentParser
import CUchardet
import Glibc
import OverlayRender

/// How caption files are read.
struct CaptionFileOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "For how long each of plain lines is shown, which have no times of their own. (default: 2s)", valueName: "span"))
  var every: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The file's character encoding: shift_jis, windows-1252; help lists the names. (default: UTF-8, or a guess)",
      valueName: "name"))
  var encoding: String?

  @Flag(help: "Fail where anything in the file cannot be read, instead of leaving it out.")
  var strict = false

  /// Reads a file, or standard input, which must not fail but may have problems.
  func read(_ name: String, _ messages: Messages) throws(Failure) -> CaptionDocument {
    let document = try document(name, messages)
    try checkInterval(of: [(name, document)])
    return document
  }

  /// Reads two files, of which the second need not be.
  func read(
    _ first: String, _ second: String?, _ messages: Messages
  ) throws(Failure) -> (CaptionDocument, CaptionDocument?) {
    guard let second else { return (try read(first, messages), nil) }
    let documents = (try document(first, messages), try document(second, messages))
    try checkInterval(of: [(first, documents.0), (second, documents.1)])
    return documents
  }

  /// Refuses `--every` where there is nothing that it is for.
  private func checkInterval(of documents: [(name: String, document: CaptionDocument)]) throws(Failure) {
    guard every != nil, !documents.contains(where: { $0.document.format == .lines }), let first = documents.first else {
      return
    }
    throw Failure(
      .usage,
      "--every is for plain lines: \(first.name.shownName) is \(first.document.format), which has times: leave it out")
  }

  private func document(_ name: String, _ messages: Messages) throws(Failure) -> CaptionDocument {
    if name.isEmpty { throw Failure(.usage, "the file's name is empty: give a caption file, or - for standard input") }
    let interval = try every.map { text throws(Failure) in try value(of: "--every", text, positiveSpan) }
    let options = CaptionReadingOptions(encoding: encoding, lineInterval: interval)
    let document: CaptionDocument
    do throws(CaptionError) {
      document =
        name == "-"
        ? try CaptionDocument(
          readingFrom: STDIN_FILENO, options: options, detectEncoding: EncodingDetector.encoding)
        : try CaptionDocument(contentsOfFile: name, options: options, detectEncoding: EncodingDetector.encoding) {
          messages.note("\(name): waiting for a program that writes to this FIFO")
        }
    } catch {
      throw failure(error, in: name)
    }
    if strict, let problem = document.problems.first.first {
      throw Failure(.badData, "\(name.shownName):\(problem.line): \(problem)")
    }
    return document
  }

  /// The error as one of the option that it comes from, if it does.
  private func failure(_ error: CaptionError, in name: String) -> Failure {
    switch (error.kind, encoding) {
    case (.unknownEncoding, _), (.encodingNotInstalled, _):
      Failure(error.status, "--encoding: \(error.kind)")
    case (.unknownFormat, let encoding?):
      Failure(
        .badData,
        "\(name.shownName): it is not SRT, WebVTT, LRC or JSON when it is read as \(encoding): "
          + "give the file's own --encoding")
    case (.notUTF8, _), (.notInEncoding, _):
      Failure(error.status, "\(error): name it with --encoding (--encoding help lists the names)")
    default: Failure(error)
    }
  }
}

extension CaptionFileOptions {
  /// Whether the command line asks for the names of encodings: `--encoding help` counts without a file as well, which the
  /// parser would miss first.
  static func asksForEncodingNames(_ arguments: [String]) -> Bool {
    let commands = [["subtitles"], ["captions", "convert"], ["captions", "check"]]
    let options = arguments.dropFirst().prefix { $0 != "--" }
    guard commands.contains(where: options.starts(with:)) else { return false }
    return options.contains("--encoding=help")
      || zip(options, options.dropFirst()).contains { $0 == "--encoding" && $1 == "help" }
  }
}

extension CaptionDocument {
  /// What was guessed and what was left out, a line for each of the first problems.
  func notes(of name: String) -> [String] {
    var notes: [String] = []
    let override = "name another with --encoding if that is wrong (--encoding help lists the names)"
    switch encoding {
    case .known: break
    case .detected(let encoding): notes.append("\(name.shownName): read as \(encoding), a guess: \(override)")
    case .assumed(let encoding):
      notes.append("\(name.shownName): its encoding is unknown, read as \(encoding): \(override)")
    }
    notes += problems.first.prefix(10).map { "\(name.shownName):\($0.line): \($0)" }
    let rest = problems.count - min(problems.first.count, 10)
    if rest > 0 { notes.append("\(name.shownName): and \(rest) more: overlay-render captions check tells them") }
    if let warning = warnings.first.first {
      let others =
        warnings.count == 1 ? "" : " (and \(warnings.count - 1) more: overlay-render captions check names them)"
      notes.append("\(name.shownName):\(warning.line): \(warning)\(others)")
    }
    if hasStyleSheets { notes.append("\(name.shownName): its style sheets (CSS) are not applied") }
    return notes
  }

  /// Why nothing of a file can be shown.
  func nothingToShow(in name: String) -> Failure {
    if let problem = problems.firstLosingCue ?? problems.first.first {
      return Failure(.badData, "\(name.shownName):\(problem.line): \(problem); there is no other cue")
    }
    if let finding = check().first(where: \.isNeverShown), let line = finding.line {
      return Failure(.badData, "\(name.shownName):\(line): \(finding); there is no other cue")
    }
    return Failure(.badData, "\(name.shownName): has no cue to show: give a file with text in it")
  }
}

extension String {
  /// What messages call a file.
  var shownName: String { self == "-" ? "standard input" : self }
}

/// Reads a length of time above zero.
func positiveSpan(_ text: String) throws -> MediaTime {
  let span = try MediaTime(span: text)
  guard span > .zero else { throw CaptionOptionError.noLength }
  return span
}

/// Reads a length of time that may be below zero.
func signedSpan(_ text: String) throws -> MediaTime {
  guard text.hasPrefix("-") || text.hasPrefix("+") else { return try MediaTime(span: text) }
  let span = try MediaTime(span: String(text.dropFirst()))
  return text.hasPrefix("-") ? -span : span
}

/// Why an option of captions cannot be taken.
enum CaptionOptionError: Error, CustomStringConvertible {
  case noLength
  case notANumber(String, of: String, limits: ClosedRange<Int>)
  case notTwoRates(String)

  var description: String {
    switch self {
    case .noLength: "a span of no length shows nothing: give one such as 2s"
    case .notANumber(let text, let things, let limits):
      "\(text.quoted) is not a number of \(things) from \(limits.lowerBound) to \(limits.upperBound)"
    case .notTwoRates(let text): "\(text.quoted) is not two frame rates: give them as in 25:23.976"
    }
  }
}

/// Reads a whole number within limits.
func wholeNumber(of things: String, in limits: ClosedRange<Int>) -> (String) throws(CaptionOptionError) -> Int {
  { text throws(CaptionOptionError) in
    guard let number = Int(text), limits.contains(number) else {
      throw .notANumber(text, of: things, limits: limits)
    }
    return number
  }
}

/// Guesses the character encoding of a text with uchardet.
struct EncodingDetector: ~Copyable {
  private let handle: uchardet_t

  /// Returns nil if memory cannot be allocated.
  private init?() {
    guard let handle = uchardet_new() else { return nil }
    self.handle = handle
  }

  deinit {
    uchardet_delete(handle)
  }

  /// Returns the name of the encoding that the bytes look like; `nil` for no answer.
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
