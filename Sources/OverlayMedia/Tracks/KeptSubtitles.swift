import CFFmpeg
import OverlayRender

/// The subtitles of a movie, which are written beside new pictures. They are copied, or converted if they are text.
///
/// The packets of all tracks are read in the order of the file. A few that are later than the pictures wait, so that
/// one with a wrong time does not stop the others. Where few subtitles are far apart, reading keeps pace with the
/// pictures, so that the file is read in one place, and not to its end at the beginning.
final class KeptSubtitles {
  /// A track, and the stream that receives it.
  private final class Track {
    let source: UnsafeMutablePointer<AVStream>
    let converter: SubtitleConverter?
    let properties: TrackProperties
    var stream: UnsafeMutablePointer<AVStream>?
    /// The time of the latest packet that was written, in ticks of `stream`.
    var latest = Int64.min

    init(_ source: UnsafeMutablePointer<AVStream>, _ converter: SubtitleConverter?) {
      self.source = source
      self.converter = converter
      properties = TrackProperties(of: source)
    }
  }

  /// A packet that is later than the pictures.
  private final class WaitingPacket {
    let packet: Packet
    let track: Track
    /// The start in units of `AV_TIME_BASE`.
    let start: Int64

    init(_ packet: borrowing Packet, _ track: Track, start: Int64) throws(FFmpegStatus) {
      self.packet = try Packet()
      self.track = track
      self.start = start
      try self.packet.become(packet)
    }
  }

  /// The number of packets that wait at most.
  private static let readAhead = 16
  /// The time by which the packets of pictures are read ahead of the new pictures, in units of `AV_TIME_BASE`.
  private static let lead = 10 * Int64(AV_TIME_BASE)
  private static let clock = Int32(AV_TIME_BASE).clock

  private let demuxer: Demuxer
  private let range: Range<Int64>
  /// The pictures with which reading keeps pace; `nil` if the file has an index by which they are skipped.
  private let pace: UnsafeMutablePointer<AVStream>?
  private var tracks: [Int32: Track] = [:]
  private var waiting: [WaitingPacket] = []
  private let packet: Packet
  private let converted: Packet
  private var isAtEnd = false

  /// Prepares reading.
  ///
  /// - Parameters:
  ///   - demuxer: The movie, of which no packet has been read. Its other streams are ignored from now on.
  ///   - streams: The streams of subtitles, in order, with converters for those that are not copied.
  ///   - pictures: The stream of the pictures.
  ///   - range: The part of the movie that is kept, in units of `AV_TIME_BASE` of the file's clock.
  init(
    _ demuxer: Demuxer, _ streams: [(UnsafeMutablePointer<AVStream>, SubtitleConverter?)],
    pictures: UnsafeMutablePointer<AVStream>?, range: Range<Int64>
  ) throws(FFmpegStatus) {
    self.demuxer = demuxer
    self.range = range
    let pace = demuxer.hasPacketIndex ? nil : pictures
    self.pace = pace
    packet = try Packet()
    converted = try Packet()
    for (stream, converter) in streams { tracks[stream.pointee.index] = Track(stream, converter) }
    demuxer.select { stream in stream == pace || streams.contains { $0.0 == stream } }
  }

  /// Whether all packets have been written.
  var isFinished: Bool { isAtEnd && waiting.isEmpty }

  /// Adds the streams, before the header is written.
  func addStreams(to muxer: Muxer, in container: MovieContainer) throws(FFmpegStatus) {
    for track in tracks.values.sorted(by: { $0.source.pointee.index < $1.source.pointee.index }) {
      let stream = try muxer.addStream(timeBase: track.source.pointee.time_base)
      if let converter = track.converter {
        try converter.describe(stream)
      } else {
        try FFmpegStatus.check(
          overlay_avcodec_parameters_copy(stream.pointee.codecpar, track.source.pointee.codecpar))
        stream.pointee.codecpar.pointee.codec_tag = 0
      }
      track.properties.apply(to: stream, in: container)
      track.stream = stream
    }
  }

