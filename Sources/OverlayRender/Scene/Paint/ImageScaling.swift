/// The way in which a picture fills its view.
public enum ImageScaling: Sendable, Hashable {
  /// Uses the size of the picture.
  case none
  /// Scales evenly to the largest size that fits into the space offered.
  case fit
  /// Scales evenly to cover the space offered, and clips the rest.
  case fill
  /// Scales to exactly the space offered.
  case stretch
  /// Keeps the corners, stretches the sides in one direction, and stretches the middle in both. The insets are rounded
  /// to whole pixels of the picture. If there is not enough space, the corners shrink.
  case nineParts(EdgeInsets)
}

/// The way in which pixels are scaled.
public enum ImageInterpolation: Sendable, Hashable, CaseIterable {
  /// Keeps each pixel a sharp square, for pixel art and codes.
  case nearest
  /// Interpolates smoothly.
  case good
}
