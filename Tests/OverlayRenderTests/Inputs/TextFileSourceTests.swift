import Dispatch
import Foundation
import RenderTestTools
import Synchronization
import TestTools
import Testing

@testable import OverlayRender

@Suite("Text files that other programs rewrite", .timeLimit(.minutes(10)))
struct TextFileSourceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func replace(_ name: String, with text: String) {
    folder.make(name + ".new", text)
    #expect(rename(folder(name + ".new"), folder(name)) == 0)
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
  }

  @Test("A file is read immediately, and again when it is replaced or written in place")
  func follows() async throws {
    folder.make("title", "one\n")
    let source = TextFileSource(path: folder("title"))
    #expect(source.text.current == ("one", 0) && source.problem.current.value == nil)
    replace("title", with: "two")
    #expect(await source.text.becomes("two"))
    folder.make("title", "three")
    #expect(await source.text.becomes("three"))
    let file = try #require(FileHandle(forWritingAtPath: folder("title")))
    try file.seekToEnd()
    try file.write(contentsOf: Data(" and more".utf8))
    #expect(await source.text.becomes("three and more"), "the file is still open")
    try file.truncate(atOffset: 0)
    #expect(await source.text.becomes(""), "the file stays empty")
    #expect(source.problem.current.value == nil)
  }

  @Test("The previous text stays while the file is missing")
  func missing() async {
    folder.make("title", "one")
    let source = TextFileSource(path: folder("title"))
    unlink(folder("title"))
    #expect(await source.problem.becomes(.missing(path: folder("title"))))
    #expect(source.text.current == ("one", 0))
    folder.make("title", "one")
    #expect(await source.problem.becomes(nil))
    #expect(source.text.current == ("one", 0), "the same text is not an update")
  }

  @Test("The previous text stays while there is no text, and FIFOs do not block")
  func unsuitable() async throws {
    let path = folder("title")
    folder.make("title", "one")
    let source = TextFileSource(path: path)
    try Data([0x41, 0xFF]).write(to: URL(fileURLWithPath: path))
    #expect(await source.problem.becomes(.notText(path: path)))
    folder.make("title", String(repeating: "a", count: TextFileSource.sizeLimit + 1))
    #expect(await source.problem.becomes(.tooLarge(path: path)))
    unlink(path)
    _ = folder.makeFIFO("title")
    #expect(await source.problem.becomes(.notAFile(path: path)))
    unlink(path)
    try makeFolder("title")
    folder.make("title/inner", "x")
    unlink(folder("title/inner"))
    rmdir(path)
    #expect(await source.problem.becomes(.missing(path: path)))
    symlink("title", path)
    #expect(await source.problem.becomes(.unreadable(path: path, SystemError(rawValue: ELOOP))))
    #expect(source.text.current == ("one", 0))
    replace("title", with: "two")
    #expect(await source.text.becomes("two"))
    #expect(await source.problem.becomes(nil))
  }

  @Test("Folders on the path may be created, removed and replaced")
  func folders() async throws {
    let source = TextFileSource(path: folder("a/b/title"))
    #expect(source.problem.current.value == .missing(path: folder("a/b/title")))
    try makeFolder("a")
    try makeFolder("a/b")
    folder.make("a/b/title", "one")
    #expect(await source.text.becomes("one"))
    rename(folder("a/b"), folder("a/old"))
    #expect(await source.problem.becomes { $0 != nil })
    try makeFolder("a/b")
    folder.make("a/b/title", "two")
    #expect(await source.text.becomes("two"))
    // A folder further up the path, replaced by a complete one.
    try makeFolder("next/b")
    folder.make("next/b/title", "three")
    rename(folder("a"), folder("gone"))
    rename(folder("next"), folder("a"))
    #expect(await source.text.becomes("three"))
    folder.make("gone/b/title", "not this")
    folder.make("a/b/title", "four")
    #expect(await source.text.becomes("four"))
    try FileManager.default.removeItem(atPath: folder("a"))
    #expect(await source.problem.becomes(.missing(path: folder("a/b/title"))))
    try makeFolder("a/b")
    folder.make("a/b/title", "five")
    #expect(await source.text.becomes("five"))
  }

  @Test("Symbolic links are followed, and also when their target changes")
  func links() async throws {
    try makeFolder("v1")
    try makeFolder("v2")
    folder.make("v1/title", "one")
    folder.make("v2/title", "two")
    symlink("v1", folder("current"))
    symlink("./current/../current/title", folder("link"))
    let source = TextFileSource(path: folder("link"))
    #expect(source.text.current.value == "one")
    replace("v1/title", with: "one again")
    #expect(await source.text.becomes("one again"))
    // As programs swap versions: a new link replaces the old one.
    symlink(folder("v2"), folder("next"))
    rename(folder("next"), folder("current"))
    #expect(await source.text.becomes("two"))
    folder.make("v2/title", "two again")
    #expect(await source.text.becomes("two again"))
    unlink(folder("link"))
    folder.make("link", "no link")
    #expect(await source.text.becomes("no link"))
  }

  @Test("A thousand replacements are a few reads, including the last one")
  func manyReplacements() async {
    folder.make("title", "0")
    let source = TextFileSource(path: folder("title"))
    let begin = ContinuousClock.now
    for number in 1...1000 { replace("title", with: "\(number)") }
    #expect(await source.text.becomes("1000"))
    let milliseconds = (ContinuousClock.now - begin) / .milliseconds(1)
    #expect(Double(source.text.current.revision) <= milliseconds / 10 + 2)
  }

  @Test("Truncating the file before writing does not cause flicker")
  func halfWritten() async throws {
    folder.make("title", "é0")
    // Any pause of the writer is shorter than this settling time.
    let source = TextFileSource(FollowedFile(folder("title"), settlingTime: .seconds(3600)))
    let shown = Mutex<[String]>([])
    let subscription = source.text.onUpdate { shown.withLock { $0.append(source.text.current.value) } }
    let file = try #require(FileHandle(forWritingAtPath: folder("title")))
    for number in 1...500 {
      try file.truncate(atOffset: 0)
      try file.seek(toOffset: 0)
      try file.write(contentsOf: Data([0xC3]))
      try file.write(contentsOf: Data([0xA9] + Array("\(number)".utf8)))
    }
    #expect(await source.text.becomes("é500"))
    #expect(shown.withLock { $0.allSatisfy { $0.hasPrefix("é") } })
    #expect(source.problem.current.value == nil)
    subscription.cancel()
  }

  @Test("A truncated file keeps its text for half a second, and is empty after that")
  func emptied() async throws {
    folder.make("title", "one")
    let source = TextFileSource(path: folder("title"))
    let file = try #require(FileHandle(forWritingAtPath: folder("title")))
    let begin = ContinuousClock.now
    try file.truncate(atOffset: 0)
    #expect(await source.text.becomes(""))
    #expect(ContinuousClock.now - begin >= .milliseconds(500))
  }

  @Test("If the system cannot watch the file, the text is available, and the problem is reported")
  func watchLimit() async {
    folder.make("title", "one")
    let events = FileEvents { _, _, _ in
      errno = ENOSPC
      return -1
    }
    let source = TextFileSource(FollowedFile(folder("title"), events: events))
    #expect(source.text.current.value == "one")
    #expect(await source.problem.becomes { $0?.description.contains("max_user_watches") == true })
  }

  @Test("No change is missed if the system drops events")
  func overflow() async throws {
    let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let count = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
    guard count <= 1 << 16 else { return }
    let events = FileEvents()
    let notified = LiveData(false)
    let watch = try events.watch(folder.path, child: "title") { notified.update(true) }
    let gate = DispatchSemaphore(value: 0)
    events.queue.async { gate.wait() }
    for number in 0...(count / 2) {
      // Two events each that differ from the previous one.
      symlink("x", folder("noise\(number % 2)"))
      unlink(folder("noise\(number % 2)"))
    }
    folder.make("title")
    #expect(!notified.current.value)
    gate.signal()
    #expect(await notified.becomes(true))
    withExtendedLifetime(watch) {}
  }

  @Test("Views of one path share a source, which is released with them")
  func shared() async throws {
    folder.make("title", "one")
    let path = folder("title")
    weak var source: TextFileSource?
    do {
      let renderer = try Renderer(
        TextFiles(path: path), configuration: FrameStreamTests.configuration(), clock: ManualClock())
      let first = try renderer.render(at: .zero)
      source = TextFileSource.shared(path: path)
      replace("title", with: "two")
      let text = try #require(source?.text)
      #expect(await text.becomes("two"))
      // The value is updated before its observers are notified.
      #expect(await eventually { renderer.nextChange == .negativeInfinity })
      let second = try renderer.render(at: .seconds(1))
      #expect(!second.hasSamePicture(as: first) && renderer.nextChange == .positiveInfinity)
    }
    #expect(await eventually { source == nil })
  }

  @Test("While a file is being read, other paths do not wait, and its own path waits for that read")
  func slowFile() throws {
    folder.make("slow", "one")
    folder.make("other", "two")
    let (slow, other) = (folder("slow"), folder("other"))
    let (isReading, mayRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let sources = FileSources { path, entry in
      if path == slow {
        isReading.signal()
        mayRead.wait()
      }
      return TextFileSource(FollowedFile(path, keeping: entry))
    }
    let found = Mutex<[TextFileSource]>([])
    let (slowOnes, otherOnes) = (DispatchGroup(), DispatchGroup())
    for _ in 0..<2 {
      DispatchQueue.global().async(group: slowOnes) {
        let source = sources.source(path: slow)
        found.withLock { $0.append(source) }
      }
    }
    isReading.wait()
    let otherText = Mutex("")
    DispatchQueue.global().async(group: otherOnes) {
      let source = sources.source(path: other)
      otherText.withLock { $0 = source.text.current.value }
    }
    #expect(otherOnes.wait(timeout: .now() + 60) == .success)
    #expect(otherText.withLock(\.self) == "two")
    #expect(found.withLock(\.count) == 0)
    mayRead.signal()
    #expect(slowOnes.wait(timeout: .now() + 60) == .success, "the second one reads nothing")
    mayRead.signal()
    let both = found.withLock(\.self)
    #expect(both.count == 2 && both.first === both.last && both.first?.text.current.value == "one")
  }

  @Test("A path has a new source after the old one is released")
  func newSource() async {
    folder.make("title", "one")
    let path = folder("title")
    let sources = FileSources { TextFileSource(FollowedFile($0, keeping: $1)) }
    weak var first: TextFileSource?
    first = sources.source(path: path)
    #expect(await eventually { first == nil })
    folder.make("title", "two")
    #expect(sources.source(path: path).text.current.value == "two")
  }

  /// Creates its views each time it is resolved.
  private struct TextFiles: View {
    let path: String
    var body: some View {
      HStack {
        TextFile(path: path).font(size: 12)
        TextFile(path: path).font(size: 12)
      }
    }
  }
}

