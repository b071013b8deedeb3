import Glibc
import OverlayMedia
import OverlayRender

/// A movie of black pictures, which is made once for each size and kept in the folder for caches of the user.
struct BlankClip: Codable {
  /// The path of the file.
  let path: String
  /// The size of the file.
  let byteCount: Int

  /// The duration, after which it is played again.
  static let duration = MediaTime.seconds(10)
  /// The description of the encoding in reports.
  static let encoding = "H.264, preset medium, a keyframe every 5 s, decoded in as many threads as there are cores"

  /// Returns the clip of a size and frame rate, and makes it if there is none.
  ///
  /// - Throws: `Failure` if the folder cannot be used, or the error of writing the movie.
  static func clip(_ size: PixelSize, _ rate: FrameRate) async throws -> BlankClip {
    let folder = try cacheFolder()
    let name = "blank-\(size)-\(rate.numerator)-\(rate.denominator).mp4"
    let path = folder + "/" + name
    if try byteCount(of: path) == nil {
      let stream = FrameStream(Rectangle().fill(.black), size: size, frameRate: rate)
      let options = MovieOptions(codec: .h264, preset: "medium", frames: .every)
      // Two runs at the same time both write a complete file.
      try await stream.write(to: path, as: .movie(.mp4, options), duration: duration, overwrite: true)
    }
    return BlankClip(path: path, byteCount: try byteCount(of: path) ?? 0)
  }

  /// The folder for caches (XDG Base Directory Specification), which is created.
  private static func cacheFolder() throws(Failure) -> String {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let base = variable("XDG_CACHE_HOME") ?? variable("HOME").map({ $0 + "/.cache" }) else {
      throw Failure(.unavailable, "there is no folder for the blank movie: set XDG_CACHE_HOME or HOME")
    }
    let folder = base + "/overlay-render"
    for index in folder.indices.dropFirst() where folder[index] == "/" { mkdir(String(folder[..<index]), 0o700) }
    mkdir(folder, 0o700)
    guard access(folder, W_OK) == 0 else {
      throw Failure(.cannotCreate, "\(folder): cannot be written (\(SystemError(rawValue: errno))): set XDG_CACHE_HOME")
    }
    return folder
  }

  private static func byteCount(of path: String) throws(Failure) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Int(status.st_size)
  }
}
