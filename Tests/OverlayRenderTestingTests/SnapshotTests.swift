import Foundation
import OverlayRender
import OverlayRenderTesting
import Testing

@Suite("Snapshots of views")
final class SnapshotTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("snapshots-\(UUID().uuidString)")
  private let configuration = RenderConfiguration(size: PixelSize(40, 20))

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A square that moves with presentation time.
  private struct Square: View {
    var color = Color.red
    var body: some View {
      color.frame(width: 10, height: 10)
    }
  }

  private var path: String { folder.appendingPathComponent("deep/square.png").path }

  private func record() {
    #expect(throws: SnapshotError.recorded(path: path)) { try Square().verifySnapshot(path, configuration) }
  }

  @Test("The first run records the picture and fails, the second passes")
  func records() throws {
    record()
    try Square().verifySnapshot(path, configuration)
  }

  @Test("A difference fails, counts the pixels and shows them in red")
  func difference() throws {
    record()
    let error = #expect(throws: SnapshotError.self) {
      try Square(color: Color(red: 1, green: 0, blue: 4.0 / 255)).verifySnapshot(path, configuration)
    }
    guard case .different(let path, let pixelCount, let largestDifference, let panel) = error else {
      Issue.record("expected a difference, got \(String(describing: error))")
      return
    }
    defer { try? FileManager.default.removeItem(atPath: panel) }
    #expect(path == self.path && pixelCount == 100 && largestDifference == 4)
    let picture = try Image(file: panel).pixels
    #expect(picture.format.size == PixelSize(3 * 40 + 16, 28))
    // Blue, green, red, alpha at the middle and at a corner of the third picture.
    picture.withUnsafeBytes { bytes in
      let middle = 4 * ((4 + 10) * picture.format.size.width + 4 + 2 * 44 + 20)
      #expect(bytes[middle..<(middle + 4)].elementsEqual([0, 0, 255, 255]))
      let corner = 4 * (4 * picture.format.size.width + 4 + 2 * 44)
      #expect(bytes[corner..<(corner + 4)].elementsEqual([0, 0, 0, 255]))
    }
  }

  @Test("Differences within the tolerance pass")
  func tolerance() throws {
    record()
    let square = Square(color: Color(red: 1, green: 0, blue: 4.0 / 255))
    try square.verifySnapshot(path, configuration, tolerance: 4)
    #expect(throws: SnapshotError.self) { try square.verifySnapshot(path, configuration, tolerance: 3) }
  }

  @Test("Pixels of only one of the pictures differ")
  func sizes() throws {
    record()
    let error = #expect(throws: SnapshotError.self) {
      try Square().verifySnapshot(path, RenderConfiguration(size: PixelSize(40, 22)))
    }
    guard case .different(_, let pixelCount, _, _) = error else { return }
    #expect(pixelCount > 0)
  }

  @Test("Without a start the wall clock begins in 1970")
  func wallClock() throws {
    record()
    let view = TimelineView(.every(.seconds(1))) { context in
      Square(color: context.wall == WallTime(nanosecondsSince1970: 3_000_000_000) ? .red : .blue)
    }
    try view.verifySnapshot(path, configuration, at: .seconds(3))
    #expect(throws: SnapshotError.self) { try view.verifySnapshot(path, configuration, at: .seconds(2)) }
  }

  @Test("A file that is not a picture is an error that names it")
  func damagedFile() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("text.png")
    try Data("text".utf8).write(to: file)
    let error = #expect(throws: ImageError.self) { try Square().verifySnapshot(file.path, configuration) }
    #expect(error?.description.contains(file.path) == true)
  }

  @Test("Relative paths start at the folder of the test")
  func relativePath() throws {
    let error = #expect(throws: SnapshotError.self) {
      try Square().verifySnapshot("square.png", configuration, sourceFile: "/tmp/overlay-render-snapshots/Test.swift")
    }
    defer { try? FileManager.default.removeItem(atPath: "/tmp/overlay-render-snapshots") }
    #expect(error == .recorded(path: "/tmp/overlay-render-snapshots/square.png"))
  }
}
