/// How a picture fills the view that shows it.
public enum ImageScaling: Sendable, Hashable {
  /// As large as the picture is, whatever is offered.
  case none
  /// Scaled evenly, as large as fits into what is offered.
  case fit
  /// Scaled evenly, so that it covers what is offered; what reaches beyond is cut off.
  case fill
  /// Scaled to exactly what is offered.
  case stretch
  /// The four corners stay as they are, the sides are stretched along themselves and the middle both ways. The insets are
  /// rounded to whole pixels of the picture; where there is no room for the corners they shrink.
  case nineParts(EdgeInsets)
}

/// How pixels that are made larger or smaller are computed.
public enum ImageInterpolation: Sendable, Hashable, CaseIterable {
  /// Each pixel is a sharp square: for pixel art and codes.
  case nearest
  /// Smooth both ways.
  case good
}
