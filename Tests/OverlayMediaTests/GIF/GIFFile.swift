import Foundation
import Testing

/// The structure of a GIF, read block by block (GIF89a, appendix B).
struct GIFFile {
  struct Image {
    let x, y, width, height: Int
    /// The time until the next image in hundredths of a second.
    let delay: Int
    /// The disposal method: 1 keeps the image, and 2 clears its rectangle.
    let disposal: Int
    let localColorCount: Int?
  }

  let (width, height): (Int, Int)
  let globalColorCount: Int
  /// The number of Netscape's extension; `nil` without it.
  private(set) var repetitions: Int?
  private(set) var images: [Image] = []
  let byteCount: Int

  init(_ path: String) throws {
    try self.init(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  init(_ data: Data) throws {
    var reader = Reader(bytes: [UInt8](data))
    byteCount = data.count
    try #require(reader.bytes.count > 13 && data.starts(with: "GIF89a".utf8))
    reader.position = 6
    (width, height) = (reader.number(), reader.number())
    let flags = reader.byte()
    reader.position += 2
    globalColorCount = flags & 0x80 > 0 ? 2 << (flags & 7) : 0
    reader.position += 3 * globalColorCount
    var (delay, disposal) = (0, 0)
    while true {
      switch reader.byte() {
      case 0x21:
        let label = reader.byte()
        let block = try reader.blocks()
        if label == 0xF9 {
          try #require(block.count == 4 && block[0] & 1 == 1 && block[3] == 0)
          (delay, disposal) = (Int(block[1]) + Int(block[2]) << 8, Int(block[0]) >> 2)
        } else if block.starts(with: "NETSCAPE2.0".utf8) {
          repetitions = Int(block[12]) + Int(block[13]) << 8
        }
      case 0x2C:
        let (x, y, width, height) = (reader.number(), reader.number(), reader.number(), reader.number())
        let flags = reader.byte()
        let count = flags & 0x80 > 0 ? 2 << (flags & 7) : nil
        reader.position += 3 * (count ?? 0) + 1
        _ = try reader.blocks()
        try #require(width > 0 && height > 0 && x + width <= self.width && y + height <= self.height)
        images.append(
          Image(
            x: x, y: y, width: width, height: height, delay: delay, disposal: disposal, localColorCount: count))
      case 0x3B:
        try #require(reader.position == data.count, "nothing follows the trailer")
        return
      case let other: throw UnknownBlock(kind: other, position: reader.position)
      }
    }
  }

  struct UnknownBlock: Error { let kind, position: Int }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func byte() -> Int {
      position += 1
      return position <= bytes.count ? Int(bytes[position - 1]) : -1
    }

    mutating func number() -> Int { byte() + byte() << 8 }

    mutating func blocks() throws -> [UInt8] {
      var all: [UInt8] = []
      while case let count = byte(), count != 0 {
        try #require(count > 0 && position + count <= bytes.count)
        all += bytes[position..<position + count]
        position += count
      }
      return all
    }
  }
}
