/// A view in a wrapper, which changes how it is laid out or drawn.
public struct ContainedView<Content: View>: PrimitiveView {
  let content: Content
  let wrapper: Wrapper

  /// Adds the node with the content in it. Several views are laid out as one pile; around none there is no node but a
  /// frame.
  func addNodes(to builder: inout SceneBuilder) {
    builder.wrap(in: wrapper) { content.resolve(into: &$0) }
  }
}

extension View {
  /// The view in a wrapper.
  func wrapped(in wrapper: Wrapper) -> ContainedView<Self> {
    ContainedView(content: self, wrapper: wrapper)
  }

  /// Leaves `length` pixels on the edges given.
  public func padding(_ edges: EdgeSet = .all, _ length: Double = 16) -> ContainedView<Self> {
    padding(
      EdgeInsets(
        top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0,
        bottom: edges.contains(.bottom) ? length : 0, trailing: edges.contains(.trailing) ? length : 0))
  }

  /// Leaves `length` pixels on every edge.
  public func padding(_ length: Double) -> ContainedView<Self> {
    padding(.all, length)
  }

  /// Leaves the pixels given on each edge.
  public func padding(_ insets: EdgeInsets) -> ContainedView<Self> {
    wrapped(in: .padding(PaddingWrapper(insets: insets.bounded)))
  }

  /// Puts the view into a box of the size given, in pixels; a size that is not given, or is not finite, is the view's own.
  public func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> ContainedView<Self>
  {
    framed(FrameConstraints(width: .fixed(width), height: .fixed(height)), alignment)
  }

  /// Puts the view into a box within limits, in pixels: with a maximum the box grows to it where there is space, with a
  /// minimum it never gets smaller; the ideal is taken where nothing is offered.
  public func frame(
    minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
    idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: Alignment = .center
  ) -> ContainedView<Self> {
    let constraints = FrameConstraints(
      width: .limited(from: minWidth, ideal: idealWidth, to: maxWidth),
      height: .limited(from: minHeight, ideal: idealHeight, to: maxHeight))
    return framed(constraints, alignment)
  }

  private func framed(_ constraints: FrameConstraints, _ alignment: Alignment) -> ContainedView<Self> {
    wrapped(in: .frame(FrameWrapper(constraints: constraints, alignment: alignment)))
  }
}
