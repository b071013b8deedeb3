@testable import OverlayRender

/// What a view becomes at a moment, without a picture.
enum Resolved {
  /// The tree of a view.
  static func builder(of view: any View, at time: RenderTime = .at(0)) -> SceneBuilder {
    var builder = SceneBuilder(time: time)
    view.resolve(into: &builder)
    return builder
  }

  /// The nodes of a view, in preorder.
  static func nodes(of view: any View, at time: RenderTime = .at(0)) -> [SceneNode] {
    builder(of: view, at: time).nodes
  }

  /// The strings of the texts in a view.
  static func texts(of view: any View, at time: RenderTime = .at(0)) -> [String] {
    nodes(of: view, at: time).compactMap(\.textContent?.shape.string)
  }
}

extension RenderTime {
  /// A moment of a stream that begins at zero.
  static func at(
    _ time: MediaTime, wallAnchor: WallTime = WallTime(nanosecondsSince1970: 0), rate: FrameRate = .fps(30)
  ) -> RenderTime {
    RenderTime(presentation: time, wallAnchor: wallAnchor, frameRate: rate)
  }

  /// The moment of a frame of a stream that begins at zero.
  static func at(
    _ frame: Int64, wallAnchor: WallTime = WallTime(nanosecondsSince1970: 0), rate: FrameRate = .fps(30)
  ) -> RenderTime {
    .at(rate.time(ofFrame: frame), wallAnchor: wallAnchor, rate: rate)
  }
}

extension SceneNode {
  /// The text that this node is, if it is one.
  var textContent: TextContent? {
    if case .leaf(.text(let content)) = kind { content } else { nil }
  }
}

extension WallTime {
  /// The moment an RFC 3339 text names.
  static func rfc3339(_ text: String) throws -> WallTime {
    try WallTime(parsing: text, now: WallTime(nanosecondsSince1970: 0), timeZone: .gmt)
  }
}
