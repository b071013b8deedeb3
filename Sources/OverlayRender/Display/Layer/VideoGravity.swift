/// How a picture fits a surface with another aspect ratio; the counterpart of `AVLayerVideoGravity`.
public enum VideoGravity: Sendable, Hashable {
  /// The whole picture is visible, and the rest of the surface is transparent.
  case resizeAspect
  /// The picture fills the surface, and what exceeds it is cut off.
  case resizeAspectFill
  /// The picture is stretched to the surface.
  case resize
}
