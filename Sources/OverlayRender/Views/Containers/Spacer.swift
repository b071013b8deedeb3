/// A space that takes the remaining length of a stack.
public struct Spacer: PrimitiveView {
  let minLength: Double

  /// Creates a spacer with a minimum length in pixels. The default is 8.
  public init(minLength: Double? = nil) {
    self.minLength = max((minLength ?? StackArrangement.defaultSpacing).bounded, 0)
  }

  func addNodes(to builder: inout SceneBuilder) {
    builder.leaf(.spacer(minLength: minLength))
  }
}
