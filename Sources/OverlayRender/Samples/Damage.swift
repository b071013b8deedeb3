/// The part of a picture that changed: at most eight disjoint rectangles.
///
/// Two damages are equal if they contain the same rectangles in the same order.
public struct Damage: Sendable, Hashable {
  /// The maximum number of rectangles.
  package static let maximumCount = 8

  /// No change.
  public static let nothing = Damage()

  // The most frequent damage is one rectangle, which must not allocate memory; an empty array does not.
  private var first: PixelRect = .zero
  private var others: [PixelRect] = []

  /// Creates an empty damage.
  public init() {}

  /// Creates a damage of one rectangle, or an empty damage if the rectangle is empty.
  public init(_ rectangle: PixelRect) {
    first = rectangle.isEmpty ? .zero : rectangle
  }

  /// The rectangles, which are not empty and do not overlap.
  public var rectangles: [PixelRect] { first.isEmpty ? [] : [first] + others }

  /// The number of rectangles, 0...8.
  public var count: Int { first.isEmpty ? 0 : 1 + others.count }

  /// Whether nothing changed.
  public var isEmpty: Bool { first.isEmpty }

  /// The smallest rectangle that contains the damage.
  public var bounds: PixelRect { others.reduce(first) { $0.union($1) } }

  /// The number of pixels in the damage.
  public var area: Int { others.reduce(first.area) { $0 + $1.area } }

  /// Calls `body` with each rectangle, without creating an array.
  ///
  /// - Throws: The error that `body` throws.
  public func forEach<Failure: Error>(_ body: (PixelRect) throws(Failure) -> Void) throws(Failure) {
    guard !first.isEmpty else { return }
    try body(first)
    for rectangle in others { try body(rectangle) }
  }

  /// Adds a rectangle.
  ///
  /// The rectangle is joined with those that it overlaps or extends to a larger rectangle. If there are too many
  /// rectangles, the two whose common bounds add the fewest pixels are joined.
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

  /// Adds the rectangles of another damage.
  public mutating func formUnion(_ other: Damage) {
    other.forEach { insert($0) }
  }

  /// Removes everything outside `bounds`.
  package mutating func clip(to bounds: PixelRect) {
    if bounds.contains(self.bounds) { return }
    var clipped = Damage()
    forEach { clipped.insert($0.intersection(bounds)) }
    self = clipped
  }

  /// Whether two rectangles overlap or form one rectangle together.
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
