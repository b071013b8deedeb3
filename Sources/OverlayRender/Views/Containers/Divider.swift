/// A sharp line of one pixel between the views of a stack: across a row it is upright, everywhere else it lies flat.
///
/// It is drawn in the foreground colour at 30 % of its opacity.
public struct Divider: PrimitiveView {
  /// Makes a divider.
  public init() {}

  /// Adds a frame of one pixel with a fill in it.
  func addNodes(to builder: inout SceneBuilder) {
    let isUpright = builder.environment.stackAxis == .horizontal
    let line = FrameConstraints(width: .fixed(isUpright ? 1 : nil), height: .fixed(isUpright ? nil : 1))
    builder.wrap(in: .frame(FrameWrapper(constraints: line, alignment: .center))) { builder in
      builder.leaf(.fill(Fill(color: builder.environment.foregroundColor.opacity(0.3))))
    }
  }
}
