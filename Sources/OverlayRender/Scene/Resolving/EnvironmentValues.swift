import FoundationEssentials

/// The values that a view inherits from the views around it.
///
/// Declare your own values as in SwiftUI, with a key that has a default value and a property that uses the key:
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
/// Set the value with ``View/environment(_:_:)`` and read it with ``EnvironmentReader``.
public struct EnvironmentValues: Sendable {
  /// The font of text.
  public var font: Font {
    get {
      guard fontWeight != nil || isItalic != nil else { return plainFont }
      return Font(
        family: plainFont.family, size: plainFont.size, weight: fontWeight ?? plainFont.weight,
        isItalic: isItalic ?? plainFont.isItalic)
    }
    set { (plainFont, fontWeight, isItalic) = (newValue, nil, nil) }
  }
  /// The font without the weight and slant that apply to whatever font is set.
  var plainFont = Font(size: 32)
  /// The weight of every font; `nil` if the font decides.
  var fontWeight: Font.Weight?
  /// Whether every font is italic; `nil` if the font decides.
  var isItalic: Bool?
  /// The color of text, and of shapes without a fill.
  public var foregroundColor = Color.white
  /// The time zone of clocks; `nil` for the time zone of the system.
  public var timeZone: (any CivilTimeZone)?
  /// The locale of clocks; `nil` for the locale of the system.
  public var locale: Locale?
  /// The language in which text is shaped, as a BCP 47 tag; `nil` for the language of the locale.
  var typesettingLanguage: String?
  var outlines: [Outline] = []
  var textAlignment = TextAlignment.leading
  var letterSpacing = 0.0
  var lineSpacing = 0.0
  var fontFeatures: String?
  var hasEqualDigits = false
  var lineLimit: Int?
  /// The number of lines whose height a text takes at least.
  var leastLineCount = 0
  /// The limit of that number, which no picture shows.
  static let greatestLeastLineCount = 1000
  var textCase: TextCase?
  var heightFit: HeightFit?
  var truncation = TruncationMode.tail
  var minimumScale = 1.0
  var balancesLines = false
  var writingMode = WritingMode.horizontal
  var imageScaling = ImageScaling.none
  var imageInterpolation = ImageInterpolation.good
  /// The axis of the surrounding stack; `nil` outside of stacks.
  var stackAxis: Axis?
  /// The values of other keys, by the type of the key; `nil` if none is set.
  private var values: [ObjectIdentifier: any Sendable]?

  /// The value of a key, or its default value if it is not set.
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
/// A key is a type that is never instantiated. Two keys are different even if their values have the same type.
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The value if none is set.
  static var defaultValue: Value { get }
}
