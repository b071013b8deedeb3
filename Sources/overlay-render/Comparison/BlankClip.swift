import Glibc
import OverlayMedia
import OverlayRender

/// A movie of black pictures, which is made once for each size and kept in the folder for caches of the user.
struct BlankClip {
  /// The path of the file.
  let path: String
  /// The size of the file.
  let byteCount: Int

  /// The duration, after which it is played again.
  static let duration = MediaTime.seconds(10)
  private static let options: MovieOptions = {
    var options = MovieOptions(codec: .h264, preset: preset, frames: .every)
    options.keyframeInterval = keyframeInterval
    return options
  }()
  static let preset = "medium"
  static let keyframeInterval = MediaTime.seconds(5)

  /// The description of the movie in reports.
  static var encoding: String {
    "H.264, preset \(preset), a keyframe every \(keyframeInterval.inSeconds()), "
      + "decoded in \(PictureReader.threadCount) threads"
  }

  /// Returns the clip of a size and frame rate, and makes it if there is none.
  ///
  /// - Throws: `Failure` if the folder cannot be used, or the error of writing the movie.
  static func clip(_ size: PixelSize, _ rate: FrameRate) async throws -> BlankClip {
    let folder = try folder()
    let path = try path(size, rate)
    try checkKind(of: path)
    // A file that is damaged, or another one, is replaced. It lasts for whole frames.
    let wholeDuration = rate.time(ofFrame: rate.frame(atOrAfter: duration))
    let kept = try? Movie(path: path)
    if kept?.naturalSize != size || kept?.nominalFrameRate != rate || kept?.duration != wholeDuration {
      let creation = UserFolder.create(folder)
      guard access(folder, W_OK) == 0 else {
        throw Failure(
          .cannotCreate,
          "\(folder): the folder for the blank movie cannot be written (\(creation ?? SystemError(rawValue: errno))): "
            + "set XDG_CACHE_HOME to another folder")
      }
      let stream = FrameStream(Rectangle().fill(.black), size: size, frameRate: rate)
      // Two runs at the same time both write a complete file.
      do {
        try await stream.write(to: path, as: .movie(.mp4, options), duration: duration, overwrite: true)
      } catch MediaError.encoderNotOpened(_, let reason) {
        throw Failure(
          .usage,
          "the blank movie of \(size) at \(rate) fps cannot be encoded (\(reason)): "
            + "give smaller sides to --size or --sizes")
      }
    }
    var status = stat()
    return BlankClip(path: path, byteCount: stat(path, &status) == 0 ? Int(status.st_size) : 0)
  }

  /// Returns the path of the clip of a size and frame rate, which may not exist.
  ///
  /// - Throws: `Failure` if the environment names no folder for caches.
  static func path(_ size: PixelSize, _ rate: FrameRate) throws(Failure) -> String {
    let settings = "\(preset)-\(keyframeInterval.inSeconds().replacing(" ", with: ""))"
    return "\(try folder())/blank-\(size)-\(rate.numerator)-\(rate.denominator)-\(settings).mp4"
  }

  /// Throws if the name of the file belongs to something else. Opening a FIFO would wait for its writer.
  private static func checkKind(of path: String) throws(Failure) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw Failure(.cannotCreate, "\(path): the name of the blank movie belongs to something else: remove it")
  }

  private static func folder() throws(Failure) -> String {
    guard let folder = UserFolder.cache else {
      throw Failure(.unavailable, "the blank movie needs a folder: set XDG_CACHE_HOME or HOME")
    }
    return folder
  }
}
