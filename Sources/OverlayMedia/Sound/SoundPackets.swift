import CFFmpeg
import OverlayRender

/// The encoded sound of a movie. Times are in ticks of `timeBase`, from the beginning of the movie.
protocol SoundPackets: AnyObject {
  /// The duration of a tick in seconds.
  var timeBase: AVRational { get }
  /// The end of the sound, or `nil` before it is known.
  var end: Int64? { get }
  /// Sets the parameters of the stream that receives the packets.
  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(FFmpegStatus)
  /// Passes on the packets that end by a time.
  func advance(to time: Int64, _ write: (borrowing Packet) throws -> Void) throws
  /// Passes on the rest of the sound before a time, after which there are no more packets.
  func finish(at time: Int64, _ write: (borrowing Packet) throws -> Void) throws
}

/// The packets of a file, in which the sound has a codec that the container can hold.
final class CopiedSound: SoundPackets {
  var timeBase: AVRational { file.stream.pointee.time_base }
  private(set) var end: Int64?

  private let file: SoundFile
  private let packet: Packet
  /// The filter of AAC in the form of streams, which containers with a header do not hold.
  private let filter: ADTSFilter?
  /// Whether a packet is read but not passed on yet.
  private var hasPacket = false
  /// The latest packet that was read.
  private var latest: (start: Int64, end: Int64)?

  /// Prepares the packets of a file.
  ///
  /// - Throws: `MediaError.soundUnreadable`.
  init(_ file: SoundFile) throws(MediaError) {
    self.file = file
    do throws(FFmpegStatus) {
      packet = try Packet()
      filter = ADTSFilter.applies(to: file.parameters) ? try ADTSFilter(for: file.stream) : nil
    } catch {
      throw file.unreadable(error)
    }
    // The header of the new file is made from the header of the first packet.
    guard let filter else { return }
    hasPacket = try read()
    if filter.header.isEmpty { throw file.unreadable(.invalidData) }
  }

  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(FFmpegStatus) {
    try FFmpegStatus.check(overlay_avcodec_parameters_copy(stream.pointee.codecpar, file.parameters))
    // Each container has tags of its own.
    stream.pointee.codecpar.pointee.codec_tag = 0
    if let filter { try stream.pointee.codecpar.setHeader(filter.header) }
  }

  func advance(to time: Int64, _ write: (borrowing Packet) throws -> Void) throws {
    while end == nil {
      if !hasPacket { hasPacket = try read() }
      guard hasPacket else {
        end = latest?.end ?? 0
        return
      }
      guard let latest, latest.end <= time else { return }
      hasPacket = false
      try write(packet)
    }
  }

  func finish(at time: Int64, _ write: (borrowing Packet) throws -> Void) throws {
    try advance(to: time, write)
  }

  /// Reads the next packet that begins after the one before.
  private func read() throws(MediaError) -> Bool {
    while try file.read(packet) {
      // A damaged packet is left out.
      if let filter, (try? filter.apply(to: packet)) == nil { continue }
      let start = file.time(packet.pointer.pointee.pts, after: latest?.end) ?? latest?.end ?? 0
      if let latest, start <= latest.start { continue }
      latest = (start, start + packet.pointer.pointee.duration)
      packet.pointer.pointee.pts = start
      packet.pointer.pointee.dts = start
      return true
    }
    return false
  }
}
