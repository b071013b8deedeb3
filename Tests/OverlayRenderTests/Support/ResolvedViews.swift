@testable import OverlayRender

/// The resolved tree of a view, without drawing.
enum Resolved {
  /// Returns the tree of a view.
  static func builder(of view: any View, at time: RenderTime = .at(0)) -> SceneBuilder {
    var builder = SceneBuilder(time: time)
    view.resolve(into: &builder)
    return builder
  }

  /// Returns the nodes of a view, in preorder.
  static func nodes(of view: any View, at time: RenderTime = .at(0)) -> [SceneNode] {
    builder(of: view, at: time).nodes
  }

  /// Returns the strings of the texts in a view.
  static func texts(of view: any View, at time: RenderTime = .at(0)) -> [String] {
    nodes(of: view, at: time).compactMap(\.textContent?.shape.string)
  }
}

extension RenderTime {
  /// A time of a stream that begins at zero.
  static func at(
    _ time: MediaTime, wallAnchor: WallTime = WallTime(nanosecondsSince1970: 0), rate: FrameRate = .fps(30)
  ) -> RenderTime {
    RenderTime(presentation: time, wallAnchor: wallAnchor, frameRate: rate)
  }

  /// The time of a frame of a stream that begins at zero.
  static func at(
    _ frame: Int64, wallAnchor: WallTime = WallTime(nanosecondsSince1970: 0), rate: FrameRate = .fps(30)
  ) -> RenderTime {
    .at(rate.time(ofFrame: frame), wallAnchor: wallAnchor, rate: rate)
  }
}

extension SceneNode {
  /// The text of this node; `nil` for other nodes.
  var textContent: TextContent? {
    if case .leaf(.text(let content)) = kind { content } else { nil }
  }
}

extension WallTime {
  /// The time of an RFC 3339 text.
  static func rfc3339(_ text: String) throws -> WallTime {
    try WallTime(parsing: text, now: WallTime(nanosecondsSince1970: 0), timeZone: .gmt)
  }
}
