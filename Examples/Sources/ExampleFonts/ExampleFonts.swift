import Foundation
import OverlayRender

/// The fonts of the examples, for characters that the system fonts may lack.
///
/// They contain only the Chinese, Japanese and Arabic characters of the examples; `Examples/make-fonts.sh` creates
/// them.
public enum ExampleFonts {
  /// The system fonts and the fonts of the examples.
  public static let configuration = FontConfiguration(files: files)

  private static let files: [String] = {
    let folder = Bundle.module.url(forResource: "Fonts", withExtension: nil)
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
    return names.filter { $0.contains(".subset.") }.sorted().compactMap { folder?.appendingPathComponent($0).path }
  }()
}
