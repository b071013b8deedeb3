import Foundation
import Glibc

/// Texts that another program writes to a pipe, a terminal or a socket, line by line, as long as this source lives.
///
///     let lines = TextLines(descriptor: STDIN_FILENO)
///     let view = LiveView(lines.texts) { entry in Text(entry.value["title"] ?? "") }
///
/// A line replaces the text named ``defaultName``; an empty line makes it empty. A line that begins with `{` is a JSON
/// object of strings, and replaces the texts that it names: `{"title": "Tonight", "subtitle": "at eight"}`. Lines are UTF-8; what
/// is not becomes U+FFFD. A line beyond ``lineLimit`` bytes is cut. After the end of the input the last texts stay.
public final class TextLines: Sendable {
  /// The name of the text that plain lines replace.
  public static let defaultName = "text"
  /// The most bytes of a line that count: 64 KiB.
  public static let lineLimit = 1 << 16

  /// The texts; lines that come together replace them at once.
  public let texts: LiveData<NamedTexts>
  /// The latest thing wrong with the input.
  public let problem = LiveData<TextLinesProblem?>(nil)
  /// Whether the input has come to its end.
  public let isAtEnd = LiveData(false)

  private let end: ReadingEnd

  /// Reads a descriptor on a thread of its own, from now on. It stays the caller's, who closes it after this source
  /// has gone; its flags are not touched.
  ///
  /// - Parameters:
  ///   - descriptor: What is read: standard input is 0.
  ///   - initial: The texts before the first line.
  /// - Throws: `SystemError` when the process has no descriptor left for what ends the thread.
  public init(descriptor: Int32, initial: NamedTexts = [:]) throws(SystemError) {
    texts = LiveData(initial)
    end = try ReadingEnd()
    let reader = Reader(descriptor: descriptor, texts: texts, problem: problem, isAtEnd: isAtEnd, end: end)
    Thread.detachNewThread { reader.run() }
  }

  deinit {
    end.signal()
  }

  /// What the thread needs, and not the source itself, whose release ends it.
  private struct Reader: Sendable {
    let descriptor: Int32
    let texts: LiveData<NamedTexts>
    let problem: LiveData<TextLinesProblem?>
    let isAtEnd: LiveData<Bool>
    let end: ReadingEnd

    /// Reads until the input or the source comes to an end.
    func run() {
      var splitter = LineSplitter(limit: TextLines.lineLimit)
      var input = NamedTextsInput(texts.current.value)
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: TextLines.lineLimit, alignment: 1)
      defer { buffer.deallocate() }
      while end.waitUntilReadable(descriptor) {
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

/// What is wrong with lines of input; the texts from before stay.
public enum TextLinesProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// A line begins as a JSON object and is none of strings. It is left out.
  case notNamedTexts(line: Int, text: String)
  /// A line is longer than ``TextLines/lineLimit`` bytes. What is beyond is left out.
  case cut(line: Int)
  /// An object names more texts than the 256 that may be. It is left out.
  case tooManyNames(line: Int)
  /// The system refuses to read on.
  case unreadable(SystemError)

  /// What is wrong, whatever the line.
  package enum Kind { case notNamedTexts, cut, tooManyNames, unreadable }

  package var kind: Kind {
    switch self {
    case .notNamedTexts: .notNamedTexts
    case .cut: .cut
    case .tooManyNames: .tooManyNames
    case .unreadable: .unreadable
    }
  }

  /// What is wrong, and how to mend it, in one line.
  public var description: String {
    switch self {
    case .notNamedTexts(let line, let text):
      "line \(line) begins with '{' and is no JSON object of texts: \(text.quoted); "
        + #"write {"title": "…"}, or {"text": "{…"} for a text that begins so"#
    case .cut(let line): "line \(line) is cut: a line holds at most \(TextLines.lineLimit >> 10) KiB"
    case .tooManyNames(let line):
      "line \(line) is left out: there are \(NamedTextsInput.nameLimit) texts by other names already"
    case .unreadable(let error): "the input cannot be read any more (\(error)): the last texts stay"
    }
  }
}

/// Texts by the names that a layout has for them.
public typealias NamedTexts = [String: String]

/// What lines of input make of named texts.
struct NamedTextsInput {
  /// The most names there may be beside that of plain lines; a program that invents names must not fill the memory.
  static let nameLimit = 256

  private(set) var texts: NamedTexts
  private var lineCount = 0

  init(_ texts: NamedTexts) {
    self.texts = texts
  }

  /// Takes in a line; returns what is wrong with it.
  mutating func take(_ line: LineSplitter.Line) -> TextLinesProblem? {
    lineCount += 1
    // Windows' programs put a byte order mark before the first line.
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

/// Puts lines together from bytes as they come, in memory that is bounded whatever comes.
struct LineSplitter {
  /// A line without its line end.
  struct Line: Equatable {
    let text: String
    /// Whether it was longer than the limit, and so cut.
    var isCut = false
  }

  /// The most bytes of a line that are kept.
  let limit: Int
  private var bytes: [UInt8] = []
  private var isCut = false

  /// How many bytes of an unfinished line are kept.
  var keptByteCount: Int { bytes.count }

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes in bytes; calls `body` for each line that they complete.
  mutating func append(_ new: UnsafeRawBufferPointer, body: (Line) -> Void) {
    var rest = new[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      body(take())
      rest = rest[(end + 1)...]
    }
    keep(rest)
  }

  /// The last line, when it has no line end; `nil` when nothing came after the last one.
  mutating func finish() -> Line? {
    bytes.isEmpty && !isCut ? nil : take()
  }

  private mutating func keep(_ part: Slice<UnsafeRawBufferPointer>) {
    // One more than the limit: it may be the carriage return of a line end.
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

/// Ends a thread's waiting for input from another thread.
final class ReadingEnd: Sendable {
  private let event: Int32

  /// - Throws: `SystemError` when the process has no descriptor left for it.
  init() throws(SystemError) {
    event = try SystemCalls.makeEvent()
  }

  deinit {
    close(event)
  }

  /// Ends the wait under way, and all later ones.
  func signal() {
    SystemCalls.signalEvent(event)
  }

  /// Waits until reading `descriptor` gives something, be it the end or an error: true; or until ``signal()``: false.
  func waitUntilReadable(_ descriptor: Int32) -> Bool {
    var pair = (
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: event, events: Int16(POLLIN), revents: 0)
    )
    // Anything but a signal that came in between is met again, and named, by reading.
    while withUnsafeMutableBytes(of: &pair, { poll($0.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, -1) }) < 0 {
      if errno != EINTR { return true }
    }
    return pair.1.revents == 0
  }
}
