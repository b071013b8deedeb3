/// The lines of a text with their numbers from 1, as ``ByteLines`` finds them.
struct CaptionLines: Sequence, IteratorProtocol {
  private let text: [UInt8]
  private var lines: ByteLines

  init(_ text: [UInt8]) {
    self.text = text
    lines = ByteLines(text)
  }

  /// The next line without its end.
  mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
    lines.next().map { (lines.number, text[$0]) }
  }
}
