/// Views that are made anew when their time comes, or when a live value has news: a part of the tree that is resolved by
/// itself.
struct ChangingView<Content: View>: PrimitiveView {
  private let name: StaticString
  private let cause: ChangeCause
  private let content: @Sendable (inout SceneBuilder) -> Content

  /// Makes a view that changes by itself.
  ///
  /// - Parameters:
  ///   - name: The public view that it is part of, for explanations.
  ///   - cause: Why it changes when no value is new.
  ///   - content: Makes the views for the builder's time, and announces to the builder when they change next.
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

/// A label of one line that changes at times that it knows: a clock and its like.
///
/// Its place does not change with its value: all digits have cells of the same width.
struct ChangingLabel: PrimitiveView {
  /// What the label shows at a time.
  struct Reading {
    /// The text; `nil` where there is nothing.
    var text: String?
    /// The presentation time of the next value; `nil` for never.
    var next: MediaTime?
  }

  private let name: StaticString
  private let value: @Sendable (RenderTime) -> Reading

  /// Makes a label; `name` is that of the public view, for explanations.
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
