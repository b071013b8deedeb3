extension RandomAccessCollection {
  /// Returns the index of the first element for which `isAfter` holds, by binary search; the end when it holds nowhere.
  ///
  /// - Parameter isAfter: Holds for all elements from some index on, and for none before it.
  func partitioningIndex(where isAfter: (Element) -> Bool) -> Index {
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
