/// The part of a picture that changed: at most eight disjoint rectangles.
///
/// Two damages are equal when they hold the same rectangles in the same order.
public struct Damage: Sendable, Hashable {
  /// The most rectangles that are kept apart.
  public static let maximumCount = 8

  /// No change.
  public static let nothing = Damage()

  // The common damage is one rectangle, which must cost no allocation: an empty array has none.
  private var first: PixelRect = .zero
  private var others: [PixelRect] = []

  /// Makes a damage of nothing.
  public init() {}

  /// Makes a damage of one rectangle, or of nothing when it is empty.
  public init(_ rectangle: PixelRect) {
    first = rectangle.isEmpty ? .zero : rectangle
  }

  /// The rectangles: none empty, no two sharing a pixel.
  public var rectangles: [PixelRect] { first.isEmpty ? [] : [first] + others }

  /// How many rectangles there are, 0...8.
  public var count: Int { first.isEmpty ? 0 : 1 + others.count }

  /// Whether nothing changed.
  public var isEmpty: Bool { first.isEmpty }

  /// The smallest rectangle that holds all of the damage.
  public var bounds: PixelRect { others.reduce(first) { $0.union($1) } }

  /// The number of pixels in the damage.
  public var area: Int { others.reduce(first.area) { $0 + $1.area } }

  /// Calls `body` with each rectangle, without making an array of them.
  public func forEach<Failure: Error>(_ body: (PixelRect) throws(Failure) -> Void) throws(Failure) {
    guard !first.isEmpty else { return }
    try body(first)
    for rectangle in others { try body(rectangle) }
  }

  /// Adds a rectangle.
  ///
  /// It is joined with those it overlaps or continues exactly. When there are too many, the two whose joint bounds
  /// waste the fewest pixels are joined.
  public mutating func insert(_ rectangle: PixelRect) {
    guard !rectangle.isEmpty else { return }
    var joined = rectangle
    while let index = (0..<count).first(where: { Self.belongTogether(self[$0], joined) }) {
      joined = joined.union(self[index])
      remove(at: index)
    }
    append(joined)
    if count > Self.maximumCount { joinCheapestPair() }
  }

  /// Adds all of another damage.
  public mutating func formUnion(_ other: Damage) {
    other.forEach { insert($0) }
  }

  /// Drops what lies outside `bounds`.
  public mutating func clip(to bounds: PixelRect) {
    if bounds.contains(self.bounds) { return }
    var clipped = Damage()
    forEach { clipped.insert($0.intersection(bounds)) }
    self = clipped
  }

  /// Whether two rectangles share a pixel, or make one rectangle together.
  private static func belongTogether(_ a: PixelRect, _ b: PixelRect) -> Bool {
    a.intersects(b) || a.union(b).area == a.area + b.area
  }

  private mutating func joinCheapestPair() {
    var cheapest = (waste: Int.max, a: 0, b: 1)
    for a in 0..<count {
      for b in (a + 1)..<max(a + 1, count) {
        let waste = self[a].union(self[b]).area - self[a].area - self[b].area
        if waste < cheapest.waste { cheapest = (waste, a, b) }
      }
    }
    let joined = self[cheapest.a].union(self[cheapest.b])
    remove(at: cheapest.b)
    remove(at: cheapest.a)
    insert(joined)
  }

  private subscript(index: Int) -> PixelRect { index == 0 ? first : others[index - 1] }

  private mutating func append(_ rectangle: PixelRect) {
    if first.isEmpty { first = rectangle } else { others.append(rectangle) }
  }

  private mutating func remove(at index: Int) {
    if index > 0 {
      others.remove(at: index - 1)
    } else {
      first = others.isEmpty ? .zero : others.removeFirst()
    }
  }
}

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
