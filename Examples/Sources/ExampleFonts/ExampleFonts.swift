import Foundation
import OverlayRender

/// The fonts that come with the examples, for characters that a machine with one font of its own may lack.
///
/// They hold only the Chinese, Japanese and Arabic characters that the examples show; `Examples/make-fonts.sh` makes them.
public enum ExampleFonts {
  /// The system's fonts, and those of the examples beside them.
  public static let configuration = FontConfiguration(files: files)

  private static let files: [String] = {
    let folder = Bundle.module.url(forResource: "Fonts", withExtension: nil)
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
    return names.filter { $0.contains(".subset.") }.sorted().compactMap { folder?.appendingPathComponent($0).path }
  }()
}
