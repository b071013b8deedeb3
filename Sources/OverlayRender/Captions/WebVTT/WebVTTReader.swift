/// Reads WebVTT: the "WebVTT parser" of W3C WebVTT, section 6.
enum WebVTTReader {
  /// Reads a file; `nil` when it does not begin as WebVTT does.
  ///
  /// Bytes that are no UTF-8 become U+FFFD. What the specification's parser drops is told as a problem; comments and
  /// style sheets are passed over in silence.
  static func read(
    _ bytes: [UInt8], cueLimit: Int = CaptionDocument.cueLimit, runLimit: Int = CaptionDocument.runLimit
  ) -> CaptionReading? {
    var parser = WebVTTParser(bytes, cueLimit: cueLimit, runLimit: runLimit)
    guard parser.takeSignature() else { return nil }
    parser.takeBlocks()
    return parser.reading
  }
}
