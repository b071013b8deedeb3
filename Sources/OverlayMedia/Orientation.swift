import OverlayRender

/// The way from stored pictures to shown ones; the counterpart of `preferredTransform`.
///
/// First, rows become columns if the orientation transposes; then each direction is reversed if the orientation flips
/// it. So a quarter turn clockwise transposes and flips horizontally. Other turns that a file requests are rounded to
/// quarter turns.
public struct Orientation: Sendable, Hashable {
  /// Whether rows become columns.
  package var transposes = false
  /// Whether the left side of the shown picture is the last row or column of the stored one.
  package var flipsHorizontally = false
  /// Whether the top of the shown picture is the last row or column of the stored one.
  package var flipsVertically = false

  /// The orientation of pictures that are shown as they are stored.
  public static let upright = Orientation()

  /// The orientation that leads back.
  var inverse: Orientation {
    guard transposes else { return self }
    return Orientation(
      transposes: true, flipsHorizontally: flipsVertically, flipsVertically: flipsHorizontally)
  }

  /// Returns the size of a picture after the turn.
  public func size(of size: PixelSize) -> PixelSize { transposes ? PixelSize(size.height, size.width) : size }

  /// Returns where a part of a picture is after the turn.
  ///
  /// - Parameter size: The size of the picture before.
  func rectangle(of part: PixelRect, in size: PixelSize) -> PixelRect {
    let turned = self.size(of: size)
    var result = transposes ? PixelRect(x: part.y, y: part.x, width: part.height, height: part.width) : part
    if flipsHorizontally { result.x = turned.width - result.maxX }
    if flipsVertically { result.y = turned.height - result.maxY }
    return result
  }
}

extension Orientation {
  /// Reads a display matrix of FFmpeg: nine numbers in rows of three. The stored pixel (p, q) is shown at
  /// (a p + c q, b p + d q), where a and b start the first row, and c and d the second one.
  init(displayMatrix matrix: UnsafePointer<Int32>?) {
    guard let matrix else { return }
    let (a, b, c, d) = (matrix[0], matrix[1], matrix[3], matrix[4])
    transposes = b.magnitude > a.magnitude
    flipsHorizontally = (transposes ? c : a) < 0
    flipsVertically = (transposes ? b : d) < 0
  }
}
