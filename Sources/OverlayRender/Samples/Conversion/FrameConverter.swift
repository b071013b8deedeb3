/// Converts the pictures of a stream to another pixel format, matrix or range. It converts only what changed.
///
/// It converts between all formats that are static members of ``PixelFormat``, and others that have 8 to 16 bits, the
/// components of RGB, of luma, or of luma and color differences, and color differences at full or half resolution in
/// each direction. Luma that is multiplied by alpha is not supported.
///
/// If the components, the matrix and the kind of alpha are the same, samples are converted one by one, and keep their
/// bits. An opaque source also fits a target with alpha. All other conversions go through `bgraPremultiplied`, which
/// has 8 bits. Behind translucent pixels of an opaque format is black.
///
/// The memory of an older picture is reused and updated, so no picture is allocated while the stream runs. If all
/// pictures are still in use, fresh memory starts as a copy of the last one.
public final class FrameConverter {
  /// The format of the source pictures.
  public let source: VideoFormat
  /// The format of the converted pictures.
  public let target: VideoFormat

  /// How a rectangle is converted.
  private enum Conversion {
    /// From `bgraPremultiplied`, to a format that outputs often have.
    case drawing(PictureConversion)
    /// To `bgraPremultiplied`.
    case colors(ConversionToBGRA)
    /// From `bgraPremultiplied`, or between the same components.
    case components(ComponentConversion)
  }

  private let conversion: Conversion
  /// Makes `bgraPremultiplied` of the source, where the target is made from that.
  private let colors: FrameConverter?
  private let pool: PixelBufferPool
  private var history = RepaintHistory()
  private var previous: PixelBuffer?
  private var stamp: UInt64 = 0
  /// The damage of pictures that could not be converted, and of the current one.
  private var pendingDamage = Damage.nothing

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - source: The format of the pictures.
  ///   - target: A format of the same size. It may be equal to `source`.
  ///   - clock: The clock that measures the age of unused memory.
  /// - Throws: `unsupportedSource`, `unsupportedTarget` and `differentSizes`.
  public init(
    from source: VideoFormat, to target: VideoFormat, clock: any MediaClock = HostClock.shared
  ) throws(FrameConverterError) {
    guard source.size == target.size else { throw .differentSizes(from: source.size, to: target.size) }
    guard let sourceRows = ComponentRows(source) else { throw .unsupportedSource(source.pixelFormat) }
    guard let targetRows = ComponentRows(target) else { throw .unsupportedTarget(target.pixelFormat) }
    self.source = source
    self.target = target
    pool = PixelBufferPool(format: target, clock: clock)
    if source.pixelFormat == .bgraPremultiplied {
      conversion = Self.drawing(targetRows)
      colors = nil
    } else if target.pixelFormat == .bgraPremultiplied {
      conversion = .colors(ConversionToBGRA(sourceRows))
      colors = nil
    } else if let samples = ComponentConversion(from: sourceRows, to: targetRows) {
      conversion = .components(samples)
      colors = nil
    } else {
      conversion = Self.drawing(targetRows)
      colors = try FrameConverter(from: source, to: target.with(.bgraPremultiplied), clock: clock)
    }
  }

  /// Returns the conversion from `bgraPremultiplied`.
  private static func drawing(_ target: ComponentRows) -> Conversion {
    PictureConversion(to: target.format).map { .drawing($0) } ?? .components(ComponentConversion(fromColorsTo: target))
  }

