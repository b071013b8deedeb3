import OverlayPictureInPicture
import OverlayRender
import TestTools
import Testing

@testable import OverlayWindow

@Suite("WindowGeometry")
struct WindowGeometryTests {
  private let geometry = WindowGeometry(
    contentSize: PixelSize(480, 270), workArea: PixelRect(x: 100, y: 50, width: 1920, height: 1030))

  @Test("A window opens with the size of its content, with a margin around it")
  func initialFrame() {
    #expect(geometry.initialFrame(at: .bottomRight) == PixelRect(x: 1516, y: 786, width: 480, height: 270))
    #expect(geometry.initialFrame(at: .topLeft) == PixelRect(x: 124, y: 74, width: 480, height: 270))
    #expect(geometry.initialFrame(at: .center) == PixelRect(x: 820, y: 430, width: 480, height: 270))
    #expect(geometry.initialFrame(at: .point(x: 300, y: 200)) == PixelRect(x: 300, y: 200, width: 480, height: 270))
    #expect(geometry.initialFrame(at: .point(x: 9000, y: -9)) == PixelRect(x: 1540, y: 50, width: 480, height: 270))
  }

  @Test("On a display with twice the density, a window has twice as many pixels")
  func density() {
    var geometry = geometry
    geometry.scale = 2
    #expect(geometry.initialFrame(at: .topLeft) == PixelRect(x: 148, y: 98, width: 960, height: 540))
  }

  @Test("A window changes between the size of its content and twice that, and stays in its corner")
  func toggling() {
    let corner = geometry.initialFrame(at: .bottomRight)
    let twice = PixelRect(x: 1036, y: 516, width: 960, height: 540)
    #expect(geometry.toggled(corner) == twice)
    #expect(geometry.toggled(twice) == corner)
    let other = PixelRect(x: 124, y: 74, width: 640, height: 360)
    #expect(geometry.toggled(other) == geometry.initialFrame(at: .topLeft))
  }

  @Test("A window is too small for content that cannot be read in it, and grows to the smallest legible size")
  func legibility() {
    var geometry = geometry
    let frame = PixelRect(x: 124, y: 74, width: 160, height: 90)
    #expect(!geometry.isTooSmall(frame))
    geometry.minimumSize = PixelSize(240, 135)
    #expect(geometry.isTooSmall(frame))
    #expect(geometry.adapted(frame) == PixelRect(x: 124, y: 74, width: 240, height: 135))
    #expect(!geometry.isTooSmall(geometry.adapted(frame)))
  }

  @Test("Content that the screen has no room for twice changes to the whole screen, or to half of its size")
  func togglingAtTheLimits() {
    var geometry = geometry
    for (content, other) in [
      (PixelSize(1280, 720), PixelSize(1831, 1030)), (PixelSize(1600, 900), PixelSize(800, 450)),
      (PixelSize(3840, 2160), PixelSize(916, 515)), (PixelSize(20, 20), PixelSize(96, 96)),
    ] {
      geometry.contentSize = content
      let original = geometry.initialFrame(at: .bottomRight)
      var zoom = WindowZoom()
      #expect(zoom.toggled(original, geometry).size == other)
      #expect(zoom.toggled(geometry.toggled(original), geometry) == original)
      #expect(geometry.isOriginal(geometry.toggled(geometry.toggled(original))))
    }
  }

  @Test("From any other size, a window changes to the size of its content, then to twice that, and back")
  func togglingFromOtherSizes() {
    for width in [130, 300, 482, 700, 961, 1920] {
      let start = geometry.frame(geometry.initialFrame(at: .topLeft), withSize: geometry.size(width: Double(width)))
      var zoom = WindowZoom()
      let original = zoom.toggled(start, geometry)
      #expect(geometry.isOriginal(original))
      let twice = zoom.toggled(original, geometry)
      #expect(twice.size == PixelSize(960, 540))
      #expect(zoom.toggled(twice, geometry) == original)
    }
  }

  @Test("Full screen returns to the frame before it, which other content and other screens change")
  func fullScreen() {
    let screen = PixelRect(x: 100, y: 20, width: 1920, height: 1060)
    let start = PixelRect(x: 300, y: 200, width: 480, height: 270)
    var zoom = WindowZoom()
    let large = zoom.toggled(start, geometry)
    #expect(zoom.toggledFullScreen(large, screen: screen) == screen && zoom.isFullScreen)
    #expect(zoom.toggledFullScreen(screen, screen: screen) == large && !zoom.isFullScreen)
    // What happened before is not forgotten.
    #expect(zoom.toggled(large, geometry) == start)
    _ = zoom.toggledFullScreen(start, screen: screen)
    var portrait = geometry
    portrait.contentSize = PixelSize(270, 480)
    zoom.adapt { portrait.adapted($0) }
    #expect(zoom.leaveFullScreen() == portrait.adapted(start))
    #expect(zoom.leaveFullScreen() == nil)
  }

