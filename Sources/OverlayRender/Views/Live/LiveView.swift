/// Views made from a value that changes while the stream runs.
///
///     LiveView(score) { entry in
///       Text("Score \(entry.value)")
///     }
///
/// When the value is replaced, this part of the tree is resolved again at the next frame, and no other. All views over
/// the same ``LiveData`` show the same value in one frame.
public struct LiveView<Value: Sendable, Content: View>: PrimitiveView {
  let data: LiveData<Value>
  let content: @Sendable (LiveData<Value>.Entry) -> Content

  /// Makes a view that changes with `data`.
  public init(_ data: LiveData<Value>, @ViewBuilder content: @escaping @Sendable (LiveData<Value>.Entry) -> Content) {
    self.data = data
    self.content = content
  }

  /// Adds a scope that holds the content for the latest value.
  func addNodes(to builder: inout SceneBuilder) {
    builder.scope("LiveView") { [data, content] builder in
      content(builder.entry(of: data)).resolve(into: &builder)
    }
  }
}
