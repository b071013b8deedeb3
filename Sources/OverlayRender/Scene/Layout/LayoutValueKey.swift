/// A key of a value that a view passes to the ``Layout`` that arranges it.
///
///     struct WeightKey: LayoutValueKey {
///       static let defaultValue = 1.0
///     }
///
///     Text("Main").layoutValue(key: WeightKey.self, value: 2)
///
/// The layout reads the value of a subview as `subview[WeightKey.self]`.
public protocol LayoutValueKey {
  /// The type of the value.
  associatedtype Value: Sendable & Hashable

  /// The value of a view that has none of its own.
  static var defaultValue: Value { get }
}

/// The value of a ``LayoutValueKey``.
struct LayoutValue: Sendable, Hashable {
  let base: any Sendable & Hashable

  static func == (left: LayoutValue, right: LayoutValue) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(base) }
}