  @Test("A window is not smaller than its content can be read, unless the screen is", arguments: [1, 2])
  func legibleSize(scale: Int) {
    var geometry = geometry
    geometry.scale = Double(scale)
    geometry.minimumSize = PixelSize(240, 135)
    #expect(geometry.size(width: 1) == PixelSize(240 * scale, 135 * scale))
    #expect(geometry.size(width: 961) == PixelSize(961, 541))
    geometry.minimumSize = PixelSize(4800, 2700)
    #expect(geometry.size(width: 1) == PixelSize(1831, 1030))
  }

  @Test("The window of a very narrow content is wide enough to be seen, and has another aspect ratio")
  func narrow() {
    var geometry = geometry
    geometry.contentSize = PixelSize(5000, 20)
    let size = geometry.initialFrame(at: .bottomRight).size
    #expect(size == PixelSize(1920, 48) && !geometry.hasAspectRatio(size))
    geometry.contentSize = PixelSize(480, 271)
    #expect(geometry.hasAspectRatio(geometry.size(width: 333)))
  }

  @Test("A window that changes its size twice returns to its place, wherever that is")
  func zooming() {
    var generator = SeededGenerator(seed: 14)
    for _ in 0..<1000 {
      let start = geometry.onScreen(
        PixelRect(
          x: Int.random(in: 0...2100, using: &generator), y: Int.random(in: 0...1100, using: &generator), width: 480,
          height: 270))
      var zoom = WindowZoom()
      let large = zoom.toggled(start, geometry)
      #expect(large.size == PixelSize(960, 540))
      // A window manager may round the size.
      let actual = PixelRect(x: large.x, y: large.y, width: large.width - 1, height: large.height)
      #expect(zoom.toggled(actual, geometry) == start)
    }
  }

  @Test("A window that was moved after it grew does not return")
  func zoomingAfterMove() {
    var zoom = WindowZoom()
    let start = PixelRect(x: 300, y: 200, width: 480, height: 270)
    let large = zoom.toggled(start, geometry)
    let moved = large.offsetBy(dx: 50, dy: 0)
    #expect(zoom.toggled(moved, geometry) == geometry.toggled(moved))
  }

  @Test("A window near a corner snaps to it, and one elsewhere stays")
  func snapping() {
    let corner = geometry.initialFrame(at: .bottomRight)
    #expect(geometry.snapped(corner.offsetBy(dx: -20, dy: 30)) == corner)
    #expect(geometry.snapped(corner.offsetBy(dx: -40, dy: 0)) == corner.offsetBy(dx: -40, dy: 0))
  }

