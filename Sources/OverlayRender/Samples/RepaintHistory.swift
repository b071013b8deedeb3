/// The damage of the last pictures by stamp, which determines what to update in the memory of an older picture.
package struct RepaintHistory: Sendable {
  private struct Picture {
    let stamp: UInt64
    /// The difference from the previous picture.
    let damage: Damage
  }

  /// The maximum number of pictures in the history.
  package let capacity: Int

  /// In order, the oldest first.
  private var pictures: [Picture] = []

  /// Creates an empty history of up to `capacity` pictures, at least 1.
  package init(capacity: Int = 8) {
    self.capacity = max(1, capacity)
    pictures.reserveCapacity(self.capacity)
  }

  /// Adds the next picture.
  ///
  /// - Parameters:
  ///   - stamp: The unique number of the picture.
  ///   - damage: The difference from the picture that was added before.
  package mutating func append(stamp: UInt64, damage: Damage) {
    if pictures.count == capacity { pictures.removeFirst() }
    pictures.append(Picture(stamp: stamp, damage: damage))
  }

  /// Returns the damage between the picture `stamp` and the newest one, or nil if `stamp` is unknown or too old and the
  /// whole picture must be drawn.
  package func damage(since stamp: UInt64) -> Damage? {
    guard let index = pictures.lastIndex(where: { $0.stamp == stamp }) else { return nil }
    var union = Damage()
    for picture in pictures[(index + 1)...] { union.formUnion(picture.damage) }
    return union
  }
}
