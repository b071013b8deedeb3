import CFFmpeg
import OverlayRender

/// The pictures of a file or of a live feed that is open: their stream and its decoder.
struct PictureStream {
  let demuxer: Demuxer
  let stream: UnsafeMutablePointer<AVStream>
  let decoder: Decoder

  /// Opens a file, of which nothing but the pictures is read.
  ///
  /// - Throws: `MediaError.fileNotOpened`, `movieUnreadable`, `noPictures`, `decoderMissing`, `pictureTooLarge` or
  ///   `librariesMissing` (or `librariesOfOtherVersion`).
  init(path: String, isReproducible: Bool = false) throws(MediaError) {
    try self.init(
      of: Demuxer(moviePath: path), path: path, threadCount: PictureReader.threadCount, isReproducible: isReproducible)
    let stream = stream
    demuxer.select { $0 == stream }
  }

  /// Opens the decoder of the best pictures.
  ///
  /// - Parameters:
  ///   - demuxer: The demuxer.
  ///   - path: The name in errors.
  ///   - threadCount: The number of threads. Each one holds a picture of its own.
  ///   - isReproducible: Whether the pictures do not depend on the processor.
  /// - Throws: `MediaError.movieUnreadable`, `noPictures`, `animatedWebP`, `decoderMissing` or `pictureTooLarge`.
  init(of demuxer: Demuxer, path: String, threadCount: Int, isReproducible: Bool = false) throws(MediaError) {
    self.demuxer = demuxer
    guard let stream = demuxer.bestStream(AVMEDIA_TYPE_VIDEO), !stream.isCover else {
      throw .noPictures(path: path, hasSound: demuxer.bestStream(AVMEDIA_TYPE_AUDIO) != nil)
    }
    self.stream = stream
    let base = stream.pointee.time_base
    guard base.den <= 0 || Int64(base.num) <= PictureClock.greatestGap * Int64(base.den) else {
      throw .movieUnreadable(path: path, reason: "each of its pictures lasts longer than a day")
    }
    let parameters = stream.pointee.codecpar.pointee
    let size = PixelSize(Int(parameters.width), Int(parameters.height))
    if size.pixelCount == 0, parameters.codec_id == AV_CODEC_ID_WEBP { throw .animatedWebP(path: path) }
    // FFmpeg forgets a size that is too large.
    try Self.check(size.pixelCount > 0 ? size : demuxer.announcedSize, path: path)
    try Self.check(size, path: path)
    do throws(FFmpegStatus) {
      decoder = try Decoder(for: stream, threadCount: threadCount, isReproducible: isReproducible)
    } catch {
      if error == .decoderNotFound { throw .decoderMissing(path: path, codec: stream.codecName) }
      throw .movieUnreadable(path: path, reason: FFmpegLog.takeError() ?? error.description)
    }
  }

  /// Throws if the size of the pictures is not possible.
  private static func check(_ size: PixelSize, path: String) throws(MediaError) {
    let limits = VideoFormat.sideLimits
    guard size.width > 0, size.height > 0 else {
      throw .movieUnreadable(path: path, reason: "the size of its pictures is not known")
    }
    guard limits.contains(size.width), limits.contains(size.height), size.pixelCount <= Decoder.maximumPixelCount else {
      throw .pictureTooLarge(path: path, size: size)
    }
  }
}

extension UnsafeMutablePointer<AVStream> {
  /// FFmpeg's name of the codec.
  var codecName: String { pointee.codecpar.pointee.codec_id.name }
}
