import Foundation
import Testing

@testable import OverlayCaptions

/// The seeds of the fuzzer and the inputs it found: files of every format with all peculiarities.
@Suite("Seeds of the caption fuzzer")
struct CaptionSeedTests {
  private static let files: [URL] = {
    let folder = Bundle.module.url(forResource: "Fixtures", withExtension: nil)
    let files = folder.flatMap { try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil) }
    return (files ?? []).sorted { $0.path < $1.path }
  }()

  @Test("Every format has seeds")
  func complete() {
    let formats = Set(Self.files.compactMap { CaptionFormat(fileName: $0.path) })
    #expect(formats == Set(CaptionFormat.allCases))
  }

  @Test("Each seed is read as any format, and reading and writing the result changes nothing", arguments: files)
  func stable(file: URL) throws {
    let bytes = Array(try Data(contentsOf: file))
    for format in [nil] + CaptionFormat.allCases {
      let options = CaptionReadingOptions(format: format, takesPlainLines: true)
      guard let document = try? CaptionDocument(bytes, options: options) else { continue }
      for format in CaptionFormat.allCases {
        let text = document.track.written(as: format).text
        let name = "\(file.lastPathComponent) as \(format)"
        #expect(throws: Never.self, "\(name)\n\(text)") {
          let again = try CaptionDocument(Array(text.utf8), options: CaptionReadingOptions(format: format))
          #expect(again.track.written(as: format).text == text, "\(name)")
        }
      }
    }
  }

  @Test("The format of each seed is detected", arguments: files)
  func detected(file: URL) throws {
    guard let format = CaptionFormat(fileName: file.path), file.lastPathComponent.hasPrefix("quirks") else { return }
    #expect(try CaptionDocument(contentsOfFile: file.path).format == format)
  }
}
