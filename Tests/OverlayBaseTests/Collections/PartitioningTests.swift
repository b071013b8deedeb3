import Testing

@testable import OverlayBase

@Suite("Binary search")
struct PartitioningTests {
  @Test("Finds the first element that satisfies the predicate, in arrays, slices and ranges", arguments: 0...9)
  func index(first: Int) {
    let array = Array(0..<9)
    #expect(array.partitioningIndex { $0 >= first } == first)
    #expect(array[...].partitioningIndex { $0 >= first } == first)
    #expect((0..<9).partitioningIndex { $0 >= first } == first)
    let range: Range<Int64> = -4..<5
    let lower = Int64(first) - 4
    #expect(range.partitioningIndex { $0 >= lower } == lower)
    #expect([Int]().partitioningIndex { $0 >= first } == 0)
  }
}
