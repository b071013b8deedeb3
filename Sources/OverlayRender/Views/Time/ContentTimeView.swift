/// A view whose content has a time of its own.
///
/// Its content announces changes in its own time. Transitions and live values in content that plays count from the
/// presentation time at which they changed, so they suit only content that stands still or advances in steps.
package struct ContentTimeView<Content: View>: PrimitiveView {
  private let content: Content
  private let time: @Sendable (RenderTime) -> ContentTime

  /// Creates a view of content at a time.
  package init(_ time: ContentTime, @ViewBuilder content: () -> Content) {
    self.init({ _ in time }, content: content)
  }

  /// Creates a view of content whose time depends on the time of the frame in which the view is made.
  package init(_ time: @escaping @Sendable (RenderTime) -> ContentTime, @ViewBuilder content: () -> Content) {
    self.content = content()
    self.time = time
  }

  func addNodes(to builder: inout SceneBuilder) {
    builder.with(time(builder.time)) { content.resolve(into: &$0) }
  }
}
