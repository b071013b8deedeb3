/// A view that is visible only where a mask is opaque.
public struct MaskView<Content: View, Mask: View>: PrimitiveView {
  let content: Content
  let mask: Mask
  let alignment: Alignment

  /// Adds a group of two groups: the mask, which has the size of the content, and the content.
  func addNodes(to builder: inout SceneBuilder) {
    builder.wrap(in: .effect(.mask)) { builder in
      builder.decorate(
        DecorationArrangement(alignment: alignment, isBehind: true),
        with: { $0.wrap(in: .effect(.opacity(1)), keepsEmpty: true) { mask.resolve(into: &$0) } }
      ) { builder in
        builder.wrap(in: .effect(.opacity(1))) { content.resolve(into: &$0) }
      }
    }
  }
}

extension View {
  /// Sets the opacity of the view, taken as one picture, from 0 (hidden) to 1 (unchanged).
  public func opacity(_ opacity: Double) -> WrappedView<Self> {
    wrapped(in: .effect(.opacity(opacity.limited(to: 0...1))))
  }

  /// Hides the view but keeps its space. To take no space, leave the view out with `if`.
  public func hidden() -> WrappedView<Self> {
    opacity(0)
  }

  /// Sets the rule by which the view, taken as one picture, blends with what lies beneath.
  public func blendMode(_ mode: BlendMode) -> WrappedView<Self> {
    wrapped(in: .effect(.blend(mode)))
  }

  /// Clips the view to its frame.
  public func clipped() -> WrappedView<Self> {
    wrapped(in: .effect(.clip(.rectangle)))
  }

  /// Clips the view to a shape of its size.
  public func clipShape(_ shape: some Shape) -> WrappedView<Self> {
    wrapped(in: .effect(.clip(shape.shapeOutline)))
  }

  /// Clips the view to a rectangle with rounded corners. The radius is in pixels.
  public func cornerRadius(_ radius: Double) -> WrappedView<Self> {
    clipShape(RoundedRectangle(cornerRadius: radius))
  }

  /// Shows the view only where `mask` is opaque. The mask is offered the view's size.
  public func mask<Mask: View>(
    alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask
  ) -> MaskView<Self, Mask> {
    MaskView(content: self, mask: mask(), alignment: alignment)
  }

  /// Adds a shadow beneath the view, taken as one picture.
  ///
  /// - Parameters:
  ///   - color: The color of the shadow.
  ///   - radius: The standard deviation of the blur in pixels, 0...256. At 0 the shadow has a hard edge.
  ///   - x: The horizontal offset in pixels, positive to the right.
  ///   - y: The vertical offset in pixels, positive downward.
  public func shadow(
    color: Color = Color(white: 0, alpha: 0.5), radius: Double, x: Double = 0, y: Double = 0
  ) -> WrappedView<Self> {
    shadow(Shadow(color: color, radius: radius, x: x, y: y))
  }

  /// Adds a shadow beneath the view, taken as one picture.
  public func shadow(_ shadow: Shadow) -> WrappedView<Self> {
    wrapped(in: .effect(.shadow(shadow)))
  }

  /// Applies a Gaussian blur. `radius` is its standard deviation in pixels, 0...256.
  public func blur(radius: Double) -> WrappedView<Self> {
    wrapped(in: .effect(.blur(radius.limited(to: 0...Blur.maximumRadius))))
  }

  /// Rotates the view clockwise about an anchor point, by an angle in degrees. Layout is not affected.
  public func rotationEffect(degrees: Double, anchor: UnitPoint = .center) -> WrappedView<Self> {
    wrapped(in: .effect(.transform(.rotation(degrees: degrees), anchor: anchor)))
  }

  /// Rotates the view clockwise about an anchor point. Layout is not affected.
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> WrappedView<Self> {
    rotationEffect(degrees: angle.degrees, anchor: anchor)
  }

  /// Scales the view about an anchor point. Layout is not affected.
  public func scaleEffect(_ factor: Double, anchor: UnitPoint = .center) -> WrappedView<Self> {
    scaleEffect(x: factor, y: factor, anchor: anchor)
  }

  /// Scales the width and height of the view about an anchor point. A negative factor mirrors it. Layout is not
  /// affected.
  public func scaleEffect(x: Double = 1, y: Double = 1, anchor: UnitPoint = .center) -> WrappedView<Self> {
    wrapped(in: .effect(.transform(.scale(x: x, y: y), anchor: anchor)))
  }

  /// Draws the view at an offset in pixels, to the right and down. Layout is not affected.
  public func offset(x: Double = 0, y: Double = 0) -> WrappedView<Self> {
    wrapped(in: .offset(OffsetWrapper(distance: Point(x: x.limited(to: -1e6...1e6), y: y.limited(to: -1e6...1e6)))))
  }

  /// Draws the view at an offset in pixels, in steps of an eighth of a pixel, for an offset that changes from frame to
  /// frame. Layout is not affected.
  public func movingOffset(x: Double = 0, y: Double = 0) -> WrappedView<Self> {
    let distance = Point(x: x.limited(to: -1e6...1e6), y: y.limited(to: -1e6...1e6))
    return wrapped(in: .offset(OffsetWrapper(distance: distance, isMoving: true)))
  }
}
