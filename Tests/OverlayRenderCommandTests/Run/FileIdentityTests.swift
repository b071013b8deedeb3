import Foundation
import Testing

@Suite("Inputs and outputs that are the same file", .ownThreads)
struct FileIdentityTests {
  /// Caption, text and font files, and other names for the first one.
  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write("1\n00:00:00,000 --> 00:00:01,000\nHello\n", to: "f.srt")
    try folder.write("Hello", to: "f.txt")
    try folder.write("old", to: "a.y4m")
    let files = FileManager.default
    let path = folder.url.path
    try files.createSymbolicLink(atPath: "\(path)/symbolic.y4m", withDestinationPath: "f.srt")
    try files.linkItem(atPath: "\(path)/f.srt", toPath: "\(path)/hard.y4m")
    try files.createSymbolicLink(atPath: "\(path)/here", withDestinationPath: ".")
    return folder
  }

  struct Clash: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let message: String
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String..., says message: String) {
      self.arguments = arguments
      self.message = message
    }
  }

  private static let clashes = [
    Clash("subtitles", "f.srt", "-o", "f.srt", "--as", "y4m", says: "-o: f.srt is also the caption file"),
    Clash(
      "subtitles", "f.srt", "-o", "./here/f.srt", "--as", "y4m",
      says: "-o: ./here/f.srt is also the caption file"),
    Clash("subtitles", "f.srt", "-o", "symbolic.y4m", says: "-o: symbolic.y4m is also the caption file"),
    Clash("subtitles", "f.srt", "-o", "hard.y4m", says: "-o: hard.y4m is also the caption file"),
    Clash(
      "subtitles", "f.txt", "--second", "f.srt", "-o", "hard.y4m", says: "-o: hard.y4m is also the file of --second"),
    Clash("subtitles", "f.srt", "--explain", "f.srt", says: "--explain: f.srt is also the caption file"),
    Clash("subtitles", "f.srt", "--stats", "hard.y4m", says: "--stats: hard.y4m is also the caption file"),
    Clash("text", "--text-file", "f.txt", "-o", "f.txt", "--as", "raw", says: "-o: f.txt is also the text file"),
    Clash(
      "text", "--text-file", "f.txt", "--live", "--stats", "here/f.txt",
      says: "--stats: here/f.txt is also the text file"),
    Clash("clock", "--font-file", "f.txt", "-o", "f.txt", "--as", "raw", says: "-o: f.txt is also the font file"),
    Clash("clock", "--stats", "./a.y4m", "-o", "a.y4m", says: "--stats: ./a.y4m is also the output"),
    Clash("clock", "--stats", "here/3.png", "-o", "%d.png", says: "--stats: here/3.png is also the output"),
    Clash("clock", "--stats", "./new.y4m", "-o", "here/new.y4m", says: "--stats: ./new.y4m is also the output"),
  ]

  @Test("An input file is never overwritten, whatever name leads to it", arguments: clashes)
  func clash(_ clash: Clash) throws {
    let folder = try folder()
    let outcome = try overlayRender(clash.arguments + ["--overwrite", "--duration", "1s"], in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.messages == ["overlay-render: \(clash.message): give another file"])
    #expect(try folder.data("f.srt").starts(with: Data("1\n".utf8)))
    #expect(try folder.data("f.txt") == Data("Hello".utf8))
    #expect(try folder.data("a.y4m") == Data("old".utf8))
  }

  @Test("The two reports require different files")
  func reports() throws {
    let outcome = try overlayRender(
      smallClock + ["--duration", "1s", "--as", "null", "--stats", "r", "--explain", "here/r"], in: folder())
    #expect(outcome.status == 64)
    #expect(
      outcome.messages == [
        "overlay-render: --explain and --stats cannot both write to here/r: give different files"
      ])
  }

  @Test("A time zone file is not overwritten, and a folder in place of a later picture is found at the start")
  func zoneFile() throws {
    let folder = try ScratchFolder()
    let zone = folder.url.appendingPathComponent("zone.y4m").path
    try FileManager.default.copyItem(atPath: "/usr/share/zoneinfo/Asia/Tokyo", toPath: zone)
    let clash = try overlayRender(
      ["clock", "--time-zone", zone, "-o", "zone.y4m", "--duration", "1s", "--overwrite"], in: folder)
    #expect(clash.messages == ["overlay-render: -o: zone.y4m is also the time zone file: give another file"])
    #expect(try folder.data("zone.y4m").starts(with: Data("TZif".utf8)))

    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("3.png"), withIntermediateDirectories: false)
    let sequence = try overlayRender(smallClock + ["--duration", "1s", "-o", "%d.png", "--overwrite"], in: folder)
    #expect(sequence.status == 73)
    #expect(try folder.names == ["3.png", "zone.y4m"])
  }

  @Test(
    "A sequence with existing files fails before the first picture, and files left over from an earlier run are noted")
  func sequences() throws {
    let folder = try ScratchFolder()
    for number in 4...6 { try folder.write("old", to: "\(number).png") }
    let run = smallClock + ["--fps", "2", "-o", "%d.png", "--duration"]
    let clash = try overlayRender(run + ["3s"], in: folder)
    #expect(clash.status == 73)
    #expect(
      clash.messages == ["overlay-render: 4.png: already exists: give another name, or add --overwrite to replace it"])
    #expect(try folder.names == ["4.png", "5.png", "6.png"])
    let shorter = try overlayRender(run + ["2s", "--overwrite"], in: folder)
    #expect(shorter.status == 0)
    #expect(
      shorter.messages == ["overlay-render: note: 5.png to 6.png (2 files) are left over from an earlier run"])
    #expect(try folder.data("4.png") != Data("old".utf8))
    #expect(try folder.data("5.png") == Data("old".utf8))
  }

  @Test("A replaced file keeps its permissions, and links lead to the new file")
  func permissions() throws {
    let folder = try folder()
    let path = folder.url.appendingPathComponent("a.y4m").path
    #expect(chmod(path, 0o600) == 0)
    let run = smallClock + ["--duration", "1s", "--quiet", "--overwrite", "-o", "a.y4m"]
    #expect(try overlayRender(run, in: folder).status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try folder.data("a.y4m").starts(with: Data("YUV4MPEG2".utf8)))
  }
}
