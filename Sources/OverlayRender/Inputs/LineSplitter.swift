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
