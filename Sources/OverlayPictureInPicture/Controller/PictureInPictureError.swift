import OverlayRender

/// An error in picture in picture.
public enum PictureInPictureError: DescribedError, Hashable {
  /// The desktop cannot show it. The reason says what is missing.
  case notSupported(reason: String)
  /// Another program shows picture in picture, and does not stop.
  case inUse
  /// The controller has no content source.
  case noContent
  /// The content has no picture yet: a start has waited for ten seconds.
  case contentNotReady
  /// The content has failed, and will have no picture.
  case contentFailed(reason: String)
  /// The program stopped it before it began.
  case stoppedBeforeStart
  /// The display ended the connection, or refused the window.
  case displayLost(reason: String)
  /// A picture cannot be drawn.
  case drawing(RenderError)

  /// One line that says what is wrong and how to fix it.
  public var description: String {
    switch self {
    case .notSupported(let reason): "picture in picture is not possible: \(reason)"
    case .inUse: "another program shows picture in picture and does not stop: close its window"
    case .noContent: "picture in picture has no content: set contentSource before the start"
    case .contentNotReady: "the content of picture in picture has no picture"
    case .contentFailed(let reason): reason
    case .stoppedBeforeStart: "picture in picture was stopped before it began"
    case .displayLost(let reason): "the display of picture in picture is lost: \(reason)"
    case .drawing(let error): error.description
    }
  }
}

/// The reason why picture in picture stops.
public enum PictureInPictureStopReason: Sendable, Hashable {
  /// The user closed the window.
  case user
  /// The user asked for the user interface of the program, and whether the delegate restored it.
  case restore(isRestored: Bool)
  /// The program stopped it, removed its content, or released its controller.
  case program
  /// The time after which the window closes is over.
  case timeElapsed
  /// Another picture in picture starts.
  case replaced
  /// The display is lost, a picture cannot be drawn, or another content source has no picture.
  case system(PictureInPictureError)

  var isBySystem: Bool {
    if case .system = self { true } else { false }
  }
}
