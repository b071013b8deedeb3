/// A view that is made from a live value.
///
///     LiveView(score) { entry in
///       Text("Score \(entry.value)")
///     }
///
/// When the value changes, only this part of the tree is resolved again, at the next frame. All views of the same
/// ``LiveData`` show the same value within a frame.
public struct LiveView<Value: Sendable, Content: View>: View {
  let data: LiveData<Value>
  let content: @Sendable (LiveData<Value>.Entry) -> Content

  /// Creates a view that changes with a live value.
  public init(_ data: LiveData<Value>, @ViewBuilder content: @escaping @Sendable (LiveData<Value>.Entry) -> Content) {
    self.data = data
    self.content = content
  }

  /// The content for the latest value.
  public var body: some View {
    ChangingView("LiveView") { content($0.entry(of: data)) }
  }
}
