/// A shadow of everything a view draws: its coverage in one colour, moved and blurred.
public struct Shadow: Sendable, Hashable {
  /// Its colour.
  public let color: Color
  /// The standard deviation of the blur in pixels, 0 to 256; 0 gives a hard shadow.
  public let radius: Double
  /// How far to the right it lies, in pixels.
  public let x: Double
  /// How far below it lies, in pixels.
  public let y: Double

  /// Makes a shadow. Lengths that are no numbers become 0; the others are brought within limits: the blur to
  /// 0...256 pixels, the place to 4096 pixels in each direction.
  public init(color: Color = Color(white: 0, alpha: 0.5), radius: Double, x: Double = 0, y: Double = 0) {
    self.color = color
    self.radius = radius.limited(to: 0...Blur.maximumRadius)
    self.x = x.limited(to: -4096...4096)
    self.y = y.limited(to: -4096...4096)
  }

  /// The place in whole pixels, on which everything stands.
  var offset: (x: Int, y: Int) { (Int(x.rounded()), Int(y.rounded())) }
}

extension Shadow {
  /// The pixels that the shadow of what touches `rectangle` may touch.
  func reach(of rectangle: PixelRect) -> PixelRect {
    let reach = Blur(radius: radius).reach
    return rectangle.offsetBy(dx: offset.x, dy: offset.y).insetBy(dx: -reach, dy: -reach)
  }
}
