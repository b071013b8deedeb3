import OverlayPictureInPicture
import OverlayRender

/// The rules for the place and the size of a window on a screen. All rectangles are in pixels.
struct WindowGeometry: Sendable, Hashable {
  /// An edge or a corner at which a window is resized.
  struct Edge: OptionSet, Sendable, Hashable {
    let rawValue: Int
    static let left = Edge(rawValue: 1)
    static let right = Edge(rawValue: 2)
    static let top = Edge(rawValue: 4)
    static let bottom = Edge(rawValue: 8)
  }

  /// The size of the content in points, whose aspect ratio the window keeps.
  var contentSize: PixelSize
  /// The smallest size in which the content can be read, in points.
  var minimumSize = PixelSize(1, 1)
  /// The part of the screen that is free of panels.
  var workArea: PixelRect
  /// The number of pixels per point.
  var scale = 1.0

  /// The distance from the edges of the screen, in points.
  private static let margin = 24.0
  /// The distance within which a window snaps to a corner, in points.
  private static let snappingDistance = 32.0
  /// The distance between windows that open at the same place, in points.
  private static let gap = 8.0
  /// The width of the edges at which a window is resized, in points.
  private static let edgeWidth = 8.0
  /// The shorter side of the smallest window, in points: the shorter side of its content, but within this range.
  /// Smaller windows are hard to find again. Text may need a larger window.
  private static let minimumSides = 48.0...72.0
  /// How many times as large a window must become for a change that is seen.
  private static let visibleGrowth = 1.25

  private func pixels(_ points: Double) -> Int { max(Int((points * scale).rounded()), 1) }

  /// Returns the frame of a new window: of the content's size in points, but at most as large as the screen.
  func initialFrame(at position: PictureInPictureWindowOptions.Position) -> PixelRect {
    frame(of: size(magnification: 1), at: position)
  }

  /// Returns the frame for one that was remembered, which may be of another screen or of another content. The content
  /// is magnified as the other one was.
  ///
  /// - Parameter restoresSize: Whether the size is restored, and not only the place.
  func restoredFrame(_ remembered: RememberedFrame, restoresSize: Bool) -> PixelRect {
    let (frame, contentWidth) = (remembered.frame, Double(max(remembered.contentSize.width, 1)))
    let width = Double(frame.width) / contentWidth * Double(contentSize.width)
    return self.frame(frame, withSize: restoresSize ? size(width: width) : size(magnification: 1))
  }

  /// Returns the frame of a window after the screen has changed.
  func restoredFrame(_ frame: PixelRect) -> PixelRect {
    self.frame(frame, withSize: size(width: Double(frame.width)))
  }

  /// Returns the frame of one of several windows that open at the same place: the higher its number, the farther it is
  /// from the closest edge, above or below the others; where that does not fit, beside them.
  func stacked(_ frame: PixelRect, number: Int) -> PixelRect {
    let (isRight, isBelow) = closestEdges(of: frame)
    let (width, height) = (frame.width + pixels(Self.gap), frame.height + pixels(Self.gap))
    let space = isBelow ? frame.minY - workArea.minY : workArea.maxY - frame.maxY
    let rows = max(space, 0) / height + 1
    let (column, row) = number.quotientAndRemainder(dividingBy: rows)
    return onScreen(
      frame.offsetBy(dx: (isRight ? -column : column) * width, dy: (isBelow ? -row : row) * height))
  }

  /// Returns the corner of a frame that is closest to one of the screen, by which windows of different sizes have the
  /// same place.
  func corner(of frame: PixelRect) -> (x: Int, y: Int) {
    let (isRight, isBelow) = closestEdges(of: frame)
    return (isRight ? frame.maxX : frame.minX, isBelow ? frame.maxY : frame.minY)
  }

  /// Returns whether a frame is closer to the right edge of the screen than to the left one, and to the lower edge than
  /// to the upper one.
  private func closestEdges(of frame: PixelRect) -> (isRight: Bool, isBelow: Bool) {
    (
      workArea.maxX - frame.maxX < frame.minX - workArea.minX,
      workArea.maxY - frame.maxY < frame.minY - workArea.minY
    )
  }

  /// Returns the frame of a window of a size at a position.
  func frame(of size: PixelSize, at position: PictureInPictureWindowOptions.Position) -> PixelRect {
    let margin = pixels(Self.margin)
    let left = workArea.minX + margin
    let top = workArea.minY + margin
    let right = workArea.maxX - margin - size.width
    let bottom = workArea.maxY - margin - size.height
    let (x, y) =
      switch position {
      case .topLeft: (left, top)
      case .topRight: (right, top)
      case .bottomLeft: (left, bottom)
      case .bottomRight: (right, bottom)
      case .center:
        (workArea.minX + (workArea.width - size.width) / 2, workArea.minY + (workArea.height - size.height) / 2)
      case .point(let x, let y): (x, y)
      }
    return onScreen(PixelRect(x: x, y: y, width: size.width, height: size.height))
  }

  /// Returns the frame of a window that was moved: in a corner if it is near that.
  func snapped(_ frame: PixelRect) -> PixelRect {
    let distance = pixels(Self.snappingDistance)
    let corners = [PictureInPictureWindowOptions.Position.topLeft, .topRight, .bottomLeft, .bottomRight]
    let near = corners.map { self.frame(of: frame.size, at: $0) }
      .first { abs($0.x - frame.x) <= distance && abs($0.y - frame.y) <= distance }
    return near ?? frame
  }

