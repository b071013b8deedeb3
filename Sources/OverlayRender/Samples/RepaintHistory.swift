/// The damages of the last pictures by stamp: what must be repaired in memory that was painted some pictures ago.
package struct RepaintHistory: Sendable {
  private struct Picture {
    let stamp: UInt64
    /// What differs from the picture before.
    let damage: Damage
  }

  /// How many pictures are remembered.
  package let capacity: Int

  /// Oldest first.
  private var pictures: [Picture] = []

  /// Makes an empty history that remembers `capacity` pictures, at least 1.
  package init(capacity: Int = 8) {
    self.capacity = max(1, capacity)
    pictures.reserveCapacity(self.capacity)
  }

  /// Notes the next picture.
  ///
  /// - Parameters:
  ///   - stamp: The picture's own number, used once.
  ///   - damage: What differs from the picture noted before.
  package mutating func append(stamp: UInt64, damage: Damage) {
    if pictures.count == capacity { pictures.removeFirst() }
    pictures.append(Picture(stamp: stamp, damage: damage))
  }

  /// What must be repaired to turn the picture `stamp` into the newest one; nil when `stamp` is too old or unknown, and
  /// everything must be painted.
  package func damage(since stamp: UInt64) -> Damage? {
    guard let index = pictures.lastIndex(where: { $0.stamp == stamp }) else { return nil }
    var union = Damage()
    for picture in pictures[(index + 1)...] { union.formUnion(picture.damage) }
    return union
  }
}
