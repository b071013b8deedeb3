import Foundation
import OverlayRender

/// The small fonts in Fixtures, and no others: pictures made with them are the same on every machine.
enum FixtureFonts {
  static let configuration = FontConfiguration(files: files, includesSystemFonts: false)

  static let files: [String] = {
    let folder = Bundle.module.url(forResource: "Fixtures/Fonts", withExtension: nil)
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
    return names.filter { $0.contains(".subset.") }.sorted().compactMap { folder?.appendingPathComponent($0).path }
  }()
}
