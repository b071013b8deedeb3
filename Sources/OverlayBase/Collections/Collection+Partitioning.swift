extension RandomAccessCollection {
  /// Returns the index of the first element that satisfies a predicate, by binary search; the end index if there is
  /// none.
  ///
  /// - Parameter isAfter: A predicate that is false for all elements before some index, and true from there on.
  @inlinable package func partitioningIndex(where isAfter: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isAfter(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
