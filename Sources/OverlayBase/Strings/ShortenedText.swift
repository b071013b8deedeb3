extension String {
  /// Returns the text, or its start with an ellipsis, with at most `limit` bytes of UTF-8. It is cut between two
  /// characters.
  package func shortened(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let available = limit - "…".utf8.count
    var end = startIndex
    var count = 0
    while end < endIndex {
      let next = index(after: end)
      count += utf8.distance(from: end, to: next)
      if count > available { break }
      end = next
    }
    return self[..<end] + "…"
  }
}
