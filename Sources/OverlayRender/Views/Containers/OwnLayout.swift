extension Layout {
  /// Arranges views by this layout.
  public func callAsFunction<Content: View>(@ViewBuilder _ content: () -> Content) -> some View {
    LayoutView(layout: self, content: content())
  }
}

/// Views that a layout arranges.
private struct LayoutView<Arranged: Layout, Content: View>: PrimitiveView {
  let layout: Arranged
  let content: Content

  /// Adds the arrangement with the children in it.
  func addNodes(to builder: inout SceneBuilder) {
    builder.arrange(.custom(CustomArrangement(layout: layout))) { builder in
      builder.with({ $0.stackAxis = nil }, { content.resolve(into: &$0) })
    }
  }
}

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
