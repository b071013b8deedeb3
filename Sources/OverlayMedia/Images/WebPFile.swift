import OverlayRender

/// The chunks of a WebP file that its first picture needs.
///
/// FFmpeg does not decode animations. The first frame of one is made a file of its own here.
struct WebPFile {
  /// The size of the picture. The first frame of an animation may cover only a part of it.
  let size: PixelSize
  /// The Exif data.
  private(set) var exif: ImageBytes?
  /// Where the first frame of an animation is; `nil` if the file is not an animation.
  private(set) var frame: Frame?

  /// A frame of an animation.
  struct Frame {
    let x: Int
    let y: Int
    let size: PixelSize
    fileprivate let chunks: ImageBytes
  }

  /// Reads the chunks; `nil` if the file ends before the size.
  init?(_ file: ImageBytes) {
    var size: PixelSize?
    // The size of a file with an extended header is there, and otherwise in the picture.
    for chunk in Chunks(file.part(from: 12)) {
      switch chunk.name {
      case "VP8X": size = size ?? chunk.bytes.size24(at: 4)
      case "VP8 ": size = size ?? chunk.bytes.size(at: 6, bytes: 2, .little).map(\.lossy)
      case "VP8L": size = size ?? chunk.bytes.number(at: 1, bytes: 4, .little).map(PixelSize.init(lossless:))
      case "ANMF": frame = frame ?? Frame(chunk.bytes)
      case "EXIF": exif = exif ?? chunk.bytes
      default: break
      }
    }
    guard let size else { return nil }
    self.size = size
  }

  /// Whether a file ends before the length that its header states.
  static func isTruncated(_ file: ImageBytes) -> Bool {
    file.number(at: 4, bytes: 4, .little).map { $0 + 8 > file.count } ?? true
  }
}

extension WebPFile.Frame {
  /// Reads the content of an `ANMF` chunk.
  fileprivate init?(_ bytes: ImageBytes) {
    guard let x = bytes.number(at: 0, bytes: 3, .little), let y = bytes.number(at: 3, bytes: 3, .little),
      let size = bytes.size24(at: 6)
    else { return nil }
    self.init(x: 2 * x, y: 2 * y, size: size, chunks: bytes.part(from: 16))
  }

  /// The frame as a file.
  var file: [UInt8] {
    func bytes(_ number: Int, count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let hasAlpha: UInt8 = 0x10
    let header =
      Array("WEBPVP8X".utf8) + bytes(10, count: 4) + [hasAlpha, 0, 0, 0] + bytes(size.width - 1, count: 3)
      + bytes(size.height - 1, count: 3)
    return Array("RIFF".utf8) + bytes(header.count + chunks.count, count: 4) + header + chunks.bytes
  }
}

/// The chunks of a RIFF file, up to the end of the bytes.
private struct Chunks: Sequence, IteratorProtocol {
  private var rest: ImageBytes

  init(_ bytes: ImageBytes) {
    rest = bytes
  }

  mutating func next() -> (name: String, bytes: ImageBytes)? {
    guard let length = rest.number(at: 4, bytes: 4, .little) else { return nil }
    let name = String(decoding: rest.bytes.prefix(4), as: UTF8.self)
    let bytes = rest.part(from: 8, count: length)
    // Chunks have an even length.
    rest = rest.part(from: 8 + length + length % 2)
    return (name, bytes)
  }
}

extension ImageBytes {
  /// Returns a size whose sides are stored in 24 bits, less one.
  fileprivate func size24(at position: Int) -> PixelSize? {
    size(at: position, bytes: 3, .little).map { PixelSize($0.width + 1, $0.height + 1) }
  }
}

extension PixelSize {
  /// The size in the header of a lossy picture, whose sides have 14 bits.
  fileprivate var lossy: PixelSize { PixelSize(width & 0x3FFF, height & 0x3FFF) }

  /// Reads the header of a lossless picture: 14 bits for each side, less one.
  fileprivate init(lossless bits: Int) {
    self.init(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
  }
}
