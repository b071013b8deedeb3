import Testing

@testable import OverlayRender

@Suite("What a text file gives")
struct TextFileContentTests {
  private func text(_ string: String) -> String? { TextFileContent.text(in: Array(string.utf8)) }

  @Test("A byte order mark and one line end at the end are left out")
  func ends() {
    #expect(text("") == "" && text("\n") == "" && text("\r\n") == "")
    #expect(text("one\n") == "one" && text("one\r\n") == "one" && text("one\n\n") == "one\n")
    #expect(text("one\ntwo") == "one\ntwo" && text("\u{FEFF}één\n") == "één")
    #expect(text("a\u{FEFF}") == "a\u{FEFF}")
  }

  @Test(
    "What is no UTF-8 or holds zeros is no text",
    arguments: [[0xFF], [0x41, 0xC3], [0x41, 0, 0x42], [0xFF, 0xFE, 0x41, 0], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func noText(bytes: [UInt8]) {
    #expect(TextFileContent.text(in: bytes) == nil)
  }

  @Test("As many bytes as are allowed are a text, and one more is too many")
  func size() throws {
    let folder = try TemporaryFolder()
    let most = String(repeating: "a", count: TextFileSource.sizeLimit)
    folder.make("most", most)
    folder.make("more", most + "\n")
    #expect(TextFileContent(ofFile: folder("most")) == .text(most))
    #expect(TextFileContent(ofFile: folder("more")) == .problem(.tooLarge(path: folder("more"))))
    #expect(TextFileContent(ofFile: "/dev/zero") == .problem(.notAFile(path: "/dev/zero")))
  }

  @Test("Problems name the file, and how to mend it, in one line")
  func descriptions() {
    let problems: [TextFileProblem] = [
      .missing(path: "a\nb"), .notAFile(path: "a"), .unreadable(path: "a", SystemError(rawValue: 13)),
      .tooLarge(path: "a"), .notText(path: "a"), .notWatched(folder: "a", SystemError(rawValue: 28)),
    ]
    #expect(Set(problems.map(\.description)).count == problems.count)
    #expect(problems.allSatisfy { $0.description.contains("'a") && !$0.description.contains("\n") })
    #expect(problems.last?.description.contains("fs.inotify.max_user_watches") == true)
  }
}
