import FoundationEssentials

/// A view that is made from the values of its environment.
///
///     EnvironmentReader { environment in
///       Text("Home").foregroundColor(environment.teamColor)
///     }
public struct EnvironmentReader<Content: View>: PrimitiveView {
  private let content: @Sendable (EnvironmentValues) -> Content

  /// Creates a reader. `content` receives the environment at the position of the reader.
  public init(@ViewBuilder content: @escaping @Sendable (EnvironmentValues) -> Content) {
    self.content = content
  }

  func addNodes(to builder: inout SceneBuilder) {
    content(builder.environment).resolve(into: &builder)
  }
}

/// A view in a changed environment.
public struct EnvironmentView<Content: View>: PrimitiveView {
  let content: Content
  let change: @Sendable (inout EnvironmentValues) -> Void

  func addNodes(to builder: inout SceneBuilder) {
    builder.with(change) { content.resolve(into: &$0) }
  }
}

extension View {
  /// Returns the view in an environment changed by a function.
  func environment(_ change: @escaping @Sendable (inout EnvironmentValues) -> Void) -> EnvironmentView<Self> {
    EnvironmentView(content: self, change: change)
  }

  /// Sets a value of the environment for the view and its content.
  ///
  ///     Scoreboard().environment(\.teamColor, .red)
  public func environment<Value: Sendable>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value> & Sendable, _ value: Value
  ) -> EnvironmentView<Self> {
    environment { $0[keyPath: keyPath] = value }
  }

  /// Sets the time zone of clocks.
  public func timeZone(_ timeZone: any CivilTimeZone) -> EnvironmentView<Self> {
    environment { $0.timeZone = timeZone }
  }

  /// Sets the language in which text is shaped, as SwiftUI's modifier of this name does. It decides which font and
  /// which shapes Han characters have, for example, but neither names nor digits.
  ///
  ///     Text("直角").typesettingLanguage(Locale.Language(identifier: "zh-Hant"))
  public func typesettingLanguage(_ language: Locale.Language) -> EnvironmentView<Self> {
    let tag = language.minimalIdentifier
    return environment { $0.typesettingLanguage = tag }
  }

  /// Sets the locale of names and digits, and the language in which text is shaped.
  public func locale(_ locale: Locale) -> EnvironmentView<Self> {
    environment { $0.locale = locale }
  }
}
