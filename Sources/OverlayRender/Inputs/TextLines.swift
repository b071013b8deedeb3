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
