import Foundation

/// A temporary folder, which is removed with its content when the test ends.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlay-render-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  package var names: [String] { ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted() }

  package func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: self(name)).map(Array.init) }

  package func make(_ name: String, _ text: String = "old") {
    _ = FileManager.default.createFile(atPath: self(name), contents: Data(text.utf8))
  }

  package func makeFIFO(_ name: String) -> String {
    mkfifo(self(name), 0o600)
    return self(name)
  }
}
