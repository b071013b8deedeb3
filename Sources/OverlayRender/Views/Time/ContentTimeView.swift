/// A view whose content has a time of its own.
///
/// Its content announces changes in its own time. Transitions and live values in content that plays count from the
/// presentation time at which they changed, so they suit only content that stands still or advances in steps.
package struct ContentTimeView<Content: View>: PrimitiveView {
  private let content: Content
  private let time: ContentTime

  /// Creates a view of content at a time.
  package init(_ time: ContentTime, @ViewBuilder content: () -> Content) {
    self.content = content()
    self.time = time
  }

  func addNodes(to builder: inout SceneBuilder) {
    builder.with(time) { content.resolve(into: &$0) }
  }
}
