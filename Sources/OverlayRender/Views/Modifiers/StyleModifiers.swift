import Foundation

/// A view in changed surroundings.
public struct EnvironmentView<Content: View>: PrimitiveView {
  let content: Content
  let change: @Sendable (inout EnvironmentValues) -> Void

  /// Adds the content, and no node of its own.
  func addNodes(to builder: inout SceneBuilder) {
    builder.with(change) { content.resolve(into: &$0) }
  }
}

extension View {
  /// The view in surroundings that `change` changes.
  func environment(_ change: @escaping @Sendable (inout EnvironmentValues) -> Void) -> EnvironmentView<Self> {
    EnvironmentView(content: self, change: change)
  }

  /// Sets a value of the environment for the view and all that is in it.
  ///
  ///     Scoreboard().environment(\.teamColor, .red)
  public func environment<Value: Sendable>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value> & Sendable, _ value: Value
  ) -> EnvironmentView<Self> {
    environment { $0[keyPath: keyPath] = value }
  }

  /// Sets text in a font.
  public func font(_ font: Font) -> EnvironmentView<Self> {
    environment { $0.font = font }
  }

  /// Changes what is given of the font around: the family, the size in pixels, the weight, the slant.
  public func font(
    family: String? = nil, size: Double? = nil, weight: Font.Weight? = nil, isItalic: Bool? = nil
  ) -> EnvironmentView<Self> {
    environment {
      $0.font = Font(
        family: family ?? $0.font.family, size: size ?? $0.font.size, weight: weight ?? $0.font.weight,
        isItalic: isItalic ?? $0.font.isItalic)
    }
  }

  /// Draws text and shapes in a colour.
  public func foregroundColor(_ color: Color) -> EnvironmentView<Self> {
    environment { $0.foregroundColor = color }
  }

  /// Draws a line of `width` pixels (0 to 64) around the glyphs, beneath them; a width of 0 takes it away.
  public func outline(_ color: Color = .black, width: Double) -> EnvironmentView<Self> {
    outlines([Outline(width: width, color: color)])
  }

  /// Draws several lines around the glyphs, beneath them: the first is the deepest, so the widest comes first. Those of
  /// width 0 are left out.
  public func outlines(_ outlines: [Outline]) -> EnvironmentView<Self> {
    environment { $0.outlines = outlines.filter { $0.width > 0 } }
  }

  /// Lets the lines of a text begin, end or centre together.
  public func multilineTextAlignment(_ alignment: TextAlignment) -> EnvironmentView<Self> {
    environment { $0.textAlignment = alignment }
  }

  /// Gives every digit a cell of the same width.
  public func monospacedDigit() -> EnvironmentView<Self> {
    environment { $0.hasEqualDigits = true }
  }

  /// Shows clocks in a time zone.
  public func timeZone(_ timeZone: any CivilTimeZone) -> EnvironmentView<Self> {
    environment { $0.timeZone = timeZone }
  }

  /// Writes names and digits as a locale does, and shapes text in its language.
  public func locale(_ locale: Locale) -> EnvironmentView<Self> {
    environment { $0.locale = locale }
  }
}
