/// Converts the pictures of one stream to another pixel format, only where they changed.
///
/// The pages of an older picture are taken again and repaired, and nothing is allocated once the stream runs. Pictures
/// that were lent to the kernel do not come back (``PixelBuffer/retire()``): then fresh pages start as a copy of the last
/// picture.
public final class FrameConverter {
  /// The format of the pictures that come in.
  public let source: VideoFormat
  /// The format of the pictures that go out.
  public let target: VideoFormat

  private let conversion: PictureConversion
  private let pool: PixelBufferPool
  private var history = RepaintHistory()
  private var previous: PixelBuffer?
  private var stamp: UInt64 = 0
  /// What changed in pictures that could not be converted.
  private var owed = Damage.nothing

  /// Makes a converter.
  ///
  /// - Parameters:
  ///   - source: A format of `bgraPremultiplied`.
  ///   - target: A format of the same size whose pixel format is one of `PixelFormat.builtIn`, the source's own too.
  ///   - clock: Tells the age of unused memory.
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
  ///   - picture: A picture in the source's format.
  ///   - damage: What differs from the picture given before; of no account for the first.
  /// - Returns: The converted picture; the same object as before when nothing changed.
  /// - Throws: `formatMismatch` when the picture is not of the source's format; `pool` when there is no memory. The
  ///   damage of a picture that could not be converted is made good with the next one.
  public func convert(_ picture: PixelBuffer, damage: Damage) throws(FrameConverterError) -> PixelBuffer {
    guard picture.format == source else { throw .formatMismatch(expected: source, got: picture.format) }
    owed.formUnion(damage)
    owed.clip(to: source.bounds)
    if let previous, owed.isEmpty { return previous }
    var draft: PixelBufferDraft
    do { draft = try pool.draft() } catch { throw .pool(error) }
    stamp += 1
    history.append(stamp: stamp, damage: owed)
    if let damage = draft.previousStamp.flatMap({ history.damage(since: $0) }) {
      repair(&draft, from: picture, damage: damage)
    } else if let previous, owed.area < source.bounds.area {
      draft.copyBytes(of: previous)
      repair(&draft, from: picture, damage: owed)
    } else {
      draft.populate()
      repair(&draft, from: picture, damage: Damage(source.bounds))
    }
    let converted = draft.freeze(stamp: stamp)
    owed = .nothing
    previous = converted
    return converted
  }

  private func repair(_ draft: inout PixelBufferDraft, from picture: PixelBuffer, damage: Damage) {
    draft.withUnsafeMutableBytes { output in
      picture.withUnsafeBytes { bytes in
        damage.forEach { conversion.convert($0, from: bytes, to: output) }
      }
    }
  }
}

/// Why a picture cannot be converted.
public enum FrameConverterError: Error, Hashable, CustomStringConvertible {
  /// Pictures are converted from `bgraPremultiplied` only.
  case unsupportedSource(PixelFormat)
  /// No picture is converted to this format.
  case unsupportedTarget(PixelFormat)
  /// Converting does not scale.
  case differentSizes(from: PixelSize, to: PixelSize)
  /// The picture is not of the format the converter was made for.
  case formatMismatch(expected: VideoFormat, got: VideoFormat)
  /// There is no memory for the picture.
  case pool(PixelBufferPoolError)

  /// What is wrong and how to mend it, in one line.
  public var description: String {
    switch self {
    case .unsupportedSource(let format):
      "cannot convert from \(format): give pictures of bgraPremultiplied"
    case .unsupportedTarget(let format):
      "cannot convert to \(format): choose \(PixelFormat.builtIn.map(\.name).listed(with: "or"))"
    case .differentSizes(let source, let target):
      "cannot convert \(source) to \(target): converting does not scale, give equal sizes"
    case .formatMismatch(let expected, let got):
      "the picture is \(got), the converter takes \(expected): make a converter for each format"
    case .pool(let error): error.description
    }
  }
}
