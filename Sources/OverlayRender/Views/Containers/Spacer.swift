/// Takes the length that the other children of a stack leave over.
public struct Spacer: PrimitiveView {
  let minLength: Double

  /// Makes a spacer that never gets shorter than `minLength` pixels, 8 when not given.
  public init(minLength: Double? = nil) {
    self.minLength = max((minLength ?? StackArrangement.defaultSpacing).bounded, 0)
  }

  /// Adds one leaf.
  func addNodes(to builder: inout SceneBuilder) {
    builder.leaf(.spacer(minLength: minLength))
  }
}
