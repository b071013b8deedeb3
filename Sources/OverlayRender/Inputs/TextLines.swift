import FoundationEssentials
import Glibc

/// Texts that another program writes to a pipe, a terminal or a socket, line by line. The input is read until the
/// source is released.
///
///     let lines = TextLines(descriptor: STDIN_FILENO)
///     let view = LiveView(lines.texts) { entry in Text(entry.value["title"] ?? "") }
///
/// A line replaces the text named "text"; an empty line makes it empty. A line that starts with `{` is a JSON object of
/// strings, and replaces the texts that it names: `{"title": "Tonight", "subtitle": "at eight"}`. Lines are UTF-8, and
/// invalid bytes become U+FFFD. A line longer than ``lineLimit`` bytes is cut. After the end of the input the last
/// texts stay.
public final class TextLines: Sendable {
  /// The name of the text that plain lines replace.
  package static let defaultName = "text"
  /// The maximum size of a line: 64 KiB.
  public static let lineLimit = 1 << 16

  /// The texts. Lines that arrive together replace them in one update.
  public let texts: LiveData<NamedTexts>
  /// The latest problem with the input.
  public let problem = LiveData<TextLinesProblem?>(nil)
  /// Whether the input has ended.
  public let isAtEnd = LiveData(false)

  private let stop: ReadingStop

  /// Reads a descriptor on a thread of its own. The caller owns the descriptor, and closes it after the source is
  /// released. The flags of the descriptor are not changed.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor, such as 0 for standard input.
  ///   - initial: The texts before the first line.
  /// - Throws: `SystemError` if there is no thread left, or no descriptor for stopping it.
  public init(descriptor: Int32, initial: NamedTexts = [:]) throws(SystemError) {
    texts = LiveData(initial)
    stop = try ReadingStop()
    let reader = Reader(descriptor: descriptor, texts: texts, problem: problem, isAtEnd: isAtEnd, stop: stop)
    try DetachedThread.start("text-lines") { reader.run() }
  }

  deinit {
    stop.signal()
  }

  /// The state of the thread. It does not contain the source, whose release stops the thread.
  private struct Reader: Sendable {
    let descriptor: Int32
    let texts: LiveData<NamedTexts>
    let problem: LiveData<TextLinesProblem?>
    let isAtEnd: LiveData<Bool>
    let stop: ReadingStop

    /// Reads until the input ends or the source is released.
    func run() {
      var splitter = LineSplitter(limit: TextLines.lineLimit)
      var input = NamedTextsInput(texts.current.value)
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: TextLines.lineLimit, alignment: 1)
      defer { buffer.deallocate() }
      while stop.waitUntilReadable(descriptor) {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        if count > 0 {
          splitter.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { take($0, into: &input) }
        } else {
          if count < 0 { problem.update(.unreadable(.last)) }
          if let line = splitter.finish() { take(line, into: &input) }
        }
        if input.texts != texts.current.value { texts.update(input.texts) }
        if count <= 0 { return isAtEnd.update(true) }
      }
    }

    private func take(_ line: LineSplitter.Line, into input: inout NamedTextsInput) {
      if let found = input.take(line) { problem.update(found) }
    }
  }
}

/// A problem with a line of input. The previous texts stay.
public enum TextLinesProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// A line starts with `{` but is not a JSON object of strings. It is left out.
  case notNamedTexts(line: Int, text: String)
  /// A line is longer than ``TextLines/lineLimit`` bytes. The rest is left out.
  case cut(line: Int)
  /// An object exceeds the maximum of 256 names. It is left out.
  case tooManyNames(line: Int)
  /// The input cannot be read.
  case unreadable(SystemError)

  /// The kind of a problem, without the line.
  package enum Kind { case notNamedTexts, cut, tooManyNames, unreadable }

  package var kind: Kind {
    switch self {
    case .notNamedTexts: .notNamedTexts
    case .cut: .cut
    case .tooManyNames: .tooManyNames
    case .unreadable: .unreadable
    }
  }

  /// The problem and a remedy, in one line.
  public var description: String {
    switch self {
    case .notNamedTexts(let line, let text):
      "line \(line) starts with '{' but is not a JSON object of texts: \(text.quoted); "
        + #"write {"title": "…"}, or {"text": "{…"} for a text that starts with '{'"#
    case .cut(let line): "line \(line) is cut: the limit of a line is \(TextLines.lineLimit >> 10) KiB"
    case .tooManyNames(let line):
      "line \(line) is left out: there are already \(NamedTextsInput.nameLimit) texts with other names"
    case .unreadable(let error): "the input cannot be read (\(error)): the previous texts stay"
    }
  }
}

