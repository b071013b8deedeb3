import Dispatch
import Glibc

/// The lines that another program writes to a pipe, a terminal or a socket, one after another: a list of commands.
///
///     for try await line in AsyncTextLines(descriptor: STDIN_FILENO) {
///       switch line {
///       case "goal": score.update(score.current.value + 1)
///       case "quit": return
///       default: print("unknown command: \(line)")
///       }
///     }
///
/// No line is lost, and input is read only as fast as lines are requested. For a text of which only the latest version
/// matters, use ``TextLines``.
///
/// Lines are UTF-8 without their line ends, and invalid bytes become U+FFFD. A line longer than ``TextLines/lineLimit``
/// bytes is cut. The sequence ends with the input, or when its task is canceled.
public struct AsyncTextLines: AsyncSequence, Sendable {
  /// A line without its line end.
  public typealias Element = String

  private let descriptor: Int32

  /// Creates a sequence of the lines of a descriptor, such as 0 for standard input. The caller owns the descriptor, and
  /// keeps it open as long as an iterator is used. Its flags are not changed.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Creates an iterator. What it has read but not returned is lost for another iterator.
  public func makeAsyncIterator() -> Iterator {
    Iterator(descriptor: descriptor)
  }

  /// An iterator that reads when no complete line is left.
  public final class Iterator: AsyncIteratorProtocol {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "OverlayRender.AsyncTextLines")
    private var splitter = LineSplitter(limit: TextLines.lineLimit)
    /// The lines that are read but not returned, in reverse order.
    private var lines: [String] = []
    private var isAtStart = true
    private var isAtEnd = false

    init(descriptor: Int32) {
      self.descriptor = descriptor
    }

    /// Returns the next line, as soon as it is complete; `nil` after the last one, or if the task is canceled
    /// while it waits. Lines that were read before are returned first.
    ///
    /// - Throws: `SystemError` if the input cannot be read.
    public func next(isolation actor: isolated (any Actor)?) async throws(SystemError) -> String? {
      while lines.isEmpty, !isAtEnd {
        let stop = try ReadingStop()
        let bytes = await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in
            queue.async { [descriptor] in continuation.resume(returning: Self.read(descriptor, until: stop)) }
          }
        } onCancel: {
          stop.signal()
        }
        try take(bytes)
      }
      return lines.popLast()
    }

    private func take(_ bytes: Result<[UInt8], SystemError>?) throws(SystemError) {
      // Canceling ends the sequence without an error.
      guard let bytes = try bytes?.get(), !bytes.isEmpty else {
        isAtEnd = true
        if bytes != nil, let last = splitter.finish() { add(last) }
        return
      }
      bytes.withUnsafeBytes { splitter.append($0) { add($0) } }
      lines.reverse()
    }

    private func add(_ line: LineSplitter.Line) {
      // Programs on Windows write a byte order mark before the first line.
      lines.append(isAtStart && line.text.hasPrefix("\u{FEFF}") ? String(line.text.dropFirst()) : line.text)
      isAtStart = false
    }

    /// Waits for input and reads it. Returns an empty array at its end, and `nil` if it was stopped.
    private static func read(_ descriptor: Int32, until stop: ReadingStop) -> Result<[UInt8], SystemError>? {
      while stop.waitUntilReadable(descriptor) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        return count < 0 ? .failure(.last) : .success(Array(bytes.prefix(count)))
      }
      return nil
    }
  }
}
