import Foundation
import TestTools
import Testing

@testable import OverlayRender

@Suite("Output to files")
struct FileOutputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A file gets its name only when it is complete")
  func partThenName() throws {
    let output = try ByteOutput(path: folder("a.y4m"))
    try output.write(text: "frames")
    #expect(folder.names.count == 1)
    #expect(try #require(folder.names.first).wholeMatch(of: /\.a\.y4m\.[a-z0-9]{8}\.part/) != nil)
    try output.finish()
    #expect(folder.names == ["a.y4m"])
    #expect(text(folder.bytes("a.y4m")) == "frames")
    #expect(output.bytesWritten == 6)
    output.abandon()
    #expect(folder.names == ["a.y4m"], "abandoning comes too late")
  }

  @Test("Abandoning or releasing an output leaves nothing")
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

  @Test("An existing file is refused before anything is created")
  func existing() throws {
    folder.make("a")
    #expect(throws: SinkError.alreadyExists(path: folder("a"))) { try ByteOutput(path: folder("a")) }
    #expect(folder.names == ["a"])
  }

  @Test("With overwrite, the old file does not change until the new one is complete, or if it is abandoned")
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

  @Test("A file that appears in the meantime does not change, and the complete output is kept next to it")
  func appearedMeanwhile() throws {
    let output = try ByteOutput(path: folder("a"))
    try output.write(text: "ours")
    folder.make("a", "theirs")
    let part = try #require(folder.names.first { $0.hasSuffix(".part") })
    #expect(throws: SinkError.appearedMeanwhile(path: folder("a"), part: folder(part))) { try output.finish() }
    output.abandon()
    #expect(text(folder.bytes("a")) == "theirs")
    #expect(text(folder.bytes(part)) == "ours")
  }

  @Test("If the kernel does not support such a rename, a hard link moves the file and replaces nothing either")
  func moveByLink() throws {
    folder.make("a.part", "ours")
    let entry = try FolderEntry(folder("a.part"))
    try entry.moveByLink(toFreeName: entry.sibling("a"))
    #expect(folder.names == ["a"])
    folder.make("b.part")
    #expect(throws: SystemError(rawValue: EEXIST)) {
      try entry.sibling("b.part").moveByLink(toFreeName: entry.sibling("a"))
    }
    #expect(text(folder.bytes("a")) == "ours")
    #expect(folder.names == ["a", "b.part"])
  }

  @Test("The destination of a symbolic link is replaced, and a link without a destination counts as existing")
  func symbolicLinks() throws {
    folder.make("real")
    symlink("real", folder("link"))
    #expect(throws: SinkError.alreadyExists(path: folder("link"))) { try ByteOutput(path: folder("link")) }
    let output = try ByteOutput(path: folder("link"), overwrite: true)
    try output.write(text: "new")
    try output.finish()
    #expect(text(folder.bytes("real")) == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("link")) == "real")
    symlink("nowhere", folder("dangling"))
    #expect(throws: SinkError.alreadyExists(path: folder("dangling"))) { try ByteOutput(path: folder("dangling")) }
  }

  @Test("Links are followed over several folders, relative and absolute ones")
  func linkedFolders() throws {
    for name in ["one", "two"] { mkdir(folder(name), 0o700) }
    folder.make("two/real")
    symlink(folder("two"), folder("one/folder"))
    symlink("folder/real", folder("one/second"))
    symlink(folder("one/second"), folder("first"))
    let output = try ByteOutput(path: folder("first"), overwrite: true)
    try output.write(text: "new")
    try output.finish()
    #expect(text(folder.bytes("two/real")) == "new")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder("one")).sorted() == ["folder", "second"])
    symlink("b", folder("a"))
    symlink("a", folder("b"))
    #expect(throws: SinkError.self) { try ByteOutput(path: folder("a"), overwrite: true) }
  }

  @Test("A file stays in its folder, whatever the path leads to when it is complete")
  func exchangedFolder() throws {
    for name in ["folder", "other"] { mkdir(folder(name), 0o700) }
    folder.make("folder/a")
    folder.make("other/a", "theirs")
    let output = try ByteOutput(path: folder("folder/a"), overwrite: true)
    let abandoned = try ByteOutput(path: folder("folder/b"))
    try output.write(text: "ours")
    rename(folder("folder"), folder("moved"))
    symlink("other", folder("folder"))
    try output.finish()
    abandoned.abandon()
    #expect(text(folder.bytes("moved/a")) == "ours" && text(folder.bytes("other/a")) == "theirs")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder("moved")) == ["a"])
  }

  @Test("A link of another user in a folder for everybody is not followed", .enabled(if: geteuid() == 0))
  func foreignLink() throws {
    mkdir(folder("shared"), 0o777)
    chmod(folder("shared"), 0o1777)
    folder.make("private", "private")
    symlink("../private", folder("shared/link"))
    #expect(try FolderEntry.destination(of: folder("shared/link")).name == "private", "the link of this user is")
    lchown(folder("shared/link"), 65_534, 65_534)
    #expect(throws: SystemError(rawValue: EACCES)) { try FolderEntry.destination(of: folder("shared/link")) }
    #expect(throws: SinkError.permissionDenied(path: folder("shared/link"))) {
      try ByteOutput(path: folder("shared/link"), overwrite: true)
    }
    #expect(throws: SinkError.permissionDenied(path: folder("shared/link"))) {
      try LineOutput(path: folder("shared/link"), overwrite: true)
    }
    #expect(text(folder.bytes("private")) == "private")
  }

  @Test("Two writers with one name do not affect each other, and the second to finish finds the name taken")
  func liveWriters() throws {
    let first = try ByteOutput(path: folder("a"))
    let second = try ByteOutput(path: folder("a"))
    try first.write(text: "first")
    try second.write(text: "second")
    try first.finish()
    let part = try #require(folder.names.first { $0.hasSuffix(".part") })
    #expect(throws: SinkError.appearedMeanwhile(path: folder("a"), part: folder(part))) { try second.finish() }
    #expect(text(folder.bytes("a")) == "first")
    #expect(text(folder.bytes(part)) == "second")
  }

  @Test(
    "A file of another process with the name of an unfinished file does not change", arguments: ["a.part", ".a.part"])
  func foreignPart(name: String) throws {
    folder.make(name, "theirs")
    let finished = try ByteOutput(path: folder("a"))
    try finished.write(text: "ours")
    try finished.finish()
    let abandoned = try ByteOutput(path: folder("a"), overwrite: true)
    abandoned.abandon()
    #expect(text(folder.bytes(name)) == "theirs")
    #expect(folder.names == [name, "a"].sorted())
  }

  @Test("Abandoning does not remove a file of another process under the unfinished name")
  func exchangedPart() throws {
    let output = try ByteOutput(path: folder("a"))
    let part = try #require(folder.names.first)
    unlink(folder(part))
    folder.make(part, "theirs")
    output.abandon()
    #expect(text(folder.bytes(part)) == "theirs")
  }

  @Test(
    "A name may have all 255 bytes, with any characters",
    arguments: ["n", "\u{E9}", "\u{1F1E9}\u{1F1EA}", "e\u{301}\u{302}"])
  func longName(character: String) throws {
    let name = String(repeating: character, count: 255 / character.utf8.count)
    let output = try ByteOutput(path: folder(name))
    try output.write(text: "x")
    let part = try #require(folder.names.first)
    #expect(part.utf8.count <= 255 && part.hasPrefix("." + character) && part.hasSuffix(".part"))
    try output.finish()
    #expect(folder.names == [name])
  }

  @Test("An output that ends early is kept next to the existing file, or gets its name on request")
  func earlyEnd() throws {
    folder.make("a")
    let kept = try ByteOutput(path: folder("a"), overwrite: true)
    try kept.write(text: "some")
    let part = try #require(try kept.finishEarly(publishes: false))
    kept.abandon()
    #expect(text(folder.bytes("a")) == "old")
    #expect(FileManager.default.contents(atPath: part) == Data("some".utf8))
    #expect(part.hasPrefix(folder(".a.")) && part.hasSuffix(".part"))

    let published = try ByteOutput(path: folder("a"), overwrite: true)
    try published.write(text: "more")
    #expect(try published.finishEarly(publishes: true) == folder("a"))
    #expect(text(folder.bytes("a")) == "more")
  }

  @Test("A complete file that cannot be renamed keeps its temporary name")
  func notPublished() throws {
    let output = try ByteOutput(path: folder("a"), overwrite: true)
    try output.write(text: "all")
    mkdir(folder("a"), 0o700)
    let part = try #require(folder.names.first { $0.hasSuffix(".part") })
    let expected = SinkError.notPublished(
      path: folder("a"), part: folder(part), error: SystemError(rawValue: EISDIR))
    #expect(throws: expected) { try output.finish() }
    output.abandon()
    #expect(text(folder.bytes(part)) == "all")
  }

  @Test("A file that replaces another one takes its permissions and owner", arguments: [0o600, 0o640, 0o444, 0o755])
  func permissions(mode: Int) throws {
    folder.make("a")
    chmod(folder("a"), mode_t(mode))
    if geteuid() == 0 { chown(folder("a"), 12345, 23456) }
    let output = try ByteOutput(path: folder("a"), overwrite: true)
    // It is not accessible to more users even while it is written.
    for name in folder.names { #expect(try status(name).st_mode & 0o777 == mode_t(mode)) }
    try output.finish()
    let new = try status("a")
    #expect(new.st_mode & 0o777 == mode_t(mode))
    if geteuid() == 0 { #expect(new.st_uid == 12345 && new.st_gid == 23456) }
  }

  @Test("A new file has the permissions of new files in the process")
  func newFile() throws {
    try ByteOutput(path: folder("a")).finish()
    folder.make("b")
    #expect(try status("a").st_mode == status("b").st_mode)
  }

  private func status(_ name: String) throws -> stat {
    var status = stat()
    try #require(stat(folder(name), &status) == 0)
    return status
  }

  @Test("Names that cannot be files are refused with different errors")
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

  @Test("A folder without write permission is refused")
  func unwritable() async {
    // In a process of its own, which drops the privileges of the superuser, who may write anywhere.
    await #expect(processExitsWith: .success) {
      if geteuid() == 0 { try #require(setgroups(0, nil) == 0 && setuid(65_534) == 0) }
      let folder = try TemporaryFolder()
      mkdir(folder("closed"), 0o500)
      #expect(throws: SinkError.permissionDenied(path: folder("closed/a"))) {
        try ByteOutput(path: folder("closed/a"))
      }
    }
  }

  @Test("A full device is reported as full, and /dev/null accepts everything")
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

  @Test("Every description is one line that contains the name")
  func descriptions() {
    let errors: [SinkError] = [
      .terminal(name: "NAME"), .alreadyExists(path: "NAME"), .folder(path: "NAME"), .unsuitable(path: "NAME"),
      .badPattern(pattern: "NAME", position: 1), .oneFrameOnly(name: "NAME"),
      .pixelFormatUnsupported(container: "NAME", found: .bgra, supported: [.gray]), .formatChanged(name: "NAME"),
      .timeNotNumeric(time: "NAME"), .folderMissing(path: "NAME", folder: "f"), .notAFolder(path: "NAME"),
      .permissionDenied(path: "NAME"), .readOnlyFileSystem(path: "NAME"), .appearedMeanwhile(path: "NAME", part: "p"),
      .notOpen(name: "NAME"),
      .notWritable(name: "NAME"), .cannotCreate(path: "NAME", error: SystemError(rawValue: EIO)),
      .noSpace(name: "NAME"),
      .readerClosed(name: "NAME"), .interrupted(name: "NAME"),
      .encodingFailed(name: "NAME", reason: "r"),
      .writeFailed(name: "NAME", error: SystemError(rawValue: EIO)),
      .notPublished(path: "NAME", part: "p", error: SystemError(rawValue: EPERM)),
    ]
    for error in errors {
      #expect(error.description.contains("NAME"))
      #expect(!error.description.contains("\n"))
    }
    #expect(
      SinkError.terminal(name: "standard output").description
        == "standard output is a terminal: write to a file or a pipe")
    #expect(SystemError(rawValue: EIO).description == "Input/output error")
  }
}
