extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which `isAfter` holds, in a collection where it holds from some index on; the end
  /// when it holds nowhere.
  func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