  /// Converts a picture.
  ///
  /// - Parameters:
  ///   - picture: A picture in the source format.
  ///   - damage: The difference from the previous picture, in pixels. Parts outside the picture are ignored, and all of
  ///     it for the first picture.
  /// - Returns: The converted picture, which is the previous object if nothing changed.
  /// - Throws: `formatMismatch` if the picture does not have the source format; `pool` if there is no memory. The
  ///   damage of a picture that could not be converted is converted with the next picture.
  public func convert(_ picture: PixelBuffer, damage: Damage) throws(FrameConverterError) -> PixelBuffer {
    guard picture.format == source else { throw .formatMismatch(expected: source, got: picture.format) }
    pendingDamage.formUnion(damage)
    pendingDamage.clip(to: source.bounds)
    if let previous, pendingDamage.isEmpty { return previous }
    let picture = try colors?.convert(picture, damage: pendingDamage) ?? picture
    // Without another reference, the memory of the previous picture returns to the pool, and is updated.
    if isKnownUniquelyReferenced(&previous) { previous = nil }
    var draft: PixelBufferDraft
    do { draft = try pool.draft() } catch { throw .pool(error) }
    stamp += 1
    history.append(stamp: stamp, damage: pendingDamage)
    if let damage = draft.previousStamp.flatMap({ history.damage(since: $0) }) {
      update(&draft, from: picture, damage: damage)
    } else if let previous, pendingDamage.area < source.bounds.area {
      draft.copyBytes(of: previous)
      update(&draft, from: picture, damage: pendingDamage)
    } else {
      draft.populate()
      update(&draft, from: picture, damage: Damage(source.bounds))
    }
    let converted = draft.freeze(stamp: stamp)
    pendingDamage = .nothing
    previous = converted
    return converted
  }

  private func update(_ draft: inout PixelBufferDraft, from picture: PixelBuffer, damage: Damage) {
    draft.withUnsafeMutableBytes { output in
      picture.withUnsafeBytes { bytes in
        damage.forEach { rectangle in
          let rectangle = (colors ?? self).pixels(influencedBy: rectangle)
          switch conversion {
          case .drawing(let conversion): conversion.convert(rectangle, from: bytes, to: output)
          case .colors(let conversion): conversion.convert(rectangle, from: bytes, to: output)
          case .components(let conversion): conversion.convert(rectangle, from: bytes, to: output)
          }
        }
      }
    }
  }

  /// Returns the pixels of `bgraPremultiplied` that depend on the samples of the pixels of a rectangle.
  private func pixels(influencedBy rectangle: PixelRect) -> PixelRect {
    if case .colors(let conversion) = conversion { conversion.pixels(influencedBy: rectangle) } else { rectangle }
  }
}

extension PixelBuffer {
  /// Returns the picture in another format of the same size, such as `nv12` for an encoder.
  ///
  /// Each call makes a picture of its own. For the pictures of a stream, a ``FrameConverter`` converts only what
  /// changed.
  ///
  /// - Parameter format: The format. If it is opaque, translucent pixels get black behind them. Subsampled color
  ///   differences are on the left, between the rows.
  /// - Throws: `unsupportedSource`, `unsupportedTarget`, `differentSizes` and `pool`.
  public func converted(to format: VideoFormat) throws(FrameConverterError) -> PixelBuffer {
    try FrameConverter(from: self.format, to: format).convert(self, damage: Damage(format.bounds))
  }

  /// Returns the picture in another pixel format, with its own matrix and range.
  ///
  /// - Parameter pixelFormat: The pixel format. See ``converted(to:)-(VideoFormat)``.
  /// - Throws: `unsupportedSource`, `unsupportedTarget` and `pool`.
  public func converted(to pixelFormat: PixelFormat) throws(FrameConverterError) -> PixelBuffer {
    try converted(to: format.with(pixelFormat))
  }
}

/// An error in the conversion of pictures.
public enum FrameConverterError: Error, Hashable, CustomStringConvertible {
  /// The source format is not supported.
  case unsupportedSource(PixelFormat)
  /// The target format is not supported.
  case unsupportedTarget(PixelFormat)
  /// The sizes differ, and the converter does not scale.
  case differentSizes(from: PixelSize, to: PixelSize)
  /// A picture does not have the source format of the converter.
  case formatMismatch(expected: VideoFormat, got: VideoFormat)
  /// There is no memory for the picture.
  case pool(PixelBufferPoolError)

  /// One line that says what is wrong and how to fix it.
  public var description: String {
    switch self {
    case .unsupportedSource(let format):
      "cannot convert from \(format): give pictures of \(PixelFormat.convertible)"
    case .unsupportedTarget(let format):
      "cannot convert to \(format): choose \(PixelFormat.convertible)"
    case .differentSizes(let source, let target):
      "cannot convert \(source) to \(target): the converter does not scale, give equal sizes"
    case .formatMismatch(let expected, let got):
      "the picture is \(got), but the converter takes \(expected): use one converter for each format"
    case .pool(let error): error.description
    }
  }
}

extension PixelFormat {
  /// The names of the formats that can be converted.
  package static var convertible: String { all.map(\.name).listed(with: "or") }
}
