import Foundation
import TestTools
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
    let picture = try filledPicture(rows: 64) { UInt8($0) }
    var paged = PagedPicture(format: picture.format, header: nil)
    try paged.update(to: picture, damage: .nothing)
    let first = paged.addresses
    try paged.update(to: picture, damage: Damage(PixelRect(x: 9, y: 20, width: 1, height: 2)))
    let second = paged.addresses
    #expect(first.count == 64 && second.count == 64)
    #expect(zip(first, second).enumerated().filter { $1.0 != $1.1 }.map(\.offset) == [20, 21])
    #expect(paged.parts.count == 3)
  }

  @Test("Equal stretches of a picture share their pages")
  func equalStretches() throws {
    // A row is a page, and a stretch has sixteen.
    let blank = try filledPicture(rows: 80) { _ in 7 }
    let inked = try filledPicture(rows: 80) { $0 == 40 ? 9 : 7 }
    var paged = PagedPicture(format: blank.format, header: nil)
    try paged.update(to: inked, damage: Damage(inked.format.bounds))
    // The stretch with ink, and the one after it, differ from those before them.
    #expect(Set(paged.addresses).count == 48)
    let hasInk = paged.bytes == inked.contents
    #expect(hasInk)
    try paged.update(to: blank, damage: Damage(PixelRect(x: 0, y: 40, width: 4096, height: 1)))
    #expect(Set(paged.addresses).count == 48)
    let isBlank = paged.bytes == blank.contents
    #expect(isBlank)
    try paged.update(to: blank, damage: Damage(blank.format.bounds))
    #expect(Set(paged.addresses).count == 16)
    let isStillBlank = paged.bytes == blank.contents
    #expect(isStillBlank)
    #expect(paged.memoryByteCount == 1 << 20)
  }

  @Test("Where a header precedes the picture, its first stretch is not shared, and lent pages never change")
  func equalStretchesAfterHeader() throws {
    let header = Array("FRAME\n".utf8)
    let blank = try filledPicture(rows: 80) { _ in 7 }
    // One pixel at the end of each stretch but the last one, which is a part of one.
    let dotted = try filledPicture(rows: 80) { $0 % 16 == 14 ? 9 : 7 }
    var paged = try PagedPicture(format: blank.format, header: ReadOnlyBytes(header))
    try paged.update(to: blank, damage: .nothing)
    let hasHeader = paged.bytes == header + blank.contents
    #expect(hasHeader)
    #expect(Set(paged.addresses).count == 32)
    let lent = paged.parts
    try paged.update(to: dotted, damage: Damage(blank.format.bounds))
    let isDotted = paged.bytes == header + dotted.contents
    #expect(isDotted)
    let isUnchanged =
      lent.flatMap { Array(UnsafeRawBufferPointer(start: $0.iov_base, count: $0.iov_len)) }
      == header + blank.contents
    #expect(isUnchanged)
  }

  @Test("A picture follows its header in memory, from a cache line on")
  func headerBeforePicture() throws {
    let picture = try filledPicture(rows: 80) { UInt8($0) }
    let header = Array("FRAME\n".utf8)
    var paged = try PagedPicture(format: picture.format, header: ReadOnlyBytes(header))
    try paged.update(to: picture, damage: .nothing)
    let first = try #require(paged.parts.first)
    #expect(first.iov_len > header.count)
    #expect((UInt(bitPattern: first.iov_base) + UInt(header.count)).isMultiple(of: 64))
    // A reader whose buffer begins at a page is not slightly behind.
    #expect(-Int(bitPattern: first.iov_base) & 4095 >= 64)
    let isSame = paged.bytes == header + picture.contents
    #expect(isSame)
  }

  @Test(
    "However changes are scattered, memory is bounded", arguments: [(64, 64), (640, 540), (1024, 1024), (4096, 1500)])
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
    let block = format.byteCount < 1 << 20 ? min(4 * format.byteCount, 1 << 20) : 2 << 20
    #expect(greatest <= 2 * format.byteCount + 2 * block)
  }

  @Test(
    "Only pictures of at least a mebibyte get huge pages, and the same bytes if there are none",
    .enabled(if: access("/sys/kernel/mm/transparent_hugepage", F_OK) == 0))
  func hugePages() throws {
    // Of this process only (prctl(2), PR_SET_THP_DISABLE). Glibc's module does not have it, because it is variadic.
    let symbol = try #require(dlsym(nil, "prctl"))
    let control = unsafeBitCast(symbol, to: (@convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32).self)
    let disableHugePages: Int32 = 41
    defer { _ = control(disableHugePages, 0, 0, 0, 0) }
    for isProvided in [true, false] {
      try #require(control(disableHugePages, isProvided ? 0 : 1, 0, 0, 0) == 0)
      for (height, isHuge) in [(900, false), (1024, true)] {
        let picture = try makePicture(videoFormat(1024, height, .gray), seed: 3)
        var paged = PagedPicture(format: picture.format, header: nil)
        try paged.update(to: picture, damage: .nothing)
        let mapping = try #require(MemoryMapping(of: paged.addresses[0]))
        let isSame = paged.bytes == picture.contents
        #expect(isSame)
        #expect(mapping.flags.contains("hg") == isHuge && mapping.flags.contains("nh") == !isHuge)
        if !isProvided || !isHuge { #expect(mapping.hugeByteCount == 0) }
      }
    }
  }
}

/// Returns a gray picture with rows of 4096 pixels, each of one value.
private func filledPicture(rows: Int, _ value: (Int) -> UInt8) throws -> PixelBuffer {
  var draft = try PixelBufferPool(format: videoFormat(4096, rows, .gray), clock: ManualClock()).draft()
  draft.withUnsafeMutableBytes { bytes in
    for row in 0..<rows {
      UnsafeMutableRawBufferPointer(rebasing: bytes[(4096 * row)..<(4096 * (row + 1))])
        .initializeMemory(as: UInt8.self, repeating: value(row))
    }
  }
  return draft.freeze(stamp: 1)
}

/// A mapping of the memory of this process, from `/proc/self/smaps` (proc(5)).
private struct MemoryMapping {
  /// The flags of the kernel: `hg` if huge pages are wanted, `nh` if they are not.
  private(set) var flags: Set<Substring> = []
  /// The number of bytes in huge pages.
  private(set) var hugeByteCount = 0

  /// Returns `nil` if nothing is mapped at the address.
  init?(of address: UInt) {
    guard let data = try? FileHandle(forReadingAtPath: "/proc/self/smaps")?.readToEnd() else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    var isHere = false
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if let range = words.first?.split(separator: "-"), range.count == 2, let start = UInt(range[0], radix: 16),
        let end = UInt(range[1], radix: 16)
      {
        if isHere { return }
        isHere = (start..<end).contains(address)
      } else if isHere, words.first == "VmFlags:" {
        flags = Set(words.dropFirst())
      } else if isHere, words.first == "AnonHugePages:" {
        hugeByteCount = Int(words[1]).map { $0 << 10 } ?? 0
      }
    }
    if !isHere { return nil }
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
      stride(from: 0, to: part.iov_len, by: 4096).map { (UInt(bitPattern: part.iov_base) + UInt($0)) & ~4095 }
    }
  }
}
