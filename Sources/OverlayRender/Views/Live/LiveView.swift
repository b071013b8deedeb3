/// Views made from a value that changes while the stream runs.
///
///     LiveView(score) { entry in
///       Text("Score \(entry.value)")
///     }
///
/// When the value is replaced, this part of the tree is resolved again at the next frame, and no other. All views over
/// the same ``LiveData`` show the same value in one frame.
public struct LiveView<Value: Sendable, Content: View>: View {
  let data: LiveData<Value>
  let content: @Sendable (LiveData<Value>.Entry) -> Content

  /// Makes a view that changes with `data`.
  public init(_ data: LiveData<Value>, @ViewBuilder content: @escaping @Sendable (LiveData<Value>.Entry) -> Content) {
    self.data = data
    self.content = content
  }

  /// The content for the latest value.
  public var body: some View {
    ChangingView("LiveView") { content($0.entry(of: data)) }
  }
}
