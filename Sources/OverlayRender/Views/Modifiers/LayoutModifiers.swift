extension View {
  /// Adds space of `length` pixels at some edges of the view.
  public func padding(_ edges: EdgeSet = .all, _ length: Double = 16) -> WrappedView<Self> {
    padding(
      EdgeInsets(
        top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0,
        bottom: edges.contains(.bottom) ? length : 0, trailing: edges.contains(.trailing) ? length : 0))
  }

  /// Adds space of `length` pixels at all edges of the view.
  public func padding(_ length: Double) -> WrappedView<Self> {
    padding(.all, length)
  }

  /// Adds space at the edges of the view.
  public func padding(_ insets: EdgeInsets) -> WrappedView<Self> {
    wrapped(in: .padding(PaddingWrapper(insets: insets.bounded)))
  }

  /// Puts the view into a frame with a fixed size in pixels. The view decides a length that is `nil` or not finite.
  public func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> WrappedView<Self> {
    framed(FrameConstraints(width: .fixed(width), height: .fixed(height)), alignment)
  }

  /// Puts the view into a frame with limits in pixels. With a maximum, the frame grows up to it if there is space. With
  /// a minimum, it never becomes smaller. The ideal length is used if none is proposed.
  public func frame(
    minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
    idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: Alignment = .center
  ) -> WrappedView<Self> {
    let constraints = FrameConstraints(
      width: .limited(from: minWidth, ideal: idealWidth, to: maxWidth),
      height: .limited(from: minHeight, ideal: idealHeight, to: maxHeight))
    return framed(constraints, alignment)
  }

  private func framed(_ constraints: FrameConstraints, _ alignment: Alignment) -> WrappedView<Self> {
    wrapped(in: .frame(FrameWrapper(constraints: constraints, alignment: alignment)))
  }

  /// Gives the view its ideal size. A text does not wrap.
  public func fixedSize() -> WrappedView<Self> {
    fixedSize(horizontal: true, vertical: true)
  }

  /// Gives the view its ideal width, height, or both.
  public func fixedSize(horizontal: Bool, vertical: Bool) -> WrappedView<Self> {
    wrapped(in: .fixedSize(FixedSizeWrapper(horizontal: horizontal, vertical: vertical)))
  }

  /// Offers the view a space with a ratio of width to height that fits into the space offered, or covers it.
  ///
  /// If the ratio is `nil` or not greater than 0, the ratio of the view's ideal size is used.
  public func aspectRatio(_ ratio: Double? = nil, contentMode: ContentMode) -> WrappedView<Self> {
    let usable = ratio.flatMap { $0 > 0 ? min(max($0, 1e-6), 1e6) : nil }
    return wrapped(in: .aspectRatio(AspectRatioWrapper(ratio: usable, mode: contentMode)))
  }

  /// Scales the view to fit the space offered, keeping its aspect ratio.
  public func scaledToFit() -> WrappedView<Self> {
    aspectRatio(contentMode: .fit)
  }

  /// Scales the view to fill the space offered, keeping its aspect ratio.
  public func scaledToFill() -> WrappedView<Self> {
    aspectRatio(contentMode: .fill)
  }

  /// Takes all the space offered and places the center of the view in it, in pixels from the top left corner.
  public func position(x: Double = 0, y: Double = 0) -> WrappedView<Self> {
    wrapped(in: .position(PositionWrapper(center: Point(x: x.bounded, y: y.bounded))))
  }

  /// Sets the priority of the view. A stack offers the view all space but the minimum lengths of views with a lower
  /// priority. In a ``ZStack``, the views with the highest priority decide the size. The default is 0.
  public func layoutPriority(_ priority: Double) -> WrappedView<Self> {
    wrapped(in: .priority(PriorityWrapper(priority: priority.bounded)))
  }

  /// Sets the depth of the view among the views in the same container. Those with higher values are in front of those
  /// with lower ones; of the same value, a later view is in front of an earlier one. The default is 0.
  public func zIndex(_ value: Double) -> WrappedView<Self> {
    wrapped(in: .zIndex(ZIndexWrapper(value: value.bounded)))
  }

  /// Sets a value that a ``Layout`` around the view can read.
  ///
  ///     Text("Main").layoutValue(key: WeightKey.self, value: 2)
  public func layoutValue<Key: LayoutValueKey>(key: Key.Type, value: Key.Value) -> WrappedView<Self> {
    wrapped(in: .layoutValue(LayoutValueWrapper(key: ObjectIdentifier(key), value: LayoutValue(base: value))))
  }

  /// Sets the position of a horizontal alignment line, in pixels from the left edge. The function must be pure.
  public func alignmentGuide(
    _ alignment: HorizontalAlignment, computeValue: @escaping @Sendable (ViewDimensions) -> Double
  ) -> WrappedView<Self> {
    wrapped(in: .alignmentGuide(AlignmentGuide(alignment.line, compute: computeValue)))
  }

  /// Sets the position of a vertical alignment line, in pixels from the top edge. The function must be pure.
  public func alignmentGuide(
    _ alignment: VerticalAlignment, computeValue: @escaping @Sendable (ViewDimensions) -> Double
  ) -> WrappedView<Self> {
    wrapped(in: .alignmentGuide(AlignmentGuide(alignment.line, compute: computeValue)))
  }
}

/// A view that is laid out in one size and fills the space it is offered, magnified or made smaller.
///
/// In a space with another aspect ratio, the content gets more room in one direction. Content that does not fit gets
/// more room in both, and is drawn smaller.
package struct MagnifiedView<Content: View>: View {
  private let content: Content
  private let size: PixelSize
  private let alignment: Alignment

  /// Creates a view of content that is laid out in a size.
  package init(content: Content, size: PixelSize, alignment: Alignment = .center) {
    self.content = content
    self.size = size
    self.alignment = alignment
  }

  /// The content, magnified if the size is another one.
  package var body: some View {
    content.wrapped(in: .magnification(MagnificationWrapper(size: size, alignment: alignment)))
  }
}
