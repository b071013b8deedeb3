extension View {
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

  /// Gives the view its ideal extent both ways, whatever is offered: a text never wraps.
  public func fixedSize() -> ContainedView<Self> {
    fixedSize(horizontal: true, vertical: true)
  }

  /// Gives the view its ideal extent in the directions given, whatever is offered.
  public func fixedSize(horizontal: Bool, vertical: Bool) -> ContainedView<Self> {
    wrapped(in: .fixedSize(FixedSizeWrapper(horizontal: horizontal, vertical: vertical)))
  }

  /// Offers the view a space of this ratio of width to height, within what is offered or covering it.
  ///
  /// The ratio of the view's ideal size is taken where none is given, or one that is not above zero.
  public func aspectRatio(_ ratio: Double? = nil, contentMode: ContentMode) -> ContainedView<Self> {
    let usable = ratio.flatMap { $0 > 0 ? min(max($0, 1e-6), 1e6) : nil }
    return wrapped(in: .aspectRatio(AspectRatioWrapper(ratio: usable, mode: contentMode)))
  }

  /// Offers the view the largest space of its own ratio of width to height within what is offered.
  public func scaledToFit() -> ContainedView<Self> {
    aspectRatio(contentMode: .fit)
  }

  /// Offers the view the smallest space of its own ratio of width to height that covers what is offered.
  public func scaledToFill() -> ContainedView<Self> {
    aspectRatio(contentMode: .fill)
  }

  /// Takes all the space that is offered, and puts the view's centre at a place in it, in pixels from the top left.
  public func position(x: Double = 0, y: Double = 0) -> ContainedView<Self> {
    wrapped(in: .position(PositionWrapper(center: Point(x: x.bounded, y: y.bounded))))
  }

  /// Lets a stack serve the view before those of a lower priority, which is 0 when not given: it is offered all but the
  /// least lengths of the others. In a pile the views of the highest priority decide the size.
  public func layoutPriority(_ priority: Double) -> ContainedView<Self> {
    wrapped(in: .priority(PriorityWrapper(priority: priority.bounded)))
  }

  /// Sets a value that a ``Layout`` around the view can read.
  ///
  ///     Text("Main").layoutValue(key: WeightKey.self, value: 2)
  public func layoutValue<Key: LayoutValueKey>(key: Key.Type, value: Key.Value) -> ContainedView<Self> {
    wrapped(in: .layoutValue(LayoutValueWrapper(key: ObjectIdentifier(key), value: LayoutValue(base: value))))
  }

  /// Says where the view is aligned horizontally, in pixels from its left edge. The function must be pure.
  public func alignmentGuide(
    _ alignment: HorizontalAlignment, computeValue: @escaping @Sendable (ViewDimensions) -> Double
  ) -> ContainedView<Self> {
    wrapped(in: .alignmentGuide(AlignmentGuide(alignment.line, compute: computeValue)))
  }

  /// Says where the view is aligned vertically, in pixels from its top edge. The function must be pure.
  public func alignmentGuide(
    _ alignment: VerticalAlignment, computeValue: @escaping @Sendable (ViewDimensions) -> Double
  ) -> ContainedView<Self> {
    wrapped(in: .alignmentGuide(AlignmentGuide(alignment.line, compute: computeValue)))
  }
}
