/// A shadow of everything that a view draws: its coverage in one color, moved and blurred.
public struct Shadow: Sendable, Hashable {
  /// The color of the shadow.
  public let color: Color
  /// The standard deviation of the blur in pixels, 0...256. At 0 the shadow has a hard edge.
  public let radius: Double
  /// The horizontal offset in pixels, positive to the right.
  public let x: Double
  /// The vertical offset in pixels, positive downward.
  public let y: Double

  /// Creates a shadow. The radius is limited to 0...256 pixels and the offset to ±4096 pixels. `NaN` becomes 0.
  public init(color: Color = Color(white: 0, alpha: 0.5), radius: Double, x: Double = 0, y: Double = 0) {
    self.color = color
    self.radius = radius.limited(to: 0...Blur.maximumRadius)
    self.x = x.limited(to: -4096...4096)
    self.y = y.limited(to: -4096...4096)
  }

  /// The offset in whole pixels.
  var offset: (x: Int, y: Int) { (Int(x.rounded()), Int(y.rounded())) }
}

extension Shadow {
  /// Returns the pixels that the shadow of `rectangle` may touch.
  func reach(of rectangle: PixelRect) -> PixelRect {
    let reach = Blur(radius: radius).reach
    return rectangle.offsetBy(dx: offset.x, dy: offset.y).insetBy(dx: -reach, dy: -reach)
  }
}
