import Foundation
import TestTools
import Testing

@testable import OverlayBase

@Suite("Regular files")
struct RegularFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A file is read completely, up to a limit")
  func whole() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    try Data(bytes).write(to: URL(fileURLWithPath: folder("file")))
    #expect(try RegularFile.bytes(ofFile: folder("file"), limit: 100_000) == bytes)
    #expect(throws: RegularFile.Failure.tooLarge) { try RegularFile.bytes(ofFile: folder("file"), limit: 99_999) }
  }

  @Test("A file of unknown size is also read up to the limit")
  func unknownSize() throws {
    let whole = try RegularFile.bytes(ofFile: "/proc/self/status", limit: 1 << 20)
    #expect(!whole.isEmpty)
    #expect(throws: RegularFile.Failure.tooLarge) { try RegularFile.bytes(ofFile: "/proc/self/status", limit: 10) }
  }

  @Test("Files that are not regular are not waited for")
  func others() {
    #expect(mkfifo(folder("fifo"), 0o600) == 0)
    for path in [folder("fifo"), folder("."), "/dev/zero"] {
      #expect(throws: RegularFile.Failure.notRegular) { try RegularFile.bytes(ofFile: path, limit: 10) }
    }
    for path in [folder("missing"), "", folder("missing") + "\0"] {
      #expect(throws: RegularFile.Failure.system(.missing)) { try RegularFile.bytes(ofFile: path, limit: 10) }
    }
  }
}