  @Test("However a window is resized, it keeps its aspect ratio, its opposite edges, and a size that fits the screen")
  func resizing() {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<2000 {
      let content = PixelSize(Int.random(in: 1...4000, using: &generator), Int.random(in: 1...4000, using: &generator))
      var geometry = geometry
      geometry.contentSize = content
      let frame = geometry.initialFrame(at: .bottomRight)
      let edge = WindowGeometry.Edge(rawValue: [1, 2, 4, 8, 5, 6, 9, 10].randomElement(using: &generator) ?? 1)
      let resized = geometry.resized(
        frame, at: edge, byX: Int.random(in: -5000...5000, using: &generator),
        y: Int.random(in: -5000...5000, using: &generator))
      #expect(resized.width >= 1 && resized.height >= 1)
      #expect(resized.width <= 1920 && resized.height <= 1030)
      let ratio = Double(content.width) / Double(content.height)
      #expect(
        abs(Double(resized.width) - Double(resized.height) * ratio) <= max(ratio, 1)
          || min(resized.width, resized.height) == 48)
      if edge.contains(.left) { #expect(resized.maxX == frame.maxX) } else { #expect(resized.minX == frame.minX) }
      if edge.contains(.top) { #expect(resized.maxY == frame.maxY) } else { #expect(resized.minY == frame.minY) }
    }
  }

  @Test(
    "The shorter side of a window is at least the shorter side of its content, within 48 to 72 points",
    arguments: [(PixelSize(480, 270), 72), (PixelSize(960, 56), 56), (PixelSize(20, 30), 48)])
  func smallest(content: PixelSize, side: Int) {
    var geometry = geometry
    geometry.contentSize = content
    for scale in [1, 2] {
      geometry.scale = Double(scale)
      let size = geometry.size(width: 1)
      #expect(min(size.width, size.height) == side * scale)
    }
  }

  @Test("A window is never larger than the screen, however large or narrow its content is, and wherever it opens")
  func extremes() {
    for content in [PixelSize(100_000, 100_000), PixelSize(100_000, 1), PixelSize(1, 100_000)] {
      var geometry = geometry
      geometry.contentSize = content
      for place in [-1_048_575, 1_048_575] {
        let frame = geometry.initialFrame(at: .point(x: place, y: place))
        #expect(geometry.workArea.contains(frame) && !frame.isEmpty)
        #expect(geometry.workArea.contains(geometry.restoredFrame(frame.offsetBy(dx: place, dy: place))))
      }
    }
  }

  @Test("Windows that open at the same place are above or below each other, then beside each other", arguments: [1, 2])
  func stack(scale: Int) {
    var geometry = geometry
    geometry.contentSize = PixelSize(320, 100)
    geometry.scale = Double(scale)
    for (position, dx, dy) in [
      (PictureInPictureWindowOptions.Position.topLeft, 328, 108), (.topRight, -328, 108), (.bottomRight, -328, -108),
    ] {
      let frame = geometry.initialFrame(at: position)
      let frames = (0..<16).map { geometry.stacked(frame, number: $0) }
      #expect(frames[0] == frame)
      #expect(frames[1] == frame.offsetBy(dx: 0, dy: scale * dy))
      let rows = scale == 1 ? 9 : 4
      #expect(frames[rows] == frame.offsetBy(dx: scale * dx, dy: 0))
      #expect(frames[rows + 2] == frame.offsetBy(dx: scale * dx, dy: 2 * scale * dy))
      for (index, one) in frames.prefix(8).enumerated() {
        #expect(geometry.workArea.contains(one) && !frames[..<index].contains { $0.intersects(one) })
      }
      #expect(geometry.workArea.contains(geometry.stacked(frame, number: 1000)))
    }
  }

  @Test("A remembered frame of a screen that is gone comes onto the screen")
  func restoring() {
    let frame = geometry.restoredFrame(PixelRect(x: 5000, y: -800, width: 640, height: 100))
    #expect(frame == PixelRect(x: 1380, y: 50, width: 640, height: 360))
  }

  @Test("Other content opens in the corner of the last one, magnified as that one was")
  func restoringOtherContent() {
    // A wide movie was left at twice its size in the lower right corner.
    let wide = RememberedFrame(
      frame: PixelRect(x: 716, y: 336, width: 1280, height: 720), contentSize: PixelSize(640, 360))
    var geometry = geometry
    #expect(
      geometry.restoredFrame(wide, restoresSize: true) == PixelRect(x: 1036, y: 516, width: 960, height: 540))
    geometry.contentSize = PixelSize(203, 360)
    #expect(
      geometry.restoredFrame(wide, restoresSize: true) == PixelRect(x: 1590, y: 336, width: 406, height: 720))
    #expect(
      geometry.restoredFrame(wide, restoresSize: false) == PixelRect(x: 1793, y: 696, width: 203, height: 360))
    geometry.contentSize = PixelSize(64, 48)
    #expect(
      geometry.restoredFrame(wide, restoresSize: true) == PixelRect(x: 1868, y: 960, width: 128, height: 96))
  }

  @Test("A window whose content changes keeps about its area, and its corner or center")
  func adaptation() {
    var portrait = geometry
    portrait.contentSize = PixelSize(270, 480)
    for position in [PictureInPictureWindowOptions.Position.topLeft, .topRight, .bottomLeft, .bottomRight, .center] {
      let frame = geometry.initialFrame(at: position)
      #expect(portrait.adapted(frame) == portrait.initialFrame(at: position))
      #expect(geometry.adapted(portrait.adapted(frame)) == frame)
    }
    // The size that the user has chosen stays, whatever the other content prefers.
    var larger = geometry
    larger.contentSize = PixelSize(1920, 1080)
    let frame = PixelRect(x: 300, y: 200, width: 640, height: 360)
    #expect(larger.adapted(frame) == frame)
    // A long side fits the screen.
    var column = geometry
    column.contentSize = PixelSize(10, 1000)
    let high = column.adapted(geometry.initialFrame(at: .bottomRight))
    #expect(high.height <= 1030 && high.minY >= 50 && high.maxX == 1996)
  }

  @Test("The edges of a window resize it, and its middle moves it")
  func edges() {
    let size = PixelSize(480, 270)
    #expect(geometry.edge(atX: 2, y: 2, of: size) == [.left, .top])
    #expect(geometry.edge(atX: 479, y: 100, of: size) == .right)
    #expect(geometry.edge(atX: 240, y: 269, of: size) == .bottom)
    #expect(geometry.edge(atX: 240, y: 135, of: size) == nil)
    #expect(geometry.edge(atX: 4, y: 4, of: PixelSize(8, 8)) == nil)
  }
}
