import OverlayRender

/// An image format that FFmpeg decodes.
enum ImageFormat: String, Sendable, Hashable {
  case jpeg = "JPEG"
  case webP = "WebP"
  case gif = "GIF"
  case bmp = "BMP"
  case tiff = "TIFF"

  /// Recognizes the format by the first bytes of a file; `nil` if it is another one.
  init?(_ file: ImageBytes) {
    if file.hasPrefix([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if file.hasPrefix("RIFF"), file.has("WEBP", at: 8) {
      self = .webP
    } else if file.hasPrefix("GIF87a") || file.hasPrefix("GIF89a") {
      self = .gif
    } else if file.hasPrefix("II*\0") || file.hasPrefix("MM\0*") {
      self = .tiff
    } else if file.hasPrefix("BM"), let length = file.number(at: 14, bytes: 4, .little),
      Self.bmpHeaders.contains(length)
    {
      self = .bmp
    } else {
      return nil
    }
  }

  /// The lengths of the headers of the versions of BMP. The signature alone is too short to be certain.
  private static let bmpHeaders: Set<Int> = [12, 40, 52, 56, 64, 108, 124]
}

/// What the beginning of an image file says about its picture.
///
/// The size is checked before a decoder allocates memory. The orientation is read here, because not every decoder of
/// FFmpeg does.
struct ImageHeader: Sendable, Hashable {
  /// The size of the stored picture.
  let size: PixelSize
  /// How the stored picture is shown.
  let orientation: Orientation
  /// Whether colors are multiplied by alpha, as in TIFF files with associated alpha.
  let isPremultiplied: Bool

  /// Reads the header of a file; `nil` if the file ends before.
  init?(_ file: ImageBytes, _ format: ImageFormat) {
    switch format {
    case .jpeg: self.init(jpeg: file)
    case .webP:
      guard let webP = WebPFile(file) else { return nil }
      self.init(size: webP.size, exif: webP.exif)
    case .gif:
      guard let size = file.size(at: 6, bytes: 2, .little) else { return nil }
      self.init(size: size)
    case .bmp:
      let isOld = file.number(at: 14, bytes: 4, .little) == 12
      guard var size = file.size(at: 18, bytes: isOld ? 2 : 4, .little) else { return nil }
      // A negative height means that the first row is at the top.
      if size.height > Int(Int32.max) { size.height = 1 << 32 - size.height }
      self.init(size: size)
    case .tiff:
      guard let directory = TIFFDirectory(file), let width = directory[.width], let height = directory[.height] else {
        return nil
      }
      self.init(size: PixelSize(width, height), exif: file, isPremultiplied: directory.hasAssociatedAlpha)
    }
  }

  /// - Parameter exif: A TIFF file, whose first directory can have the orientation.
  private init(size: PixelSize, exif: ImageBytes? = nil, isPremultiplied: Bool = false) {
    self.size = size
    self.isPremultiplied = isPremultiplied
    orientation = exif.flatMap { TIFFDirectory($0) }?.orientation ?? .upright
  }

  /// Reads the segments of a JPEG file up to the start of the frame (ITU-T T.81, annex B).
  private init?(jpeg file: ImageBytes) {
    var position = 2
    var exif: ImageBytes?
    while let marker = file.number(at: position, bytes: 2, .big), marker >> 8 == 0xFF {
      // A marker may be preceded by any number of bytes with all bits set.
      if marker == 0xFFFF {
        position += 1
        continue
      }
      guard let length = file.number(at: position + 2, bytes: 2, .big) else { return nil }
      switch marker & 0xFF {
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker & 0xFF):
        guard let height = file.number(at: position + 5, bytes: 2, .big),
          let width = file.number(at: position + 7, bytes: 2, .big)
        else { return nil }
        self.init(size: PixelSize(width, height), exif: exif)
        return
      case 0xE1 where exif == nil && file.has("Exif\0\0", at: position + 4):
        exif = file.part(from: position + 10, count: length - 8)
      default: break
      }
      position += 2 + length
    }
    return nil
  }
}

/// The first directory of a TIFF file, which is also the form of Exif data (TIFF 6.0, section 2).
struct TIFFDirectory {
  /// An entry of the directory.
  enum Tag: Int {
    case width = 256
    case height = 257
    case orientation = 274
    case extraSamples = 338
  }

