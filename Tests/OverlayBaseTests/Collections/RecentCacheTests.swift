import Testing

@testable import OverlayBase

@Suite("Recently used values")
struct RecentCacheTests {
  @Test("What was not used since the capacity was last reached is removed, and returned")
  func generations() {
    var cache = RecentCache<Int, String>(capacity: 3)
    var removed: RecentCache<Int, String>.Generation = [:]
    for key in 0..<6 { cache.insert("\(key)", for: key, cost: 1, removed: &removed) }
    #expect(removed.isEmpty && cache.cost == 6)
    #expect(cache.value(for: 1, removed: &removed) == "1")
    // Moving the value began another generation.
    #expect(removed.keys.sorted() == [0, 1, 2] && cache.cost == 4)
    #expect(cache[0] == nil && cache[1] == "1" && cache[5] == "5")
  }

  @Test("A replaced value is returned, and its cost no longer counts")
  func replacing() {
    var cache = RecentCache<Int, String>(capacity: 10)
    var removed: RecentCache<Int, String>.Generation = [:]
    cache.insert("old", for: 1, cost: 4, removed: &removed)
    cache.insert("new", for: 1, cost: 3, removed: &removed)
    #expect(removed[1]?.value == "old" && cache[1] == "new" && cache.cost == 3)
  }

  @Test("With a smaller capacity, what no longer fits is removed")
  func smallerCapacity() {
    var cache = RecentCache<Int, String>(capacity: 10)
    cache.insert("old", for: 1, cost: 2)
    cache.insert("young", for: 2, cost: 9)
    #expect(cache.changeCapacity(by: 5).isEmpty && cache.cost == 11)
    let removed = cache.changeCapacity(by: -9)
    #expect(removed.flatMap(\.values).map(\.value) == ["young"])
    #expect(cache[2] == nil && cache[1] == "old" && cache.cost == 4)
  }
}