@Suite("The content of text files")
struct TextFileContentTests {
  private func text(_ string: String) -> String? { TextFileContent.text(in: Array(string.utf8)) }

  @Test("A byte order mark and one line break at the end are removed")
  func ends() {
    #expect(text("") == "" && text("\n") == "" && text("\r\n") == "")
    #expect(text("one\n") == "one" && text("one\r\n") == "one" && text("one\n\n") == "one\n")
    #expect(text("one\ntwo") == "one\ntwo" && text("\u{FEFF}één\n") == "één")
    #expect(text("a\u{FEFF}") == "a\u{FEFF}")
  }

  @Test(
    "Invalid UTF-8 and zero bytes are not text",
    arguments: [[0xFF], [0x41, 0xC3], [0x41, 0, 0x42], [0xFF, 0xFE, 0x41, 0], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func noText(bytes: [UInt8]) {
    #expect(TextFileContent.text(in: bytes) == nil)
  }

  @Test("A text of the size limit is read, and a larger one is not")
  func size() throws {
    func read(_ path: String) -> Result<String, TextFileProblem> {
      Result { () throws(TextFileProblem) in try TextFileContent.read(path) }
    }
    let folder = try TemporaryFolder()
    let most = String(repeating: "a", count: TextFileSource.sizeLimit)
    folder.make("most", most)
    folder.make("more", most + "\n")
    #expect(read(folder("most")) == .success(most))
    #expect(read(folder("more")) == .failure(.tooLarge(path: folder("more"))))
    #expect(read("/dev/zero") == .failure(.notAFile(path: "/dev/zero")))
  }

  @Test("Problems contain the file and a remedy, in one line")
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
