import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Sound files that cannot be used", .requires(.ffmpeg))
struct SoundInputTests {
  private let folder: SoundFolder

  init() throws {
    folder = try SoundFolder()
  }

  private func expectFailure(
    _ error: MediaError, of sound: MovieSound, in container: MovieContainer = .mkv,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let names = folder.names
    await #expect(throws: error, sourceLocation: sourceLocation) {
      _ = try await folder.movie(container, sound, seconds: 1)
    }
    // Nothing was created, not even for a while: mkv has its name from the start.
    #expect(folder.names == names, sourceLocation: sourceLocation)
    #expect(!error.description.contains("\n"), sourceLocation: sourceLocation)
  }

  @Test("A missing file, a folder and a FIFO are errors before anything is written")
  func notFiles() async {
    let fifo = folder.path("fifo")
    mkfifo(fifo, 0o600)
    let paths = [
      (folder.path("missing.wav"), MediaError.FileReason.missing), (folder.path(""), .folder), (fifo, .notRegular),
    ]
    for (path, reason) in paths {
      await expectFailure(.fileNotOpened(path: path, reason: reason), of: .file(path: path))
    }
  }

  @Test("A file without any sound is an error")
  func noSound() async throws {
    let path = folder.path("silent.mp4")
    _ = try TestTool.ffmpeg.output(["-v", "error", "-f", "lavfi", "-i", "color=s=64x36:d=1", path])
    await expectFailure(.noSound(path: path), of: .file(path: path))
    let picture = folder.path("picture.png")
    _ = try TestTool.ffmpeg.output(["-v", "error", "-i", path, "-frames:v", "1", picture])
    await expectFailure(.noSound(path: picture), of: .file(path: picture))
  }

  private static let noise = (0..<100_000).map { (number: Int) -> UInt8 in
    UInt8(truncatingIfNeeded: (number &* number &* 2_654_435_761) >> 13)
  }

  @Test(
    "A file without valid sound is an error",
    arguments: [
      ("text.wav", Array("This is no sound at all.\n".utf8)), ("empty.mp3", []),
      ("zeros.flac", Array(repeating: 0, count: 5000)), ("cut.wav", Array("RIFF\u{24}\0\0\0WAVE".utf8)),
      ("noise.mp3", noise),
    ] as [(String, [UInt8])])
  func notSound(_ name: String, _ bytes: [UInt8]) async throws {
    let path = try folder.file(name, bytes)
    await #expect(throws: MediaError.self) { _ = try await folder.movie(.mkv, .file(path: path), seconds: 1) }
    #expect(folder.names == [name])
  }

  @Test("A file cannot make other files be opened", arguments: ["list.m3u8", "list.txt", "list.sdp"])
  func playlist(_ name: String) async throws {
    let sound = try folder.ticks("a.wav", seconds: 3)
    _ = try folder.ticks("a.ts", seconds: 3, arguments: ["-c:a", "aac"])
    let text =
      switch name {
      case "list.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3.0,\na.ts\n#EXT-X-ENDLIST\n"
      case "list.txt": "ffconcat version 1.0\nfile \(sound)\n"
      default: "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n"
      }
    let path = try folder.file(name, Array(text.utf8))
    await #expect(throws: MediaError.self) { _ = try await folder.movie(.mkv, .file(path: path), seconds: 1) }
    #expect(!folder.names.contains("movie.mkv"))
  }

  @Test("A container without sound is an error", arguments: [MovieContainer.gif, .apng])
  func notHeld(_ container: MovieContainer) async {
    await expectFailure(.soundNotHeld(container: container.name), of: .ticks(first: .zero), in: container)
  }

  @Test("Damage in the middle of a file is left out, and the rest is in step")
  func damage() async throws {
    let path = try folder.ticks("a.m4a", seconds: 6)
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    for index in 2 * bytes.count / 5..<bytes.count / 2 { bytes[index] = UInt8(truncatingIfNeeded: index * 37) }
    let damaged = try folder.file("damaged.m4a", bytes)
    let movie = try await folder.movie(.webm, .file(path: damaged), seconds: 6)
    #expect(try movie.onsets().last.map { abs($0 - 5) < 0.005 } == true)
  }

  @Test("Opening and failing a thousand times leaves no descriptor and no memory", .unsanitized)
  func leaks() async {
    await #expect(processExitsWith: .success) {
      try FFmpegLibraries.load()
      let folder = try SoundFolder()
      let silent = folder.path("silent.mp4")
      _ = try TestTool.ffmpeg.output(["-v", "error", "-f", "lavfi", "-i", "color=s=64x36:d=1", silent])
      let sounds = try [
        folder.file("text.wav", Array("This is no sound at all.\n".utf8)), folder.path("missing.wav"), silent,
        folder.ticks("a.wav", seconds: 1), folder.ticks("a.m4a", seconds: 1),
      ]
      func open() { for sound in sounds { _ = try? MovieContainer.mp4.open(.file(path: sound)) } }
      for _ in 0..<20 { open() }
      let before = try Usage()
      for _ in 0..<200 { open() }
      let after = try Usage()
      guard after.descriptorCount == before.descriptorCount, after.residentBytes < before.residentBytes + 2 << 20 else {
        print("before \(before), after \(after)")
        exit(1)
      }
    }
  }
}

/// What the process holds.
private struct Usage {
  let descriptorCount: Int
  let residentBytes: Int

  init() throws {
    descriptorCount = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    residentBytes = (Int(pages[1]) ?? 0) * Int(getpagesize())
  }
}
