import Foundation
import Testing

@testable import OverlayRender

@Suite("Output into files")
struct FileOutputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A file has its name only when it is complete")
  func partThenName() throws {
    let output = try ByteOutput(path: folder("a.y4m"))
    try output.write(text: "frames")
    #expect(folder.names == ["a.y4m.part"])
    try output.finish()
    #expect(folder.names == ["a.y4m"])
    #expect(text(folder.bytes("a.y4m")) == "frames")
    #expect(output.bytesWritten == 6)
    output.abandon()
    #expect(folder.names == ["a.y4m"], "abandoning comes too late")
  }

  @Test("Abandoning, or just letting go, leaves nothing")
  func abandon() throws {
    let output = try ByteOutput(path: folder("a"))
    try output.write(text: "half")
    output.abandon()
    #expect(folder.names == [])
    do {
      let forgotten = try ByteOutput(path: folder("b"))
      try forgotten.write(text: "half")
    }
    #expect(folder.names == [])
  }

  @Test("An existing file is refused before anything is made")
  func existing() throws {
    folder.make("a")
    #expect(throws: SinkError.alreadyExists(path: folder("a"))) { try ByteOutput(path: folder("a")) }
    #expect(folder.names == ["a"])
  }

  @Test("With overwrite the old file stays whole until the new one is complete, and after abandoning")
  func overwrite() throws {
    folder.make("a")
    let abandoned = try ByteOutput(path: folder("a"), overwrite: true)
    try abandoned.write(text: "new")
    #expect(text(folder.bytes("a")) == "old")
    abandoned.abandon()
    #expect(text(folder.bytes("a")) == "old")
    let output = try ByteOutput(path: folder("a"), overwrite: true)
    try output.write(text: "new")
    try output.finish()
    #expect(text(folder.bytes("a")) == "new")
    #expect(folder.names == ["a"])
  }

  @Test("A file that appears meanwhile is left as it is; the finished output is kept beside it")
  func appearedMeanwhile() throws {
    let output = try ByteOutput(path: folder("a"))
    try output.write(text: "ours")
    folder.make("a", "theirs")
    #expect(throws: SinkError.appearedMeanwhile(path: folder("a"), part: folder("a.part"))) { try output.finish() }
    output.abandon()
    #expect(text(folder.bytes("a")) == "theirs")
    #expect(text(folder.bytes("a.part")) == "ours")
  }

  @Test("Where the kernel has no such rename, a hard link moves the file and replaces nothing either")
  func moveByLink() throws {
    folder.make("a.part", "ours")
    try SystemCalls.moveByLink(folder("a.part"), toFreeName: folder("a"))
    #expect(folder.names == ["a"])
    folder.make("b.part")
    #expect(throws: SystemError(rawValue: EEXIST)) {
      try SystemCalls.moveByLink(folder("b.part"), toFreeName: folder("a"))
    }
    #expect(text(folder.bytes("a")) == "ours")
    #expect(folder.names == ["a", "b.part"])
  }

  @Test("Through a symbolic link the file it leads to is replaced; a link to nowhere counts as existing")
  func symbolicLinks() throws {
    folder.make("real")
    symlink("real", folder("link"))
    #expect(throws: SinkError.alreadyExists(path: folder("link"))) { try ByteOutput(path: folder("link")) }
    let output = try ByteOutput(path: folder("link"), overwrite: true)
    try output.write(text: "new")
    try output.finish()
    #expect(text(folder.bytes("real")) == "new")
    #expect(SystemCalls.resolvedPath(folder("link")) == SystemCalls.resolvedPath(folder("real")))
    symlink("nowhere", folder("dangling"))
    #expect(throws: SinkError.alreadyExists(path: folder("dangling"))) { try ByteOutput(path: folder("dangling")) }
  }

  @Test("Two live writers of one name: the second is refused, the first is not disturbed")
  func liveWriter() throws {
    let first = try ByteOutput(path: folder("a"))
    #expect(throws: SinkError.beingWritten(path: folder("a"), part: folder("a.part"))) {
      try ByteOutput(path: folder("a"))
    }
    try first.write(text: "first")
    try first.finish()
    #expect(text(folder.bytes("a")) == "first")
  }

  @Test("What a dead run left is replaced, even when it is the other name of a finished file")
  func stalePart() throws {
    folder.make("a.part", "a long stale rest")
    link(folder("a.part"), folder("finished"))
    let output = try ByteOutput(path: folder("a"))
    try output.write(text: "new")
    try output.finish()
    #expect(text(folder.bytes("a")) == "new")
    #expect(text(folder.bytes("finished")) == "a long stale rest")
    #expect(folder.names == ["a", "finished"])
  }

  @Test("Something else under the unfinished name is neither followed nor removed")
  func partInTheWay() throws {
    folder.make("precious")
    symlink("precious", folder("a.part"))
    let expected = SinkError.partInTheWay(path: folder("a"), part: folder("a.part"))
    #expect(throws: expected) { try ByteOutput(path: folder("a")) }
    #expect(text(folder.bytes("precious")) == "old")
    unlink(folder("a.part"))
    mkdir(folder("a.part"), 0o700)
    #expect(throws: expected) { try ByteOutput(path: folder("a")) }
    rmdir(folder("a.part"))
    _ = folder.makeFIFO("a.part")
    #expect(throws: expected) { try ByteOutput(path: folder("a")) }
  }

  @Test("Abandoning does not remove a file that someone else put under the unfinished name")
  func foreignPart() throws {
    let output = try ByteOutput(path: folder("a"))
    unlink(folder("a.part"))
    folder.make("a.part", "theirs")
    output.abandon()
    #expect(text(folder.bytes("a.part")) == "theirs")
  }

  @Test("Names that cannot be files are refused, each with its own error")
  func badNames() throws {
    mkdir(folder("inner"), 0o700)
    folder.make("file")
    #expect(throws: SinkError.nameEmpty) { try ByteOutput(path: "") }
    #expect(throws: SinkError.folder(path: folder("inner"))) { try ByteOutput(path: folder("inner")) }
    #expect(throws: SinkError.folderMissing(path: folder("no/a"), folder: folder("no"))) {
      try ByteOutput(path: folder("no/a"))
    }
    #expect(throws: SinkError.notAFolder(path: folder("file/a"))) { try ByteOutput(path: folder("file/a")) }
    let long = folder(String(repeating: "n", count: 300))
    #expect(throws: SinkError.cannotCreate(path: long, error: SystemError(rawValue: ENAMETOOLONG))) {
      try ByteOutput(path: long)
    }
  }

  @Test("A folder one may not write to is refused", .enabled(if: geteuid() != 0, "the superuser may write anywhere"))
  func unwritable() throws {
    mkdir(folder("closed"), 0o500)
    #expect(throws: SinkError.permissionDenied(path: folder("closed/a"))) { try ByteOutput(path: folder("closed/a")) }
  }

  @Test("A full device is named as full, and /dev/null takes everything as it is")
  func devices() throws {
    let full = try ByteOutput(path: "/dev/full")
    #expect(throws: SinkError.noSpace(name: "/dev/full")) { try full.write(text: "x") }
    full.abandon()
    let null = try ByteOutput(path: "/dev/null")
    try null.write(text: "gone")
    try null.finish()
    #expect(null.bytesWritten == 4)
  }

  @Test(
    "Every cause has its own case",
    arguments: [
      (ENOENT, SinkError.folderMissing(path: "f/a", folder: "f")), (ENOTDIR, .notAFolder(path: "f/a")),
      (EISDIR, .folder(path: "f/a")), (EACCES, .permissionDenied(path: "f/a")),
      (EPERM, .permissionDenied(path: "f/a")),
      (EROFS, .readOnlyFileSystem(path: "f/a")), (ENOSPC, .noSpace(name: "f/a")), (EDQUOT, .noSpace(name: "f/a")),
      (EMFILE, .cannotCreate(path: "f/a", error: SystemError(rawValue: EMFILE))),
    ])
  func creationErrors(_ number: Int32, _ expected: SinkError) {
    #expect(SinkError(creating: "f/a", SystemError(rawValue: number)) == expected)
  }

  @Test("Every description is one line that names the thing")
  func descriptions() {
    let errors: [SinkError] = [
      .terminal(name: "NAME"), .alreadyExists(path: "NAME"), .folder(path: "NAME"), .unsuitable(path: "NAME"),
      .badPattern(pattern: "NAME", position: 1), .oneFrameOnly(name: "NAME"),
      .pixelFormatUnsupported(container: "NAME", found: .bgra, supported: [.gray]), .formatChanged(name: "NAME"),
      .timeNotNumeric(time: "NAME"), .folderMissing(path: "NAME", folder: "f"), .notAFolder(path: "NAME"),
      .permissionDenied(path: "NAME"), .readOnlyFileSystem(path: "NAME"), .beingWritten(path: "NAME", part: "p"),
      .partInTheWay(path: "NAME", part: "p"), .appearedMeanwhile(path: "NAME", part: "p"), .notOpen(name: "NAME"),
      .notWritable(name: "NAME"), .cannotCreate(path: "NAME", error: SystemError(rawValue: EIO)),
      .noSpace(name: "NAME"),
      .readerClosed(name: "NAME"), .interrupted(name: "NAME"),
      .encodingFailed(name: "NAME", reason: "r"),
      .writeFailed(name: "NAME", error: SystemError(rawValue: EIO)),
    ]
    for error in errors {
      #expect(error.description.contains("NAME"))
      #expect(!error.description.contains("\n"))
    }
    #expect(
      SinkError.terminal(name: "standard output").description
        == "standard output is a terminal: give -o FILE or pipe it")
    #expect(SystemError(rawValue: EIO).description == "Input/output error")
  }
}