  /// Returns the edge at a point of a window; `nil` inside the window, where a press moves it.
  func edge(atX x: Double, y: Double, of size: PixelSize) -> Edge? {
    let width = Double(min(pixels(Self.edgeWidth), max(min(size.width, size.height) / 4, 1)))
    var edge: Edge = []
    if x < width { edge.insert(.left) } else if x >= Double(size.width) - width { edge.insert(.right) }
    if y < width { edge.insert(.top) } else if y >= Double(size.height) - width { edge.insert(.bottom) }
    return edge.isEmpty ? nil : edge
  }

  /// Returns the frame of a window whose edge was dragged. The opposite edges stay where they are.
  func resized(_ frame: PixelRect, at edge: Edge, byX x: Int, y: Int) -> PixelRect {
    let widthChange = edge.contains(.left) ? -x : edge.contains(.right) ? x : 0
    let heightChange = edge.contains(.top) ? -y : edge.contains(.bottom) ? y : 0
    let ratio = Double(contentSize.width) / Double(max(contentSize.height, 1))
    // The edge that was dragged farther decides.
    let (byWidth, byHeight) = (Double(widthChange), Double(heightChange) * ratio)
    let size = size(width: Double(frame.width) + (abs(byWidth) >= abs(byHeight) ? byWidth : byHeight))
    return PixelRect(
      x: edge.contains(.left) ? frame.maxX - size.width : frame.x,
      y: edge.contains(.top) ? frame.maxY - size.height : frame.y, width: size.width, height: size.height)
  }

  /// Returns whether a frame has the size in which the window of the content opens.
  func isOriginal(_ frame: PixelRect) -> Bool {
    let original = size(magnification: 1)
    // A window manager may have rounded the size.
    return max(abs(frame.width - original.width), abs(frame.height - original.height)) <= 1
  }

  /// Returns the frame of a window that changes between its original size and twice that size; from any other size, it
  /// changes to the original one. On a screen that has no room for a larger window, half the size is in place of twice
  /// the size.
  func toggled(_ frame: PixelRect) -> PixelRect {
    let original = size(magnification: 1)
    guard isOriginal(frame) else { return self.frame(frame, withSize: original) }
    let twice = size(width: 2 * Double(original.width))
    let grows = Double(twice.width) >= Self.visibleGrowth * Double(original.width)
    return self.frame(frame, withSize: grows ? twice : size(width: Double(original.width) / 2))
  }

  /// Returns the frame of a window that gets another size. The edges that are closest to the edges of the screen stay
  /// where they are.
  func frame(_ frame: PixelRect, withSize size: PixelSize) -> PixelRect {
    let (isRight, isBelow) = closestEdges(of: frame)
    return onScreen(
      PixelRect(
        x: isRight ? frame.maxX - size.width : frame.x, y: isBelow ? frame.maxY - size.height : frame.y,
        width: size.width, height: size.height))
  }

  /// Returns the frame of a window whose content has changed: of about the same area, in the aspect ratio of the new
  /// content. The edges that are closest to the edges of the screen stay where they are, and a center stays a center.
  func adapted(_ frame: PixelRect) -> PixelRect {
    let ratio = Double(max(contentSize.width, 1)) / Double(max(contentSize.height, 1))
    let size = size(width: (Double(frame.width) * Double(frame.height) * ratio).squareRoot())
    var adapted = self.frame(frame, withSize: size)
    let center = self.frame(of: size, at: .center)
    if abs(frame.minX - workArea.minX - (workArea.maxX - frame.maxX)) <= 1 { adapted.x = center.x }
    if abs(frame.minY - workArea.minY - (workArea.maxY - frame.maxY)) <= 1 { adapted.y = center.y }
    return adapted
  }

  /// Returns whether the content cannot be read in a frame.
  func isTooSmall(_ frame: PixelRect) -> Bool {
    let smallest = size(width: 0)
    return frame.width < smallest.width || frame.height < smallest.height
  }

  /// Returns a frame that is moved onto the screen.
  func onScreen(_ frame: PixelRect) -> PixelRect {
    PixelRect(
      x: max(min(frame.x, workArea.maxX - frame.width), workArea.minX),
      y: max(min(frame.y, workArea.maxY - frame.height), workArea.minY), width: frame.width, height: frame.height)
  }

  /// Returns the size of the content in points, times a number. See ``size(width:)``.
  private func size(magnification: Double) -> PixelSize {
    size(width: magnification * Double(contentSize.width) * scale)
  }

  /// Returns the size of a width, with the aspect ratio of the content, not too small and not larger than the screen.
  func size(width: Double) -> PixelSize {
    let (contentWidth, contentHeight) = (Double(max(contentSize.width, 1)), Double(max(contentSize.height, 1)))
    let side = min(contentWidth, contentHeight)
    let minimumSide = min(max(side, Self.minimumSides.lowerBound), Self.minimumSides.upperBound)
    let legible = max(Double(minimumSize.width) / contentWidth, Double(minimumSize.height) / contentHeight)
    let minimum = max(Double(pixels(minimumSide)) / side, legible * scale)
    let maximum = min(Double(workArea.width) / contentWidth, Double(workArea.height) / contentHeight)
    let factor = min(max(width / contentWidth, minimum), maximum)
    // The window of a very narrow content is wider than that, because it could not be seen otherwise.
    let shortest = pixels(Self.minimumSides.lowerBound)
    func length(_ length: Double, limit: Int) -> Int { max(min(max(Int(length.rounded()), shortest), limit), 1) }
    return PixelSize(
      length(contentWidth * factor, limit: workArea.width), length(contentHeight * factor, limit: workArea.height))
  }

  /// Returns whether a size has the aspect ratio of the content, as far as whole pixels can.
  func hasAspectRatio(_ size: PixelSize) -> Bool {
    let (contentWidth, contentHeight) = (max(contentSize.width, 1), max(contentSize.height, 1))
    return abs(size.width * contentHeight - size.height * contentWidth) <= max(contentWidth, contentHeight)
  }
}
