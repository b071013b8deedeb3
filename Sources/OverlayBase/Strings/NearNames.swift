/// Finds known names that are similar to an unknown one.
package struct NearNames {
  /// The known names.
  package let candidates: [String]
  /// The character that separates the parts of a name. The last part has the highest weight, and can be used alone
  /// (`Berlin` for `Europe/Berlin`).
  package let separator: Character?
  /// Whether the most similar names are returned even if none is very similar, as examples.
  let includesFarNames: Bool

  /// Creates a search among names.
  package init(candidates: [String], separator: Character? = nil, includesFarNames: Bool = false) {
    self.candidates = candidates
    self.separator = separator
    self.includesFarNames = includesFarNames
  }

  /// Returns up to `limit` candidates, the most similar first.
  package func near(_ name: String, limit: Int = 3) -> [String] {
    let wanted = Parts(name, separator: separator)
    var found: [(isFar: Bool, distance: Int, candidate: String)] = []
    for candidate in candidates {
      let parts = Parts(candidate, separator: separator)
      let last = editDistance(wanted.last, parts.last)
      let leading = wanted.leading.isEmpty ? 0 : min(3, editDistance(wanted.leading, parts.leading))
      found.append((last > max(1, wanted.last.count / 3), 2 * last + leading, candidate))
    }
    if !includesFarNames || found.contains(where: { !$0.isFar }) { found.removeAll(where: \.isFar) }
    found.sort { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }
    return found.prefix(limit).map(\.candidate)
  }

  private struct Parts {
    let leading: [Unicode.Scalar]
    let last: [Unicode.Scalar]

    init(_ name: String, separator: Character?) {
      // Longer texts are not names, and the time for the distance grows with the length.
      let folded = String(name.prefix(64)).lowercased().replacing(" ", with: "_")
      let split = separator.flatMap { folded.lastIndex(of: $0) }
      leading = split.map { Array(folded[..<$0].unicodeScalars) } ?? []
      last = Array((split.map { folded[folded.index(after: $0)...] } ?? folded[...]).unicodeScalars)
    }
  }
}

/// Returns the number of insertions, deletions, replacements and swaps of neighbors that turn one text into the other
/// (the optimal string alignment distance).
func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for i in left.indices {
    var row = [i + 1]
    row.reserveCapacity(right.count + 1)
    for j in right.indices {
      var distance = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row.append(distance)
    }
    beforeLast = last
    last = row
  }
  return last[right.count]
}
