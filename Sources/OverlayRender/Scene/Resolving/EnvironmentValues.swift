import Foundation

/// What views inherit from those around them.
struct EnvironmentValues: Sendable {
  var font = Font(size: 32)
  var foregroundColor = Color.white
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
  var timeZone: (any CivilTimeZone)?
  var locale: Locale?
  /// Along which axis the stack around places its children; nil where there is none.
  var stackAxis: Axis?
}
