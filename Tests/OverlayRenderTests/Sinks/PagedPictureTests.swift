import Foundation
import Testing

@testable import OverlayRender

@Suite("PagedPicture")
struct PagedPictureTests {
  @Test("Copying the damage gives the same bytes as copying everything", arguments: PixelFormat.builtIn)
  func incrementalIsWhole(pixelFormat: PixelFormat) throws {
    var random = PictureGenerator(state: 20)
    for (width, height) in [(1, 1), (37, 23), (300, 211), (640, 361)] {
      var source = try TestPicture(width: width, height: height)
      let target = try VideoFormat(size: source.format.size, pixelFormat: pixelFormat, matrix: .bt709)
      let converter = try FrameConverter(from: source.format, to: target, clock: ManualClock())
      let header = try ReadOnlyBytes(Array("FRAME\n".utf8))
      var paged = PagedPicture(format: target, header: header)
      for _ in 0..<12 {
        var damage = Damage()
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let x = Int.random(in: 0..<width, using: &random)
          let y = Int.random(in: 0..<height, using: &random)
          let rectangle = PixelRect(
            x: x, y: y, width: .random(in: 1...width - x, using: &random),
            height: .random(in: 1...min(height - y, 20), using: &random))
          source.fillWithNoise(rectangle, using: &random)
          damage.insert(rectangle)
        }
        let picture = try converter.convert(source.frozen(), damage: damage)
        try paged.update(to: picture, damage: damage)
        let isSame = paged.bytes == Array("FRAME\n".utf8) + picture.contents
        try #require(isSame, "\(width)x\(height), \(damage.rectangles)")
      }
    }
  }

  @Test("Pages that have not changed are lent again")
  func sharedPages() throws {
    // A row is a page.
    let format = try videoFormat(4096, 64, .gray)
    var paged = PagedPicture(format: format, header: nil)
    try paged.update(to: makePicture(format, seed: 1), damage: .nothing)
    let first = paged.addresses
    try paged.update(to: makePicture(format, seed: 2), damage: Damage(PixelRect(x: 9, y: 20, width: 1, height: 2)))
    let second = paged.addresses
    #expect(first.count == 64 && second.count == 64)
    #expect(zip(first, second).enumerated().filter { $1.0 != $1.1 }.map(\.offset) == [20, 21])
    #expect(paged.parts.count == 3)
  }

  @Test("However changes are scattered, memory is bounded", arguments: [(64, 64), (1024, 1024), (4096, 1500)])
  func boundedMemory(width: Int, height: Int) throws {
    var random = PictureGenerator(state: 21)
    let format = try videoFormat(width, height, .gray)
    let picture = try makePicture(format, seed: 1)
    var paged = PagedPicture(format: format, header: nil)
    var greatest = 0
    for _ in 0..<20_000 {
      let row = Int.random(in: 0..<height, using: &random)
      try paged.update(to: picture, damage: Damage(PixelRect(x: 0, y: row, width: 1, height: 1)))
      greatest = max(greatest, paged.memoryByteCount)
    }
    let isSame = paged.bytes == picture.contents
    #expect(isSame)
    // Two pictures, and the rest of two blocks.
    #expect(greatest <= 2 * format.byteCount + 2 * (format.byteCount < 1 << 20 ? 4 * format.byteCount : 2 << 20))
  }
}

extension PagedPicture {
  /// A copy of what is lent.
  fileprivate var bytes: [UInt8] {
    parts.flatMap { Array(UnsafeRawBufferPointer(start: $0.iov_base, count: $0.iov_len)) }
  }

  /// The address of each page.
  fileprivate var addresses: [UInt] {
    parts.flatMap { part in
      stride(from: 0, to: part.iov_len, by: 4096).map { UInt(bitPattern: part.iov_base) + UInt($0) }
    }
  }
}
