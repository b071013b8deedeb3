/// Describes how a local time was resolved that a zone's clock skips or shows twice.
package struct CivilTimeChoice: Sendable, Hashable, CustomStringConvertible {
  /// The local time, the zone and the chosen moment, in one line.
  package let description: String

  /// Returns nil where the clock shows the local time exactly once.
  init?(text: String, local: Int64, second: Int64, timeZone: any CivilTimeZone) {
    let taken = timeZone.timestamp(atSecond: second)
    let zone = timeZone.identifier
    let moments = timeZone.seconds(ofLocal: local)
    if second + timeZone.offset(atSecond: second) != local {
      description = "\(text.quoted) does not exist in \(zone) because the clock is put forward; using \(taken)"
    } else if let other = moments.first(where: { $0 != second }) {
      let which = other > second ? "first" : "second"
      description = "\(text.quoted) occurs twice in \(zone); using the \(which), \(taken)"
    } else {
      return nil
    }
  }
}
