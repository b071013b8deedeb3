/// A view that shows the first of several views that fits into the space offered.
///
///     ViewThatFits(in: .horizontal) {
///       Text("Coming up after the news: the weather")
///       Text("Next: the weather")
///     }
///
/// A view fits if its ideal size is not larger than the space. If none fits, the last one is shown. It is offered the
/// same space.
public struct ViewThatFits<Content: View>: PrimitiveView {
  private let axes: AxisSet
  private let content: Content

  /// Creates a choice of views in order of preference. A view must fit along `axes`.
  public init(in axes: AxisSet = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.content = content()
  }

  func addNodes(to builder: inout SceneBuilder) {
    builder.arrange(.fitting(FittingArrangement(axes: axes)), keepsEmpty: false) { content.resolve(into: &$0) }
  }
}
