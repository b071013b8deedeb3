import Foundation
import OverlayRender
import TestTools

@testable import OverlayMedia

/// Movies that ffmpeg makes, and the same movies with overlays.
struct OverlaidMovieFolder {
  let folder: OutputFolder

  init() throws {
    folder = try OutputFolder()
  }

  /// Makes a movie of a moving test picture with ffmpeg.
  ///
  /// - Returns: The path of the movie.
  func make(
    _ name: String, size: PixelSize = PixelSize(96, 64), rate: Int = 25, seconds: Int = 2, filter: String = "null",
    _ arguments: String...
  ) throws -> String {
    // The source has even sides only.
    let even = size.roundedUp(toMultipleOf: PixelSize(2, 2))
    let scale = size == even ? "null" : "scale=\(size.width):\(size.height),setsar=1"
    let source = "testsrc2=size=\(even):rate=\(rate):duration=\(seconds),\(scale),\(filter)"
    _ = try TestTool.ffmpeg.output(["-v", "error", "-f", "lavfi", "-i", source] + arguments + [folder(name)])
    return folder(name)
  }

  /// Writes a movie with a view over it, and returns its path.
  @discardableResult
  func write(
    _ view: some View, over path: String, to name: String, from start: MediaTime = .zero, duration: MediaTime? = nil,
    frameRate: FrameRate? = nil, options: MovieOptions = MovieOptions()
  ) async throws -> String {
    let movie = try Movie(path: path)
    try await FrameStream(view, size: movie.naturalSize)
      .over(movie, from: start, duration: duration, frameRate: frameRate).write(to: folder(name), options: options)
    return folder(name)
  }

  /// The times of all pictures of a movie in seconds, relative to the first one.
  func times(_ path: String) throws -> [Double] {
    let times = try probe(path, "frame=best_effort_timestamp_time").compactMap { $0.first.flatMap(Double.init) }
    return times.map { (($0 - (times.first ?? 0)) * 1000).rounded() / 1000 }
  }

  /// The planes of all pictures, decoded by ffmpeg as they are stored.
  func pictures(_ path: String, _ format: VideoFormat, isUpright: Bool = false) throws -> [[UInt8]] {
    let decoder = isUpright ? [] : ["-noautorotate"]
    let data = try decodedPictures(path, as: format.pixelFormat.name, decoder: decoder)
    let count = format.byteCount
    return (0..<(data.count / count)).map { Array(data[($0 * count)..<(($0 + 1) * count)]) }
  }
}

/// A red rectangle with a size, at a place from the top left.
struct Mark: View {
  static let area = PixelRect(x: 22, y: 14, width: 24, height: 10)

  var area = Mark.area
  var color = Color.red

  var body: some View {
    color.frame(width: Double(area.width), height: Double(area.height))
      .padding(EdgeInsets(top: Double(area.y), leading: Double(area.x), bottom: 0, trailing: 0))
      .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
  }
}

/// The differences between two pictures.
struct PictureDifference {
  /// Whether the samples outside of the rectangle, with those that they are filtered from, are the same.
  let isSameOutside: Bool
  /// Whether most samples of luma in the rectangle differ.
  let differsInside: Bool

  init(_ a: [UInt8], _ b: [UInt8], _ format: VideoFormat, in area: PixelRect) {
    var isSameOutside = true
    var differentCount = 0
    for (index, plane) in format.planes.enumerated() {
      let part = format.pixelFormat.planes[index]
      let sampleSize = part.components.count * format.pixelFormat.bytesPerComponent
      let (h, v) = (part.horizontalSubsampling, part.verticalSubsampling)
      for y in 0..<plane.size.height {
        for x in 0..<plane.size.width {
          let start = plane.offset + y * plane.bytesPerRow + x * sampleSize
          let isSame = a[start..<(start + sampleSize)] == b[start..<(start + sampleSize)]
          let pixels = PixelRect(x: x * h, y: y * v, width: h, height: v)
          if pixels.intersects(area) {
            if index == 0, !isSame { differentCount += 1 }
          } else if !isSame {
            isSameOutside = false
          }
        }
      }
    }
    self.isSameOutside = isSameOutside
    differsInside = differentCount * 2 > area.area
  }
}
