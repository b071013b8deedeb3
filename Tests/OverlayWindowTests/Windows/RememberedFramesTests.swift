import Foundation
import OverlayRender
import Testing

@testable import OverlayWindow

@Suite("RememberedFrames")
struct RememberedFramesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "overlay-\(UUID().uuidString)/state")
  private var file: URL { folder.appending(path: "windows") }
  private let frame = RememberedFrame(
    frame: PixelRect(x: -12, y: 34, width: 480, height: 270), contentSize: PixelSize(320, 180))

  @Test("The frame of each window is remembered, the last one of a name")
  func names() throws {
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let frames = RememberedFrames(folder: folder.path)
    #expect(frames.frame(named: "default") == nil)
    frames.remember(
      RememberedFrame(frame: PixelRect(x: 1, y: 2, width: 3, height: 4), contentSize: PixelSize(3, 4)), named: "default"
    )
    frames.remember(frame, named: "two words")
    frames.remember(frame, named: "default")
    let others = RememberedFrames(folder: folder.path)
    #expect(others.frame(named: "default") == frame)
    #expect(others.frame(named: "two words") == frame)
    #expect(others.frame(named: "two") == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["windows"])
  }

  @Test(
    "Damaged lines are ignored",
    arguments: [
      "", "1 2 3", "1 2 3 4 default", "1 2 3 4 5 x default", "1 2 0 4 5 6 default", "1 2 3 4 5 0 default",
      "1 2 3 4 5 99999999999999999999 default", "-9223372036854775808 2 3 4 5 6 default", "\u{0}\n\n",
    ])
  func damage(_ line: String) throws {
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("\(line)\n-12 34 480 270 320 180 other\n".utf8).write(to: file)
    let frames = RememberedFrames(folder: folder.path)
    #expect(frames.frame(named: "default") == nil)
    #expect(frames.frame(named: "other") == frame)
    frames.remember(frame, named: "default")
    #expect(frames.frame(named: "default") == frame)
  }

  @Test("A name with a line break and a folder that cannot be written are ignored")
  func refusals() {
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let frames = RememberedFrames(folder: folder.path)
    frames.remember(frame, named: "a\nb")
    #expect(frames.frame(named: "a\nb") == nil)
    for folder in ["/dev/null/state", nil] {
      RememberedFrames(folder: folder).remember(frame, named: "default")
      #expect(RememberedFrames(folder: folder).frame(named: "default") == nil)
    }
  }

  @Test("Only the windows that were left last are remembered")
  func limit() {
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let frames = RememberedFrames(folder: folder.path)
    for index in 0...100 { frames.remember(frame, named: "\(index)") }
    #expect(frames.frame(named: "0") == nil)
    #expect(frames.frame(named: "1") == frame)
    #expect(frames.frame(named: "100") == frame)
  }

  @Test("Long names leave out the windows that were left first, and a name that is too long is ignored")
  func longNames() throws {
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let frames = RememberedFrames(folder: folder.path)
    func name(_ index: Int) -> String { String(repeating: "é", count: 1000) + "\(index)" }
    for index in 0..<50 { frames.remember(frame, named: name(index)) }
    #expect(frames.frame(named: name(49)) == frame)
    #expect(frames.frame(named: name(30)) == frame)
    #expect(frames.frame(named: name(0)) == nil)
    frames.remember(frame, named: String(repeating: "a", count: 1 << 16))
    #expect(frames.frame(named: name(49)) == frame)
    // The file is as large as can be read.
    let line = "-12 34 480 270 320 180 \n"
    let longest = String(repeating: "a", count: (1 << 16) - line.utf8.count)
    frames.remember(frame, named: longest)
    #expect(frames.frame(named: longest) == frame)
    #expect(try Data(contentsOf: file).count == 1 << 16)
  }
}
