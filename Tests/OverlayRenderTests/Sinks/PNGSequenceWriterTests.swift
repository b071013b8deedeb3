import Foundation
import TestTools
import Testing

@testable import OverlayRender

@Suite("PNG sequence")
struct PNGSequenceWriterTests {
  private let folder: TemporaryFolder
  private let pictures: [PixelBuffer]

  init() throws {
    folder = try TemporaryFolder()
    let format = try videoFormat(2, 2, .gray)
    pictures = try (0..<3).map { try makePicture(format, seed: $0) }
  }

  /// Replaces the encoder: a file contains the bytes of the picture after a mark.
  private func fileBytes(_ picture: Int) -> [UInt8] { Array("PNG".utf8) + pictures[picture].contents }

  private func writer(
    _ pattern: String, frameCount: Int? = nil, overwrite: Bool = false, interruption: OutputInterruption? = nil
  ) throws -> PNGSequenceWriter {
    try PNGSequenceWriter(
      pattern: folder(pattern), frameCount: frameCount, overwrite: overwrite, interruption: interruption
    ) {
      Array("PNG".utf8) + $0.contents
    }
  }

  @Test("Files are numbered from 1 in new folders")
  func numbers() throws {
    let writer = try writer("new/frames/%05d.png")
    try writer.write(pictures[0], count: 2)
    try writer.write(pictures[1], count: 1)
    try writer.finish()
    #expect(
      folder.names == ["new", "new/frames"] + (1...3).map { "new/frames/0000\($0).png" })
    #expect(folder.bytes("new/frames/00002.png") == fileBytes(0))
    #expect(folder.bytes("new/frames/00003.png") == fileBytes(1))
    #expect(writer.bytesWritten == Int64(3 * fileBytes(0).count))
  }

  @Test("A repeated picture is encoded once, also in several calls")
  func encodesOnce() throws {
    var encoded = 0
    let writer = try PNGSequenceWriter(pattern: folder("%d.png")) { _ in
      encoded += 1
      return [1]
    }
    try writer.write(pictures[0], count: 3)
    try writer.write(pictures[0], count: 2)
    try writer.write(pictures[1], count: 1)
    #expect(encoded == 2)
  }

  @Test(
    "Patterns work as in printf, with one number and %%",
    arguments: [
      ("%d.png", "1.png"), ("a%03db.png", "a001b.png"), ("%%%d%%.png", "%1%.png"), ("%012d", "000000000001"),
      ("d%d/x.png", "d1/x.png"), ("100%%.png", "100%.png"),
    ])
  func patterns(_ pattern: String, _ first: String) throws {
    let writer = try writer(pattern)
    try writer.write(pictures[0], count: 1)
    try writer.finish()
    #expect(folder.names.last == first)
  }

  @Test(
    "Other patterns are refused with the position, and nothing is created",
    arguments: [
      ("%s.png", 1), ("a%", 2), ("%d-%d.png", 4), ("%5d.png", 1), ("%0d.png", 1), ("%-5d", 1), ("100%.png", 4),
      ("%0123d", 1), ("%99999999999999999999d", 1), ("%i", 1),
    ])
  func badPatterns(_ pattern: String, _ position: Int) throws {
    let whole = folder(pattern)
    let offset = folder("").count
    #expect(throws: SinkError.badPattern(pattern: whole, position: offset + position)) { try writer(pattern) }
    #expect(folder.names == [])
  }

  @Test("Numbers can exceed their width, and each number of a folder creates a folder")
  func numberedFolders() throws {
    let writer = try writer("%d/%%.png")
    try writer.write(pictures[0], count: 10)
    try writer.finish()
    #expect(folder.names.filter { $0.hasSuffix("/%.png") }.count == 10)
    #expect(folder.bytes("10/%.png") == fileBytes(0))
  }

  @Test("A name without a number takes exactly one frame, and a second one leaves nothing")
  func oneFrame() throws {
    let single = try writer("one.png")
    try single.write(pictures[0], count: 1)
    #expect(folder.names.count == 1 && folder.names[0].hasSuffix(".part"))
    try single.finish()
    #expect(folder.bytes("one.png") == fileBytes(0))

    let two = try writer("two.png")
    try two.write(pictures[0], count: 1)
    let expected = SinkError.oneFrameOnly(name: folder("two.png"))
    #expect(throws: expected) { try two.write(pictures[1], count: 1) }
    #expect(expected.description.contains("frames/%05d.png"))
    two.abandon()
    #expect(folder.names == ["one.png"])
  }

  @Test("One frame can be written to standard output")
  func intoOutput() throws {
    let pipe = try TestPipe()
    let writer = PNGSequenceWriter(output: try ByteOutput(descriptor: pipe.writing)) { $0.contents }
    try writer.write(pictures[0], count: 1)
    #expect(throws: SinkError.oneFrameOnly(name: "standard output")) { try writer.write(pictures[0], count: 1) }
    try writer.finish()
    pipe.closeWriting()
    #expect(readAll(pipe.reading) == pictures[0].contents)
  }

  @Test(
    "An existing file for any frame is an error before the start, and nothing changes",
    arguments: [("%d.png", "2.png"), ("%03d.png", "003.png"), ("f%d/x.png", "f3/x.png")])
  func existing(pattern: String, name: String) throws {
    if name.contains("/") { mkdir(folder("f3"), 0o700) }
    folder.make(name)
    let names = folder.names
    #expect(throws: SinkError.alreadyExists(path: folder(name))) { try writer(pattern, frameCount: 3) }
    #expect(throws: SinkError.alreadyExists(path: folder(name)), "no end is known") { try writer(pattern) }
    #expect(folder.names == names)
    #expect(text(folder.bytes(name)) == "old")

    let replacing = try writer(pattern, frameCount: 3, overwrite: true)
    try replacing.write(pictures[1], count: 3)
    try replacing.finish()
    #expect(folder.bytes(name) == fileBytes(1))
  }

  @Test("Files beyond the sequence, or with other names, are no obstacle")
  func unreached() throws {
    for name in ["4.png", "01.png", "0.png", "-1.png", "1.png.bak", "a1.png"] { folder.make(name) }
    let writer = try writer("%d.png", frameCount: 3)
    try writer.write(pictures[0], count: 3)
    try writer.finish()
    #expect(text(folder.bytes("4.png")) == "old")
  }

  @Test("A plan writes to the files of its pattern, also to new ones, under any name")
  func numberedFiles() throws {
    folder.make("1.png")
    symlink(".", folder("here"))
    symlink("1.png", folder("one"))
    let plan = try OutputPlan(destination: .path(folder("%d.png")))
    for name in ["1.png", "one", "9.png", "here/9.png"] { #expect(plan.writes(to: FileIdentity(folder(name)))) }
    for name in ["x.png", "01.png", "9.png.txt"] { #expect(!plan.writes(to: FileIdentity(folder(name)))) }
  }

  @Test("A plan counts the files of an earlier run after its last frame")
  func leftFiles() throws {
    for number in [1, 2, 3, 9, 10, 11] { folder.make("\(number).png") }
    let plan = try OutputPlan(destination: .path(folder("%d.png")))
    let left = try #require(plan.files(afterFrame: 3))
    #expect(left.first == folder("9.png") && left.last == folder("11.png") && left.count == 3)
    #expect(plan.files(afterFrame: 11) == nil)
  }

  @Test("A sequence that ends early keeps its files")
  func earlyEnd() throws {
    let writer = try writer("%d.png")
    try writer.write(pictures[0], count: 2)
    #expect(try writer.finishEarly(publishes: false) == folder("%d.png"))
    #expect(folder.names == ["1.png", "2.png"])
  }

  @Test("A sequence without frames leaves no file and no folder")
  func empty() throws {
    let unused = try writer("a/b/%d.png")
    try unused.finish()
    #expect(folder.names == [])
    let abandoned = try writer("a/b/%d.png")
    abandoned.abandon()
    #expect(folder.names == [])
  }

  @Test("An error of the encoder contains the name of the file, whose unfinished file is removed")
  func encoderFails() throws {
    struct Broken: Error, CustomStringConvertible { let description = "out of ink" }
    let writer = try PNGSequenceWriter(pattern: folder("%d.png")) { _ in throw Broken() }
    #expect(throws: SinkError.encodingFailed(name: folder("1.png"), reason: "out of ink")) {
      try writer.write(pictures[0], count: 1)
    }
    writer.abandon()
    #expect(folder.names == [])
  }

  @Test("A file in place of a folder is an error")
  func fileAsFolder() throws {
    folder.make("frames")
    #expect(throws: SinkError.notAFolder(path: folder("frames"))) { try writer("frames/%d.png") }
  }

  @Test("An interruption ends the sequence between two files")
  func interrupted() throws {
    let interruption = try OutputInterruption()
    let writer = try writer("%d.png", interruption: interruption)
    try writer.write(pictures[0], count: 1)
    interruption.interrupt()
    #expect(throws: SinkError.interrupted(name: folder("2.png"))) { try writer.write(pictures[0], count: 1) }
    try writer.finish()
    #expect(folder.names == ["1.png"])
  }
}