/// Texts by name.
public typealias NamedTexts = [String: String]

/// The named texts that result from lines of input.
struct NamedTextsInput {
  /// The maximum number of names besides the name of plain lines, which limits the memory.
  static let nameLimit = 256

  private(set) var texts: NamedTexts
  private var lineCount = 0

  init(_ texts: NamedTexts) {
    self.texts = texts
  }

  /// Processes a line; returns its problem, if any.
  mutating func take(_ line: LineSplitter.Line) -> TextLinesProblem? {
    lineCount += 1
    // Programs on Windows write a byte order mark before the first line.
    let text = lineCount == 1 && line.text.hasPrefix("\u{FEFF}") ? String(line.text.dropFirst()) : line.text
    guard text.hasPrefix("{") else {
      texts[TextLines.defaultName] = text
      return line.isCut ? .cut(line: lineCount) : nil
    }
    guard !line.isCut, let named = try? JSONDecoder().decode(NamedTexts.self, from: Data(text.utf8)) else {
      return .notNamedTexts(line: lineCount, text: text)
    }
    let merged = texts.merging(named) { $1 }
    guard merged.count(where: { $0.key != TextLines.defaultName }) <= Self.nameLimit else {
      return .tooManyNames(line: lineCount)
    }
    texts = merged
    return nil
  }
}

/// Splits a stream of bytes into lines, in limited memory.
struct LineSplitter {
  /// A line without its line break.
  struct Line: Equatable {
    let text: String
    /// Whether the line was longer than the limit and was cut.
    var isCut = false
  }

  /// The maximum size of a line in bytes.
  let limit: Int
  private var bytes: [UInt8] = []
  private var isCut = false

  /// The number of bytes of the current unfinished line.
  var unfinishedByteCount: Int { bytes.count }

  init(limit: Int) {
    self.limit = limit
  }

  /// Appends bytes; calls `body` for each complete line.
  mutating func append(_ new: UnsafeRawBufferPointer, body: (Line) -> Void) {
    var remaining = new[...]
    while let end = remaining.firstIndex(of: UInt8(ascii: "\n")) {
      keep(remaining[..<end])
      body(take())
      remaining = remaining[(end + 1)...]
    }
    keep(remaining)
  }

  /// Returns the last line if it has no line break; `nil` if there is none.
  mutating func finish() -> Line? {
    bytes.isEmpty && !isCut ? nil : take()
  }

  private mutating func keep(_ part: Slice<UnsafeRawBufferPointer>) {
    // One more byte than the limit is kept, because it may be the carriage return of a line break.
    let room = limit + 1 - bytes.count
    bytes += part.prefix(room)
    if part.count > room { isCut = true }
  }

  private mutating func take() -> Line {
    defer {
      bytes.removeAll(keepingCapacity: true)
      isCut = false
    }
    if !isCut, bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard bytes.count > limit else { return Line(text: String(decoding: bytes, as: UTF8.self)) }
    return Line(text: String(decoding: bytes[...].utf8Prefix(limit), as: UTF8.self), isCut: true)
  }
}

/// Stops a thread that waits for input.
final class ReadingStop: Sendable {
  private let event: Int32

  /// - Throws: `SystemError` if there is no descriptor left.
  init() throws(SystemError) {
    event = try SystemCalls.makeEvent()
  }

  deinit {
    close(event)
  }

  /// Stops the current wait and all later ones.
  func signal() {
    SystemCalls.signalEvent(event)
  }

  /// Waits until `descriptor` is readable, has ended or has an error, and returns true; or until ``signal()``, and
  /// returns false.
  func waitUntilReadable(_ descriptor: Int32) -> Bool {
    var pair = (
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: event, events: Int16(POLLIN), revents: 0)
    )
    // Reading reports all errors except for an interruption by a signal.
    while withUnsafeMutableBytes(of: &pair, { poll($0.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, -1) }) < 0 {
      if errno != EINTR { return true }
    }
    return pair.1.revents == 0
  }
}
