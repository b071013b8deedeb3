import ArgumentParser

/// A way to show an overlay as video.
enum ComparedWay: String, CaseIterable, Codable, ExpressibleByArgument {
  /// The whole view is drawn into a new picture at each refresh, as UIPiPView does it.
  case naive
  /// A blank movie is decoded in a loop, and the view is laid over each of its pictures.
  case blankVideo = "blank-video"
  /// The pictures of the blank movie alone, which is the least that the way above can cost.
  case decodeOnly = "decode-only"
  /// The pictures of a stream, which draws what changes.
  case viewToVideo = "view-to-video"

  /// The name in reports.
  var title: String {
    switch self {
    case .naive: "naive view to video"
    case .blankVideo: "blank video"
    case .decodeOnly: "decode only"
    case .viewToVideo: "view to video"
    }
  }

  /// Whether the way needs a video file for each size.
  var needsClip: Bool { self == .blankVideo || self == .decodeOnly }
}
