import Foundation
import OverlayRender

extension View {
  /// Verifies that the view draws the picture in a PNG file.
  ///
  /// Call it in a test of any framework. The error that it throws fails the test and names the pictures to look at:
  ///
  ///     @Test func flashSale() throws {
  ///       var configuration = RenderConfiguration(size: PixelSize(320, 180))
  ///       configuration.fonts = FontConfiguration(files: [fontFile], includesSystemFonts: false)
  ///       try FlashSale().verifySnapshot("Snapshots/flash-sale.png", configuration, at: .seconds(2))
  ///     }
  ///
  /// The first run records the picture in the file and fails, so that someone looks at the picture. To record a picture
  /// again after an intended change, delete its file, or set `OVERLAY_RENDER_RECORD_SNAPSHOTS=1` to record all of them.
  ///
  /// When the pictures differ, a panel of the expected picture, the actual one and their differences is written to the
  /// folder that `OVERLAY_RENDER_FAILURES` names, or else to the temporary folder.
  ///
  /// The picture is the same on every machine if the configuration specifies its fonts by file. If the configuration
  /// has no `start`, the wall clock shows 1970-01-01 00:00:00 at presentation time zero. The time zone is UTC and the
  /// locale is `en_US_POSIX`, unless the view sets others.
  ///
  /// - Parameters:
  ///   - path: The path of the PNG file. A relative path starts at the folder of the source file of the test.
  ///   - configuration: The size, the fonts and the surroundings of the picture. The pixel format is ignored.
  ///   - time: The presentation time that the picture shows.
  ///   - tolerance: The difference in code values, 0 to 255, up to which components of two pixels count as equal.
  ///   - sourceFile: The source file of the test.
  /// - Throws: ``SnapshotError`` when the pictures differ or the file was recorded; `ImageError`, `RenderError` or
  ///   `SinkError` when a picture cannot be read, drawn or written.
  public func verifySnapshot(
    _ path: String, _ configuration: RenderConfiguration, at time: MediaTime = .zero, tolerance: Int = 0,
    sourceFile: StaticString = #filePath
  ) throws {
    let file = URL(
      fileURLWithPath: path, relativeTo: URL(fileURLWithPath: "\(sourceFile)").deletingLastPathComponent())
    var configuration = configuration
    configuration.start = configuration.start ?? WallTime(nanosecondsSince1970: 0)
    let view = timeZone(TimeZone.gmt).locale(Locale(identifier: "en_US_POSIX"))

    let recordsAll = ProcessInfo.processInfo.environment["OVERLAY_RENDER_RECORD_SNAPSHOTS"] == "1"
    if recordsAll || !FileManager.default.fileExists(atPath: file.path) {
      try view.writePNG(to: .path(file.path), configuration, at: time, overwrite: true)
      throw SnapshotError.recorded(path: file.path)
    }

    let expected = try Image(file: file.path).pixels
    let actual = try view.picture(configuration, at: time).pixelBuffer
    let comparison = PictureComparison(expected: expected, actual: actual, tolerance: tolerance)
    guard comparison.differingPixelCount > 0 else { return }
    throw SnapshotError.different(
      path: file.path, pixelCount: comparison.differingPixelCount, largestDifference: comparison.largestDifference,
      panel: try comparison.writePanel(ofSnapshot: file))
  }
}

extension PictureComparison {
  /// Writes the panel as a PNG file and returns its path. Snapshots with the same name in different folders have their
  /// own panels.
  fileprivate func writePanel(ofSnapshot snapshot: URL) throws -> String {
    // The hash FNV-1a of the path, because Swift's own differs in every run.
    let hash = snapshot.path.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let name = snapshot.deletingPathExtension().lastPathComponent + "-" + String(hash, radix: 16)
    let folder =
      ProcessInfo.processInfo.environment["OVERLAY_RENDER_FAILURES"]
      .map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("\(name).difference.png")
    var configuration = RenderConfiguration(size: panelSize)
    configuration.background = Color(red: 0.5, green: 0.5, blue: 0.5)
    try panel().writePNG(to: .path(file.path), configuration, overwrite: true)
    return file.path
  }
}

/// The reasons why a snapshot is not verified.
public enum SnapshotError: Error, Hashable, CustomStringConvertible {
  /// There was no file, or recording was requested: the picture is in the file now.
  case recorded(path: String)
  /// The picture differs from the file. `panel` is the path of a PNG file that shows both and their differences.
  case different(path: String, pixelCount: Int, largestDifference: Int, panel: String)

  /// The reason and what to do about it, in one line.
  public var description: String {
    switch self {
    case .recorded(let path):
      "recorded the snapshot \(path): look at it, then run the test again"
    case .different(let path, let pixelCount, let largestDifference, let panel):
      """
      \(pixelCount) pixels differ from the snapshot \(path), by up to \(largestDifference) of 255: look at \(panel) \
      (expected, actual, differences), and delete the snapshot if the change is intended
      """
    }
  }
}
