import CFFmpeg
import OverlayRender

/// The cover of a file that has only sound.
struct CoverPicture: Sendable {
  /// The description of the file. The properties of its pictures are the ones of the cover.
  let movie: Movie
  /// The decoded cover; `nil` if there is none.
  let frame: DecodedFrame?
  /// Whether the file has a cover that cannot be decoded, or has more pixels than a picture may have.
  let isUnreadable: Bool

  /// Opens a file.
  ///
  /// - Throws: `MediaError.fileNotOpened`, `movieUnreadable` or `librariesMissing` (or `librariesOfOtherVersion`).
  init(path: String) throws(MediaError) {
    let demuxer = try Demuxer(moviePath: path)
    let stream = demuxer.streams.first { $0.isCover }
    let frame = stream.flatMap { try? Self.decode($0) }
    movie = Movie(path: path, demuxer: demuxer, pictures: frame == nil ? nil : stream)
    self.frame = frame
    isUnreadable = stream != nil && frame == nil
  }

  private static func decode(_ stream: UnsafeMutablePointer<AVStream>) throws(FFmpegStatus) -> DecodedFrame? {
    let packet = try Packet()
    let frame = try Frame()
    try packet.become(&stream.pointee.attached_pic)
    let decoder = try Decoder(for: stream)
    try decoder.send(packet)
    try decoder.sendEnd()
    let size = PixelSize(Int(stream.pointee.codecpar.pointee.width), Int(stream.pointee.codecpar.pointee.height))
    let limits = VideoFormat.sideLimits
    guard try decoder.receive(frame), limits.contains(size.width), limits.contains(size.height) else { return nil }
    return try DecodedFrame(moving: frame)
  }
}
