// Names of picture in picture, which a program finds with another import. Where both modules are imported, the names of
// the other one are used.

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum DisplayLayerError {}

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum DisplayLayerView {}

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum PictureInPictureContentSource {}

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum PictureInPictureController {}

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum PictureInPictureControllerDelegate {}

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum PictureInPictureError {}

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum PictureInPictureWindowOptions {}

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum PiPView {}

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum SampleBufferDisplayLayer {}

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum SampleBufferPlaybackDelegate {}

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum VideoGravity {}

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum DisplayLayerFailure {}

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum PictureInPictureContent {}

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum PictureInPictureStopReason {}

/// Not available.
@available(*, unavailable, message: "import OverlayWindow, or OverlayPictureInPicture for a program without windows")
@_documentation(visibility: internal)
public enum PlaybackVolume {}
