import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Files of movies and sound that cannot be opened", .requires(.ffmpeg))
struct MediaFileTests {
  private let folder: OutputFolder

  init() throws {
    folder = try OutputFolder()
    try write("", to: "empty.mp4")
    try write("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n", to: "list.m3u8")
    try write("ffconcat version 1.0\nfile x.mp4\n", to: "list.ffconcat")
    try write("file 'x.mp4'\n", to: "list.txt")
    try write("v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n", to: "stream.sdp")
    mkfifo(folder("fifo"), 0o600)
    symlink("loop", folder("loop"))
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder(name)))
  }

  @Test("The error says what a path leads to, for pictures, sound and subtitles")
  func reasons() throws {
    let reasons: [(name: String, reason: MediaError.FileReason)] = [
      ("missing.mp4", .missing), ("empty.mp4/a.mp4", .missing), ("a\0b", .missing), (".", .folder),
      ("fifo", .notRegular), ("empty.mp4", .empty), ("list.m3u8", .playlist(.m3u)),
      ("list.ffconcat", .playlist(.concatenation)), ("list.txt", .playlist(.concatenation)),
      ("stream.sdp", .playlist(.sessionDescription)),
      ("loop", .system(SystemError(rawValue: ELOOP))),
    ]
    let files = reasons.map { (folder($0.name), $0.reason) }
    for (path, reason) in files + [("https://localhost/a.mp4?key=secret", .url), ("/dev/null", .notRegular)] {
      // A URL can contain passwords and keys.
      let error = MediaError.fileNotOpened(path: reason == .url ? "https://localhost/…" : path, reason: reason)
      #expect(throws: error) { try Movie(path: path) }
      #expect(throws: error) { try CaptionTrack(movie: path, subtitlesTrack: 1) }
      #expect(throws: error) { try SoundFile(path: path) }
      #expect(!error.description.contains("\n"))
    }
  }
}
