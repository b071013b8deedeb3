import Dispatch
import Foundation
import RenderTestTools
import Synchronization
import TestTools
import Testing

@testable import OverlayRender

/// A file system that does not answer delays only its own files.
@Suite("Files on file systems that do not answer", .timeLimit(.minutes(10)))
struct FollowedFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Blocks while reading a file with this name for the second time, until the test releases it.
  private enum SlowContent: FileContent {
    static let mayRead = DispatchSemaphore(value: 0)
    static let isReading = DispatchSemaphore(value: 0)
    private static let isFirst = Atomic(true)
    static let none = ""

    static func read(_ path: String) throws(TextFileProblem) -> String {
      if path.hasSuffix("/stalled"), !isFirst.exchange(false, ordering: .relaxed) {
        isReading.signal()
        mayRead.wait()
      }
      return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    static func mayBeUnfinished(_ text: String) -> Bool { false }

    static func areAlike(_ first: String, _ second: String) -> Bool { first == second }

    static func problem(of failure: WatchFailure) -> TextFileProblem {
      TextFileContent.problem(of: failure)
    }
  }

  @Test("Changes of other files are noticed while one file is being read")
  func stalledReading() async {
    folder.make("stalled", "one")
    folder.make("other", "two")
    let events = FileEvents()
    let stalled = FollowedFile<SlowContent>(folder("stalled"), events: events)
    SlowContent.isReading.wait()
    folder.make("stalled", "one more")
    let other = FollowedFile<SlowContent>(folder("other"), events: events)
    #expect(other.value.current.value == "two")
    folder.make("other", "three")
    #expect(await other.value.becomes("three"))
    #expect(stalled.value.current.value == "one")
    for _ in 0..<100 { SlowContent.mayRead.signal() }
    #expect(await stalled.value.becomes("one more"))
    withExtendedLifetime((stalled, other)) {}
  }

  @Test("Changes in other folders are noticed while one folder is being added")
  func stalledWatch() async throws {
    try FileManager.default.createDirectory(atPath: folder("stalled"), withIntermediateDirectories: false)
    folder.make("stalled/title", "one")
    folder.make("other", "two")
    let (isAdding, mayAdd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let events = FileEvents { descriptor, folder, mask in
      if folder.hasSuffix("/stalled") {
        isAdding.signal()
        mayAdd.wait()
      }
      return inotify_add_watch(descriptor, folder, mask)
    }
    let stalled = TextFileSource(FollowedFile(folder("stalled/title"), events: events))
    isAdding.wait()
    let other = TextFileSource(FollowedFile(folder("other"), events: events))
    for text in ["three", "four"] {
      folder.make("other", text)
      #expect(await other.text.becomes(text))
    }
    folder.make("stalled/title", "one more")
    for _ in 0..<100 { mayAdd.signal() }
    #expect(await stalled.text.becomes("one more"))
    folder.make("stalled/title", "the last")
    #expect(await stalled.text.becomes("the last"))
  }

  @Test("Folders that are not needed are not watched while another folder is being added")
  func releasesDuringAddition() async throws {
    let names = (0..<5).map { folder("\($0)") }
    for path in names + [folder("stalled")] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    let (isAdding, mayAdd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let inotify = Atomic<Int32>(-1)
    let events = FileEvents { descriptor, path, mask in
      inotify.store(descriptor, ordering: .relaxed)
      if path.hasSuffix("/stalled") {
        isAdding.signal()
        mayAdd.wait()
      }
      return inotify_add_watch(descriptor, path, mask)
    }
    let stalled = folder("stalled")
    let isAdded = LiveData(false)
    DispatchQueue.global().async {
      _ = try? events.watch(stalled) {}
      isAdded.update(true)
    }
    isAdding.wait()
    var watches: [FolderWatch]? = try names.map { try events.watch($0, child: "title") {} }
    let information = "/proc/self/fdinfo/\(inotify.load(ordering: .relaxed))"
    func watchCount() throws -> Int {
      try String(contentsOfFile: information, encoding: .utf8).split(separator: "\n").count { $0.hasPrefix("inotify") }
    }
    #expect(try watchCount() == 5)
    withExtendedLifetime(watches) {}
    watches = nil
    #expect(try watchCount() == 0)
    mayAdd.signal()
    #expect(await isAdded.becomes(true))
  }

  @Test("An interest is notified if its watch is removed while the interest is being added")
  func removalDuringAddition() async throws {
    let other = Mutex<FolderWatch?>(nil)
    let isFirst = Atomic(true)
    let events = FileEvents { descriptor, path, mask in
      let watch = inotify_add_watch(descriptor, path, mask)
      // The second interest gets the watch of the first one, which is removed before the second interest is known.
      if !isFirst.exchange(false, ordering: .relaxed) {
        let released = other.withLock { $0.take() }
        _ = consume released
      }
      return watch
    }
    let path = folder.path
    try other.withLock { $0 = try events.watch(path) {} }
    let isNotified = LiveData(false)
    let second = try events.watch(path) { isNotified.update(true) }
    #expect(await isNotified.becomes(true))
    withExtendedLifetime(second) {}
  }

  @Test("A change of a folder while it is being added is not missed")
  func changeDuringAddition() async throws {
    try FileManager.default.createDirectory(atPath: folder("a"), withIntermediateDirectories: false)
    let moved = LiveData(false)
    let isFirst = Atomic(true)
    let (from, to) = (folder("a"), folder("b"))
    let events = FileEvents { descriptor, path, mask in
      let watch = inotify_add_watch(descriptor, path, mask)
      if path == from, isFirst.exchange(false, ordering: .relaxed) {
        rename(from, to)
        let deadline = ContinuousClock.now + .seconds(60)
        while !moved.current.value, ContinuousClock.now < deadline { usleep(1000) }
      }
      return watch
    }
    let parent = try events.watch(folder.path, child: "b") { moved.update(true) }
    let reported = LiveData(false)
    let found = Mutex<FolderWatch?>(nil)
    let isAdded = LiveData(false)
    DispatchQueue.global().async {
      let watch = try? events.watch(from) { reported.update(true) }
      found.withLock { $0 = watch }
      isAdded.update(true)
    }
    #expect(await isAdded.becomes(true))
    #expect(moved.current.value, "the events were read before the watch was known")
    #expect(await reported.becomes(true))
    withExtendedLifetime(parent) {}
  }
}
