import OverlayRender

/// Where the window of picture in picture opens, and how it behaves.
public struct PictureInPictureWindowOptions: Sendable, Hashable {
  /// A place on the screen.
  public enum Position: Sendable, Hashable {
    /// The upper left corner.
    case topLeft
    /// The upper right corner.
    case topRight
    /// The lower left corner.
    case bottomLeft
    /// The lower right corner.
    case bottomRight
    /// The middle.
    case center
    /// The upper left corner of the window at a point of the desktop, in pixels; on Wayland, in points. The window
    /// stays on the screen.
    case point(x: Int, y: Int)
  }

  /// Where the window opens; `nil` for where it was left, or the lower right corner if it was never left anywhere.
  public var position: Position?
  /// Whether a window that opens where it was left has the size in which it was left. If `false`, or if ``position`` is
  /// set, it opens in the preferred size of its content.
  public var restoresSize = true
  /// The opacity, 0 (invisible) to 1.
  public var opacity = 1.0
  /// Whether clicks and keys go to what is below the window, which then cannot be moved.
  public var isClickThrough = false
  /// Whether controls appear when the pointer is over the window, and keys have an effect.
  public var showsControls = true
  /// Whether the delegate of the controller can restore the user interface of the program. Only with a delegate that
  /// can, the controls have one for it, and the delegate is asked. A change applies at once.
  public var canRestoreUserInterface = true
  /// The interval of the skips of content that plays.
  public var skipInterval = MediaTime.seconds(10)
  /// The title of the window, which desktops show in lists of windows.
  public var title = "Picture in Picture"
  /// The name under which the place and the size of the window are remembered; `nil` to remember none. The default is
  /// the name of the program.
  public var autosaveName: String?

  /// Creates the default options.
  public init() {
    autosaveName = ProgramName.current
  }
}