  /// Writes the packets that begin before a time of the new movie, in units of `AV_TIME_BASE`.
  func write(until time: Int64, to muxer: Muxer) throws {
    while let first = waiting.first, first.start < time {
      waiting.removeFirst()
      try write(first.packet, of: first.track, to: muxer)
    }
    while !isAtEnd, waiting.count < Self.readAhead {
      guard try read() else { break }
      if isPicture(after: time) { break }
      guard let track = tracks[packet.pointer.pointee.stream_index], let start = cut(packet, track) else { continue }
      if start < time {
        try write(packet, of: track, to: muxer)
      } else {
        let index = waiting.firstIndex { $0.start > start } ?? waiting.endIndex
        waiting.insert(try WaitingPacket(packet, track, start: start), at: index)
      }
    }
  }

  /// Returns whether the packet is a picture that is far enough after a time of the new movie.
  private func isPicture(after time: Int64) -> Bool {
    guard let pace, packet.pointer.pointee.stream_index == pace.pointee.index,
      packet.pointer.pointee.pts != overlay_no_timestamp
    else { return false }
    let start = packet.pointer.pointee.pts.ticks(of: pace.pointee.time_base, on: Self.clock)
    return start &- range.lowerBound &- Self.lead > time
  }

  /// Reads a packet. A damaged file ends at the damage.
  private func read() throws(FFmpegStatus) -> Bool {
    do throws(FFmpegStatus) {
      isAtEnd = try !demuxer.read(packet)
    } catch {
      if error == .noMemory { throw error }
      isAtEnd = true
    }
    return !isAtEnd
  }

  /// Makes the times of a packet relative to the new movie, in ticks of its own stream, and cuts it to the range.
  ///
  /// - Returns: The start in units of `AV_TIME_BASE`; `nil` if the packet is outside the range, or if its times are not
  ///   valid.
  private func cut(_ packet: borrowing Packet, _ track: Track) -> Int64? {
    let fields = packet.pointer
    let timeBase = track.source.pointee.time_base
    func ticks(_ time: Int64) -> Int64 { time.ticks(of: Self.clock, on: timeBase) }
    guard fields.pointee.pts != overlay_no_timestamp else { return nil }
    let (start, overflow) = fields.pointee.pts.subtractingReportingOverflow(ticks(range.lowerBound))
    let end = ticks(range.upperBound - range.lowerBound)
    guard !overflow, start < end else { return nil }
    if fields.pointee.duration > 0 {
      let (ownEnd, overflow) = start.addingReportingOverflow(fields.pointee.duration)
      guard ownEnd > 0 else { return nil }
      fields.pointee.duration = (overflow ? end : min(ownEnd, end)) - max(start, 0)
    } else {
      // The next subtitle ends it.
      guard start >= 0 else { return nil }
      fields.pointee.duration = 0
    }
    fields.pointee.pts = max(start, 0)
    return fields.pointee.pts.ticks(of: timeBase, on: Self.clock)
  }

  /// Writes a packet with the times of `cut`.
  private func write(_ packet: borrowing Packet, of track: Track, to muxer: Muxer) throws {
    guard let stream = track.stream else { return }
    guard let converter = track.converter else { return try write(packet, of: track, to: stream, in: muxer) }
    if try converter.convert(packet, using: converted) { try write(converted, of: track, to: stream, in: muxer) }
  }

  private func write(
    _ packet: borrowing Packet, of track: Track, to stream: UnsafeMutablePointer<AVStream>, in muxer: Muxer
  ) throws {
    let fields = packet.pointer
    func ticks(_ time: Int64) -> Int64 { time.ticks(of: track.source.pointee.time_base, on: stream.pointee.time_base) }
    let end = ticks(fields.pointee.pts + fields.pointee.duration)
    // Containers hold packets in the order of their times.
    let start = max(ticks(fields.pointee.pts), track.latest)
    guard start < end || fields.pointee.duration == 0 else { return }
    track.latest = start
    fields.pointee.duration = max(end - start, 0)
    fields.pointee.pts = start
    fields.pointee.dts = start
    fields.pointee.pos = -1
    fields.pointee.stream_index = stream.pointee.index
    try muxer.write(packet)
  }
}
