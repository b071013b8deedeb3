/// Views that are made for the space they get.
///
///     GeometryReader { size in
///       Rectangle().frame(width: size.width / 3)
///     }
///
/// It takes all the space it is offered, 10 pixels where nothing is, whatever is in it; its content stands at the top left.
/// Readers may lie within one another up to 32 deep; what is in a deeper one is left out.
public struct GeometryReader<Content: View>: PrimitiveView {
  let content: @Sendable (Size) -> Content

  /// Makes a reader; `content` is given its size in pixels.
  public init(@ViewBuilder content: @escaping @Sendable (Size) -> Content) {
    self.content = content
  }

  /// Adds a node with the content for its size in it.
  func addNodes(to builder: inout SceneBuilder) {
    builder.geometryReader { builder, size in content(size).resolve(into: &builder) }
  }
}
