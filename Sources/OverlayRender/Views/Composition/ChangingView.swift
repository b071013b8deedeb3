/// A view that is made again at the times that it announces, or when a live value changes. Its part of the tree is
/// resolved alone.
struct ChangingView<Content: View>: PrimitiveView {
  private let name: StaticString
  private let cause: ChangeCause
  private let content: @Sendable (inout SceneBuilder) -> Content

  /// Creates a view that changes by itself.
  ///
  /// - Parameters:
  ///   - name: The name of the public view, for explanations.
  ///   - cause: The cause of a change when no live value is new.
  ///   - content: Makes the views for the time of the builder, and announces the next change to it.
  init(
    _ name: StaticString, changesBy cause: ChangeCause = .time,
    content: @escaping @Sendable (inout SceneBuilder) -> Content
  ) {
    self.name = name
    self.cause = cause
    self.content = content
  }

  func addNodes(to builder: inout SceneBuilder) {
    builder.scope(name, changesBy: cause) { [content] builder in
      content(&builder).resolve(into: &builder)
    }
  }
}

/// A label of one line that changes at times that it announces, such as a clock.
///
/// All digits have the same width, so the label does not move when its value changes.
struct ChangingLabel: PrimitiveView {
  /// The value of a label at a time.
  struct Reading {
    /// The text; `nil` for none.
    var text: String?
    /// The presentation time of the next value; `nil` if there is none.
    var next: MediaTime?
  }

  private let name: StaticString
  private let value: @Sendable (RenderTime) -> Reading

  /// Creates a label. `name` is the name of the public view, for explanations.
  init(_ name: StaticString, value: @escaping @Sendable (RenderTime) -> Reading) {
    self.name = name
    self.value = value
  }

  func addNodes(to builder: inout SceneBuilder) {
    builder.scope(name) { [value] builder in
      let value = value(builder.time)
      if let next = value.next { builder.changes(at: next) }
      if let text = value.text { builder.leaf(.text(builder.environment.content(ofValue: text))) }
    }
  }
}
