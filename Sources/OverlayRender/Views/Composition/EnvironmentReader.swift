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