  private let file: ImageBytes
  private let order: ImageBytes.Order
  private let first: Int
  private let count: Int

  /// Finds the directory; `nil` if the bytes end before.
  init?(_ file: ImageBytes) {
    // Some writers put the identifier of JPEG before the data in other formats, too.
    let file = file.hasPrefix("Exif\0\0") ? file.part(from: 6) : file
    self.file = file
    order = file.hasPrefix("II") ? .little : .big
    guard let start = file.number(at: 4, bytes: 4, order), let count = file.number(at: start, bytes: 2, order) else {
      return nil
    }
    first = start + 2
    self.count = count
  }

  /// Returns the first number of an entry; `nil` if there is no such entry.
  subscript(tag: Tag) -> Int? {
    let entry = (0..<count).lazy.map { first + 12 * $0 }
      .first { file.number(at: $0, bytes: 2, order).map { $0 == tag.rawValue } ?? true }
    guard let entry, let type = file.number(at: entry + 2, bytes: 2, order) else { return nil }
    // Type 3 has 16 bits, and 4 has 32.
    return file.number(at: entry + 8, bytes: type == 3 ? 2 : 4, order)
  }

  /// Whether alpha is associated: colors are multiplied by it (TIFF 6.0, section 18).
  var hasAssociatedAlpha: Bool { self[.extraSamples] == 1 }

  /// The orientation; upright if the directory does not have one.
  var orientation: Orientation {
    switch self[.orientation] {
    case 2: Orientation(flipsHorizontally: true)
    case 3: Orientation(flipsHorizontally: true, flipsVertically: true)
    case 4: Orientation(flipsVertically: true)
    case 5: Orientation(transposes: true)
    case 6: Orientation(transposes: true, flipsHorizontally: true)
    case 7: Orientation(transposes: true, flipsHorizontally: true, flipsVertically: true)
    case 8: Orientation(transposes: true, flipsVertically: true)
    default: .upright
    }
  }
}

/// The bytes of an image file, or of a part of it. Positions outside of it have no number.
struct ImageBytes {
  /// The order of the bytes of a number.
  enum Order { case little, big }

  private(set) var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  /// The number of bytes.
  var count: Int { bytes.count }

  /// Returns a number without a sign; `nil` if the bytes end before.
  func number(at position: Int, bytes length: Int, _ order: Order) -> Int? {
    guard position >= 0, position <= count - length else { return nil }
    let digits = bytes[(bytes.startIndex + position)...].prefix(length)
    return order == .big ? digits.reduce(0) { $0 << 8 | Int($1) } : digits.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns a width followed by a height; `nil` if the bytes end before.
  func size(at position: Int, bytes length: Int, _ order: Order) -> PixelSize? {
    guard let width = number(at: position, bytes: length, order),
      let height = number(at: position + length, bytes: length, order)
    else { return nil }
    return PixelSize(width, height)
  }

  /// Returns the bytes from a position on, at most `count` of them.
  func part(from position: Int, count: Int = .max) -> ImageBytes {
    var part = self
    part.bytes = bytes.dropFirst(max(position, 0)).prefix(max(count, 0))
    return part
  }

  /// Whether the bytes begin with others.
  func hasPrefix(_ prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }

  /// Whether the bytes begin with an ASCII text.
  func hasPrefix(_ prefix: String) -> Bool { bytes.starts(with: prefix.utf8) }

  /// Whether an ASCII text is at a position.
  func has(_ text: String, at position: Int) -> Bool { bytes.dropFirst(position).starts(with: text.utf8) }
}
