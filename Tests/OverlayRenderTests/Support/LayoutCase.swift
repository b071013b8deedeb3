import Testing

@testable import OverlayRender

/// A view that is offered a size, and the frames of its texts and rectangles, in order, as `x,y WxH`. A character is
/// 10 x 20 pixels.
struct LayoutCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let view: any View
  let offered: Size
  let frames: [String]

  init(_ name: String, _ width: Double, _ height: Double, _ frames: [String], @ViewBuilder _ view: () -> some View) {
    testDescription = name
    self.view = view()
    offered = Size(width, height)
    self.frames = frames
  }

  func expectFrames(sourceLocation: SourceLocation = #_sourceLocation) {
    let layout = SceneLayout(Resolved.nodes(of: view), in: offered, measuredBy: GridMeasurer())
    #expect(layout.frames == frames, sourceLocation: sourceLocation)
  }

  func expectIdealSize(sourceLocation: SourceLocation = #_sourceLocation) {
    let size = SceneLayout.idealSize(of: Resolved.nodes(of: view), measuredBy: GridMeasurer())
    #expect([size.description] == frames, sourceLocation: sourceLocation)
  }
}

extension SceneLayout {
  /// The frames of the texts and rectangles, in order.
  var frames: [String] {
    nodes.indices.compactMap { index in
      switch nodes[index].kind {
      case .leaf(.text), .leaf(.fill):
        let frame = placements[index].frame
        return "\(text(frame.origin.x)),\(text(frame.origin.y)) \(frame.size.description)"
      default: return nil
      }
    }
  }
}

extension Size {
  /// As `WxH`.
  fileprivate var description: String { "\(text(width))x\(text(height))" }
}

private func text(_ number: Double) -> String {
  Int(exactly: number).map { String($0) } ?? String(number)
}

/// A rectangle of a size of its own.
func box(_ width: Double, _ height: Double) -> ContainedView<Rectangle> {
  Rectangle().frame(width: width, height: height)
}
