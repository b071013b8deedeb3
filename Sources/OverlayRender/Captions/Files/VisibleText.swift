/// The text of a cue while it is read: without control characters, and no longer than it may be.
struct VisibleText {
  private var bytes: [UInt8] = []
  /// How many bytes there is still room for.
  private var room = CaptionDocument.longestText
  /// Whether something did not find room.
  private(set) var isCut = false

  var isEmpty: Bool { bytes.isEmpty }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds UTF-8.
  mutating func append(_ text: ArraySlice<UInt8>) {
    let cleaned = CaptionText.cleaned(text)
    let part = cleaned.utf8Prefix(room)
    bytes += part
    if part.count == cleaned.count {
      room -= part.count
    } else {
      // What comes later is left out as well, even if it is shorter.
      room = 0
      isCut = true
    }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    append(Array(String(scalar).utf8)[...])
  }

  /// Gives the text and begins anew; the room does not grow again.
  mutating func take() -> String {
    defer { bytes.removeAll(keepingCapacity: true) }
    return text
  }

  /// Counts a line end.
  mutating func endLine() {
    if room > 0 { room -= 1 } else { isCut = true }
  }
}
