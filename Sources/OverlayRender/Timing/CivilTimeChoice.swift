/// What a time was taken for that a zone's clock never shows, because it leaps over it, or shows twice, because it is put back.
package struct CivilTimeChoice: Sendable, Hashable, CustomStringConvertible {
  /// The time, the zone, and the moment that was taken, in one line.
  package let description: String

  /// Nil where the clock shows the local time exactly once.
  init?(text: String, local: Int64, second: Int64, timeZone: any CivilTimeZone) {
    let taken = timeZone.timestamp(atSecond: second)
    let zone = timeZone.identifier
    let moments = timeZone.seconds(ofLocal: local)
    if second + timeZone.offset(atSecond: second) != local {
      description = "\(text.quoted) does not exist in \(zone), where the clock leaps over it: \(taken) is taken"
    } else if let other = moments.first(where: { $0 != second }) {
      let which = other > second ? "first" : "second"
      description =
        "\(text.quoted) comes twice in \(zone): the \(which), \(taken), is taken, not \(timeZone.timestamp(atSecond: other))"
    } else {
      return nil
    }
  }
}
