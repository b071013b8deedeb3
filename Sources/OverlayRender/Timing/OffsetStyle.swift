/// How an offset from UTC is written: `+0200`, `+02:00`, `+02`, `Z` (LDML's letters `Z`, `x` and `X`).
struct OffsetStyle: Sendable, Hashable {
  /// Between hours, minutes and seconds.
  var separator = ""
  /// Whether zero is `Z`.
  var usesZ = false
  /// Whether minutes are left out where they are zero.
  var leavesOutMinutes = false
  /// Whether seconds are written where they are not zero.
  var showsSeconds = false

  init(separator: String = "", usesZ: Bool = false) {
    self.separator = separator
    self.usesZ = usesZ
  }

  /// The style of a run of one letter; nil when that is in words (`ZZZZ`) or no offset.
  init?(letter: Character, count: Int) {
    switch (letter, count) {
    case ("Z", ...3): showsSeconds = true
    case ("Z", 5...):
      separator = ":"
      usesZ = true
      showsSeconds = true
    case ("x", _), ("X", _):
      usesZ = letter == "X"
      leavesOutMinutes = count == 1
      showsSeconds = count > 3
      separator = count == 3 || count > 4 ? ":" : ""
    default: return nil
    }
  }

  /// The text for seconds east of UTC. What is not written is dropped; zero is positive.
  func text(ofOffset offset: Int64) -> String {
    let seconds = showsSeconds ? abs(offset) : abs(offset) / 60 * 60
    if seconds == 0, usesZ { return "Z" }
    var parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0.zeroPadded(to: 2) }
    if seconds % 60 == 0 { parts.removeLast() }
    if leavesOutMinutes, seconds / 60 % 60 == 0 { parts.removeLast() }
    return (offset < 0 && seconds > 0 ? "-" : "+") + parts.joined(separator: separator)
  }
}
