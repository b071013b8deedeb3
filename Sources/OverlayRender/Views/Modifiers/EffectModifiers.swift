/// A view that shows only where another one is opaque.
public struct MaskView<Content: View, Mask: View>: PrimitiveView {
  let content: Content
  let mask: Mask
  let alignment: Alignment

  /// Adds a group of two groups: the content, and the mask at its size.
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
  /// Shows the view, as one picture, through: 0 hides it, 1 leaves it as it is.
  public func opacity(_ opacity: Double) -> ContainedView<Self> {
    wrapped(in: .effect(.opacity(opacity.limited(to: 0...1))))
  }

  /// Draws nothing of the view and leaves its space empty. To take no space either, leave the view out with `if`.
  public func hidden() -> ContainedView<Self> {
    opacity(0)
  }

  /// Blends the view, as one picture, with what lies beneath by a rule.
  public func blendMode(_ mode: BlendMode) -> ContainedView<Self> {
    wrapped(in: .effect(.blend(mode)))
  }

  /// Cuts off what reaches beyond the view's own frame.
  public func clipped() -> ContainedView<Self> {
    wrapped(in: .effect(.clip(.rectangle)))
  }

  /// Shows the view only within a shape of its size.
  public func clipShape(_ shape: some Shape) -> ContainedView<Self> {
    wrapped(in: .effect(.clip(shape.shapeOutline)))
  }

  /// Rounds the view's corners off, by a radius in pixels.
  public func cornerRadius(_ radius: Double) -> ContainedView<Self> {
    clipShape(RoundedRectangle(cornerRadius: radius))
  }

  /// Shows the view only where `mask` is opaque; that is offered the view's size.
  public func mask<Mask: View>(
    alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask
  ) -> MaskView<Self, Mask> {
    MaskView(content: self, mask: mask(), alignment: alignment)
  }

  /// Puts a shadow beneath everything the view draws, taken as one.
  ///
  /// - Parameters:
  ///   - color: The shadow's colour.
  ///   - radius: The standard deviation of its blur in pixels, 0 to 256; 0 gives a hard shadow.
  ///   - x: How far to the right it lies, in pixels.
  ///   - y: How far below it lies, in pixels.
  public func shadow(
    color: Color = Color(white: 0, alpha: 0.5), radius: Double, x: Double = 0, y: Double = 0
  ) -> ContainedView<Self> {
    shadow(Shadow(color: color, radius: radius, x: x, y: y))
  }

  /// Puts a shadow beneath everything the view draws, taken as one.
  public func shadow(_ shadow: Shadow) -> ContainedView<Self> {
    wrapped(in: .effect(.shadow(shadow)))
  }

  /// Blurs everything the view draws, by a Gaussian whose standard deviation is `radius` pixels, 0 to 256.
  public func blur(radius: Double) -> ContainedView<Self> {
    wrapped(in: .effect(.blur(radius.limited(to: 0...Blur.maximumRadius))))
  }

  /// Turns the view clockwise about a point of it, by degrees; layout takes no notice.
  public func rotationEffect(degrees: Double, anchor: UnitPoint = .center) -> ContainedView<Self> {
    wrapped(in: .effect(.transform(.rotation(degrees: degrees), anchor: anchor)))
  }

  /// Turns the view clockwise about a point of it; layout takes no notice.
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> ContainedView<Self> {
    rotationEffect(degrees: angle.degrees, anchor: anchor)
  }

  /// Draws the view larger or smaller about a point of it; layout takes no notice.
  public func scaleEffect(_ factor: Double, anchor: UnitPoint = .center) -> ContainedView<Self> {
    scaleEffect(x: factor, y: factor, anchor: anchor)
  }

  /// Draws the view wider and higher by two factors, about a point of it; layout takes no notice. A negative factor
  /// mirrors it.
  public func scaleEffect(x: Double = 1, y: Double = 1, anchor: UnitPoint = .center) -> ContainedView<Self> {
    wrapped(in: .effect(.transform(.scale(x: x, y: y), anchor: anchor)))
  }

  /// Draws the view so many pixels to the right and down; layout takes no notice.
  public func offset(x: Double = 0, y: Double = 0) -> ContainedView<Self> {
    wrapped(in: .offset(OffsetWrapper(distance: Point(x: x.limited(to: -1e6...1e6), y: y.limited(to: -1e6...1e6)))))
  }

  /// Draws the view so many pixels to the right and down, at eighths of a pixel: for places that change from frame to
  /// frame. Layout takes no notice.
  public func movingOffset(x: Double = 0, y: Double = 0) -> ContainedView<Self> {
    let distance = Point(x: x.limited(to: -1e6...1e6), y: y.limited(to: -1e6...1e6))
    return wrapped(in: .offset(OffsetWrapper(distance: distance, isMoving: true)))
  }
}
