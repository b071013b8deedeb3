import Foundation

/// What views inherit from those around them.
struct Environment: Sendable {
  var font = Font(size: 32)
  var foregroundColor = Color.white
  var outline: Outline?
  var textAlignment = TextAlignment.leading
  var hasEqualDigits = false
  var timeZone: TimeZone?
  var locale: Locale?
}
