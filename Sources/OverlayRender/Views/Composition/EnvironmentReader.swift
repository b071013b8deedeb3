/// Views that are made from what they inherit from those around them.
struct EnvironmentReader<Content: View>: PrimitiveView {
  private let content: @Sendable (EnvironmentValues) -> Content

  init(@ViewBuilder content: @escaping @Sendable (EnvironmentValues) -> Content) {
    self.content = content
  }

  func addNodes(to builder: inout SceneBuilder) {
    content(builder.environment).resolve(into: &builder)
  }
}
