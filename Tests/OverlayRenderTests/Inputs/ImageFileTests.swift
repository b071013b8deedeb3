import Foundation
import RenderTestTools
import TestTools
import Testing

@testable import OverlayRender

@Suite("Picture files that other programs rewrite", .timeLimit(.minutes(10)))
struct ImageFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The bytes of a PNG in one gray.
  private func png(_ gray: UInt8, width: Int = 4) throws -> Data {
    Data(try Picture(width: width, height: 3, gray: gray).png())
  }

  private func write(_ data: Data, to name: String) throws {
    try data.write(to: URL(fileURLWithPath: folder(name)))
  }

  private func replace(_ name: String, with data: Data) throws {
    try write(data, to: name + ".new")
    #expect(rename(folder(name + ".new"), folder(name)) == 0)
  }

  /// Returns whether a picture has this gray.
  private func isGray(_ gray: UInt8) -> (PixelBuffer?) -> Bool {
    { $0?.contents.first == gray }
  }

  @Test("A file is read immediately, and again when it is replaced or written in place")
  func follows() async throws {
    try write(try png(10), to: "logo.png")
    let source = ImageFileSource(path: folder("logo.png"))
    #expect(isGray(10)(source.picture.current.value) && source.problem.current.value == nil)
    try replace("logo.png", with: try png(20))
    #expect(await source.picture.becomes(isGray(20)))
    try write(try png(30), to: "logo.png")
    #expect(await source.picture.becomes(isGray(30)))
    #expect(source.problem.current.value == nil)
  }

  @Test("The previous picture stays while the file is missing, and the same picture is not an update")
  func missing() async throws {
    let path = folder("logo.png")
    let source = ImageFileSource(path: path)
    #expect(source.picture.current.value == nil && source.problem.current.value == .missing(path: path))
    try replace("logo.png", with: try png(10))
    #expect(await source.picture.becomes(isGray(10)))
    #expect(await source.problem.becomes(nil))
    let first = source.picture.current
    unlink(path)
    #expect(await source.problem.becomes(.missing(path: path)))
    try replace("logo.png", with: try png(10))
    #expect(await source.problem.becomes(nil))
    #expect(source.picture.current.value === first.value && source.picture.current.revision == first.revision)
  }

  @Test("The previous picture stays while the file is not a picture, and the reason is reported")
  func noPicture() async throws {
    let path = folder("logo.png")
    try write(try png(10), to: "logo.png")
    let source = ImageFileSource(path: path)
    try replace("logo.png", with: Data("no picture".utf8))
    #expect(await source.problem.becomes(.noPicture(ImageError(.unknownFormat, path: path))))
    try replace("logo.png", with: try png(20).dropLast(20))
    #expect(await source.problem.becomes(.noPicture(ImageError(.truncated, path: path))))
    #expect(source.problem.current.value?.description.contains("the previous picture stays") == true)
    unlink(path)
    _ = folder.makeFIFO("logo.png")
    #expect(await source.problem.becomes(.noPicture(ImageError(.notRegularFile, path: path))))
    #expect(isGray(10)(source.picture.current.value))
    try replace("logo.png", with: try png(30))
    #expect(await source.picture.becomes(isGray(30)))
    #expect(await source.problem.becomes(nil))
  }

  @Test("A slowly written file shows complete pictures only, without problems in between")
  func halfWritten() async throws {
    try write(try png(10), to: "logo.png")
    // Any pause of the writer is shorter than this settling time.
    let source = ImageFileSource(FollowedFile(folder("logo.png"), settlingTime: .seconds(3600)))
    let next = try png(20, width: 40)
    let file = try #require(FileHandle(forWritingAtPath: folder("logo.png")))
    try file.truncate(atOffset: 0)
    for byte in next { try file.write(contentsOf: Data([byte])) }
    #expect(await source.picture.becomes(isGray(20)))
    #expect(source.picture.current.value?.format.size == PixelSize(40, 3))
    #expect(source.picture.current.revision == 1 && source.problem.current.value == nil)
  }

  @Test("The view is empty without a picture, and is drawn again when there is one")
  func view() async throws {
    let path = folder("logo.png")
    let view = HStack(spacing: 0) {
      ImageFile(path: path).scaling(.stretch).interpolation(.nearest).frame(width: 20, height: 10)
      Color.red.frame(width: 5, height: 10)
    }
    let renderer = try Renderer(
      view, configuration: RenderConfiguration(size: PixelSize(25, 10)), clock: ManualClock())
    let source = ImageFileSource.shared(path: path)
    let first = try #require(Picture(try renderer.render(at: .zero)))
    #expect(first[0, 5].last == 0 && first[22, 5] == [0, 0, 255, 255])
    try replace("logo.png", with: try png(77))
    #expect(await source.picture.becomes(isGray(77)))
    #expect(await eventually { renderer.nextChange == .negativeInfinity })
    let second = try #require(Picture(try renderer.render(at: .seconds(1))))
    #expect(second[0, 5] == [77, 77, 77, 255] && second[19, 9] == [77, 77, 77, 255])
    #expect(second[20, 5] == [0, 0, 255, 255])
    #expect(renderer.nextChange == .positiveInfinity)
  }

  @Test("Views of one path share a source, which is released with them")
  func shared() async throws {
    try write(try png(10), to: "logo.png")
    let path = folder("logo.png")
    weak var source: ImageFileSource?
    do {
      let renderer = try Renderer(
        HStack {
          ImageFile(path: path); ImageFile(path: path)
        }, configuration: RenderConfiguration(size: PixelSize(25, 10)), clock: ManualClock())
      _ = try renderer.render(at: .zero)
      source = ImageFileSource.shared(path: path)
      #expect(source != nil)
    }
    #expect(await eventually { source == nil })
  }
}
