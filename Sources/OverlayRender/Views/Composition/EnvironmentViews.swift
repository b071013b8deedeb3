import Foundation

/// Views that are made from what they inherit from those around them.
///
///     EnvironmentReader { environment in
///       Text("Home").foregroundColor(environment.teamColor)
///     }
public struct EnvironmentReader<Content: View>: PrimitiveView {
  private let content: @Sendable (EnvironmentValues) -> Content

  /// Makes a reader; `content` is given the environment of the place where the reader stands.
  public init(@ViewBuilder content: @escaping @Sendable (EnvironmentValues) -> Content) {
    self.content = content
  }

  /// Adds the content, and no node of its own.
  func addNodes(to builder: inout SceneBuilder) {
    content(builder.environment).resolve(into: &builder)
  }
}

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

  /// Shows clocks in a time zone.
  public func timeZone(_ timeZone: any CivilTimeZone) -> EnvironmentView<Self> {
    environment { $0.timeZone = timeZone }
  }

  /// Writes names and digits as a locale does, and shapes text in its language.
  public func locale(_ locale: Locale) -> EnvironmentView<Self> {
    environment { $0.locale = locale }
  }
}
