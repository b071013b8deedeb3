/// The first of several views that fits into the space that is offered.
///
///     ViewThatFits(in: .horizontal) {
///       Text("Coming up after the news: the weather")
///       Text("Next: the weather")
///     }
///
/// A view fits if its ideal size is not larger than the space. Where none fits, the last one is shown. It is offered the same
/// space.
public struct ViewThatFits<Content: View>: PrimitiveView {
  private let axes: AxisSet
  private let content: Content

  /// Makes a choice of views, the preferred one first. A view must fit along `axes`.
  public init(in axes: AxisSet = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.content = content()
  }

  /// Adds the arrangement with all the views in it.
  func addNodes(to builder: inout SceneBuilder) {
    builder.arrange(.fitting(FittingArrangement(axes: axes)), keepsEmpty: false) { content.resolve(into: &$0) }
  }
}
