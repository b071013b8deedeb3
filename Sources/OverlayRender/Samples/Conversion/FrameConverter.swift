/// Converts the pictures of a stream to another pixel format. It converts only what changed.
///
/// The memory of an older picture is reused and updated, so nothing is allocated while the stream runs. If all pictures
/// are still in use, fresh memory starts as a copy of the last one.
public final class FrameConverter {
  /// The format of the source pictures.
  public let source: VideoFormat
  /// The format of the converted pictures.
  public let target: VideoFormat

  private let conversion: PictureConversion
  private let pool: PixelBufferPool
  private var history = RepaintHistory()
  private var previous: PixelBuffer?
  private var stamp: UInt64 = 0
  /// The damage of pictures that could not be converted, and of the current one.
  private var pendingDamage = Damage.nothing

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - source: A format of `bgraPremultiplied`.
  ///   - target: A format of the same size whose pixel format is in `PixelFormat.builtIn`. It may be that of the
  ///     source.
  ///   - clock: The clock that measures the age of unused memory.
  /// - Throws: `unsupportedSource`, `unsupportedTarget` and `differentSizes`.
  public init(
    from source: VideoFormat, to target: VideoFormat, clock: any MediaClock
  ) throws(FrameConverterError) {
    guard source.pixelFormat == .bgraPremultiplied else { throw .unsupportedSource(source.pixelFormat) }
    guard source.size == target.size else { throw .differentSizes(from: source.size, to: target.size) }
    self.source = source
    self.target = target
    conversion = try PictureConversion(to: target)
    pool = PixelBufferPool(format: target, clock: clock)
  }

  /// Converts a picture.
  ///
  /// - Parameters:
  ///   - picture: A picture in the source format.
  ///   - damage: The difference from the previous picture. Ignored for the first picture.
  /// - Returns: The converted picture, which is the previous object if nothing changed.
  /// - Throws: `formatMismatch` if the picture does not have the source format; `pool` if there is no memory. The
  ///   damage of a picture that could not be converted is converted with the next picture.
  public func convert(_ picture: PixelBuffer, damage: Damage) throws(FrameConverterError) -> PixelBuffer {
    guard picture.format == source else { throw .formatMismatch(expected: source, got: picture.format) }
    pendingDamage.formUnion(damage)
    pendingDamage.clip(to: source.bounds)
    if let previous, pendingDamage.isEmpty { return previous }
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
        damage.forEach { conversion.convert($0, from: bytes, to: output) }
      }
    }
  }
}

/// An error in the conversion of pictures.
public enum FrameConverterError: Error, Hashable, CustomStringConvertible {
  /// The source format is not `bgraPremultiplied`.
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
      "cannot convert from \(format): give pictures of bgraPremultiplied"
    case .unsupportedTarget(let format):
      "cannot convert to \(format): choose \(PixelFormat.builtIn.map(\.name).listed(with: "or"))"
    case .differentSizes(let source, let target):
      "cannot convert \(source) to \(target): the converter does not scale, give equal sizes"
    case .formatMismatch(let expected, let got):
      "the picture is \(got), but the converter takes \(expected): use one converter for each format"
    case .pool(let error): error.description
    }
  }
}
