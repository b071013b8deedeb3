extension Timecode {
  /// Reads `HH:MM:SS:FF`, or `HH:MM:SS;FF` for drop-frame. Leading zeros may be missing.
  ///
  /// - Parameters:
  ///   - text: Four fields; the last separator says whether the timecode is drop-frame.
  ///   - rate: The rate of the frames.
  ///   - dropFrame: Decides instead of the separator when it is given.
  public init(parsing text: String, rate: FrameRate, dropFrame: Bool? = nil) throws(TimecodeError) {
    let pieces = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
    let separators = text.filter { $0 == ":" || $0 == ";" }
    guard pieces.count == 4, separators.hasPrefix("::") else { throw .notATimecode(text) }
    var fields: [Int] = []
    for (piece, digits) in zip(pieces, [2, 2, 2, 4]) {
      guard (1...digits).contains(piece.utf8.count), piece.utf8.allSatisfy(Self.isDigit), let field = Int(piece)
      else { throw .notATimecode(text) }
      fields.append(field)
    }
    try self.init(
      hours: fields[0], minutes: fields[1], seconds: fields[2], frames: fields[3], rate: rate,
      dropFrame: dropFrame ?? separators.hasSuffix(";"))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
