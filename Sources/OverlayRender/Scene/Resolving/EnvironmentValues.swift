import Foundation

/// What views inherit from those around them.
///
/// Values of your own are declared as in SwiftUI: a key with a default value, and a property that uses the key.
///
///     struct TeamColorKey: EnvironmentKey {
///       static let defaultValue = Color.white
///     }
///
///     extension EnvironmentValues {
///       var teamColor: Color {
///         get { self[TeamColorKey.self] }
///         set { self[TeamColorKey.self] = newValue }
///       }
///     }
///
/// Set it with ``View/environment(_:_:)`` and read it with ``EnvironmentReader``.
public struct EnvironmentValues: Sendable {
  /// The font of texts.
  public var font = Font(size: 32)
  /// The color of texts and of shapes without a fill.
  public var foregroundColor = Color.white
  /// The time zone of clocks; `nil` for the system's.
  public var timeZone: (any CivilTimeZone)?
  /// The locale of clocks; `nil` for the system's.
  public var locale: Locale?
  var outlines: [Outline] = []
  var textAlignment = TextAlignment.leading
  var letterSpacing = 0.0
  var lineSpacing = 0.0
  var fontFeatures: String?
  var hasEqualDigits = false
  var lineLimit: Int?
  var heightFit: HeightFit?
  var truncation = TruncationMode.tail
  var minimumScale = 1.0
  var balancesLines = false
  var writingMode = WritingMode.horizontal
  /// Along which axis the stack around places its children; nil where there is none.
  var stackAxis: Axis?
  /// The values of other keys, by the type of the key; `nil` where none was set.
  private var values: [ObjectIdentifier: any Sendable]?

  /// The value of a key: the one that was set last around the view, or the key's default.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get {
      guard let stored = values?[ObjectIdentifier(key)], let value = stored as? Key.Value else {
        return Key.defaultValue
      }
      return value
    }
    set {
      values = values ?? [:]
      values?.updateValue(newValue, forKey: ObjectIdentifier(key))
    }
  }
}

/// A key of a value in the environment.
///
/// A key is a type without values. Two keys are different even if their values have the same type.
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The value where none was set.
  static var defaultValue: Value { get }
}
