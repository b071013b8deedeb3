import Glibc
import Testing

@testable import OverlayRender

@Suite("PixelBuffer")
struct PixelBufferTests {
  let format: VideoFormat

  init() throws {
    format = try VideoFormat(size: PixelSize(64, 64), pixelFormat: .bgraPremultiplied)
  }

  @Test("A frozen picture contains what was drawn, at the start of a page")
  func freezing() throws {
    var draft = try PixelBufferDraft(format: format)
    #expect(draft.previousStamp == nil)
    draft.withUnsafeMutableBytes { bytes in
      #expect(bytes.count == 64 * 64 * 4 && bytes.allSatisfy { $0 == 0 })
      bytes[17] = 99
    }
    let picture = draft.freeze(stamp: 1)
    picture.withUnsafeBytes { bytes in
      #expect(bytes.count == picture.byteCount && bytes[17] == 99 && bytes[18] == 0)
      #expect(UInt(bitPattern: bytes.baseAddress) % UInt(sysconf(Int32(_SC_PAGESIZE))) == 0)
    }
  }

  @Test("Memory that was never written is not resident")
  func residency() throws {
    var draft = try PixelBufferDraft(format: VideoFormat(size: PixelSize(1024, 1024), pixelFormat: .bgra))
    let pageSize = sysconf(Int32(_SC_PAGESIZE))
    let residentPages = draft.withUnsafeMutableBytes { bytes in
      bytes[5 * pageSize + 7] = 1
      var states = [UInt8](repeating: 0, count: bytes.count / pageSize)
      let status = mincore(bytes.baseAddress, bytes.count, &states)
      return status == 0 ? states.count { $0 & 1 == 1 } : -1
    }
    #expect(residentPages == 1)
  }

  @Test("A typed error in the closure is rethrown")
  func typedThrows() throws {
    struct Stop: Error, Equatable {}
    var draft = try PixelBufferDraft(format: format)
    #expect(throws: Stop()) { try draft.withUnsafeMutableBytes { _ throws(Stop) in throw Stop() } }
  }

  @Test("A failed mapping is a typed error with the size")
  func mappingFailure() throws {
    let error = try #require(throws: PixelMemoryError.self) { _ = try PixelPages(byteCount: 1 << 60) }
    #expect(error == .cannotMap(byteCount: 1 << 60, errno: ENOMEM))
    #expect(error.description.contains("\(1 << 60) bytes"))
  }

  @Test("Memory stays in its pool and is freed with it")
  func lifetime() throws {
    var pool: PixelBufferPool? = PixelBufferPool(format: format, clock: ManualClock())
    var pages: PixelPages? = try PixelPages(byteCount: format.byteCount)
    weak let observed = pages
    var picture: PixelBuffer? = PixelBuffer(format: format, pages: try #require(pages), pool: pool)
    picture?.freeze(stamp: 1)
    pages = nil
    #expect(observed != nil && pages == nil)
    picture = nil
    #expect(observed != nil && picture == nil)
    pool = nil
    #expect(observed == nil && pool == nil)
  }
}
