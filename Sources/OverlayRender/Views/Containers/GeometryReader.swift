/// A view whose content is made for its size.
///
///     GeometryReader { size in
///       Rectangle().frame(width: size.width / 3)
///     }
///
/// It takes all the space it is offered, or 10 pixels without a proposal, whatever its content. The content is at the
/// top left. Readers may be nested to a depth of 32; the content of deeper ones is left out.
public struct GeometryReader<Content: View>: PrimitiveView {
  let content: @Sendable (Size) -> Content

  /// Creates a reader. `content` receives its size in pixels.
  public init(@ViewBuilder content: @escaping @Sendable (Size) -> Content) {
    self.content = content
  }

  func addNodes(to builder: inout SceneBuilder) {
    builder.geometryReader { builder, size in content(size).resolve(into: &builder) }
  }
}
