import CFFmpeg
import OverlayRender

/// The sound of a movie: a stream of the container and what fills it.
final class SoundTrack {
  /// The stream of the container.
  let stream: UnsafeMutablePointer<AVStream>
  /// Whether all of the sound has been written.
  private(set) var isFinished = false

  private let muxer: Muxer
  private let packets: any SoundPackets
  private let grid: TimeGrid
  /// The time before the beginning at which a packet may start; `nil` for any time.
  private let greatestLead: Int64?
  /// What is added to the times of packets.
  private let delay: Int64
  /// Whether the latest packet before the beginning is written, too, because a decoder makes no samples of its first
  /// packet.
  private let writesPrimer: Bool
  /// The latest packet before the beginning.
  private let primer: Packet
  private var hasPrimer = false

  /// Adds a stream, before the header is written.
  init(_ packets: any SoundPackets, grid: TimeGrid, container: MovieContainer, in muxer: Muxer) throws(FFmpegStatus) {
    self.muxer = muxer
    self.packets = packets
    self.grid = grid
    stream = try muxer.addStream(timeBase: packets.timeBase)
    try packets.describe(stream)
    let codec = stream.pointee.codecpar.pointee
    primer = try Packet()
    writesPrimer = codec.codec_id == AV_CODEC_ID_VORBIS && container.sound?.holdsEqualTimes == true
    switch container.sound?.beginning {
    case .editList:
      greatestLead = nil
      delay = 0
    case .codecDelay where codec.codec_id == AV_CODEC_ID_OPUS:
      let lead = Int64(codec.initial_padding).ticks(of: Int32(48_000).clock, on: packets.timeBase)
      greatestLead = lead
      delay = overlay_matroska_adds_delay() != 0 ? 0 : lead
    case .codecDelay, .cut, nil:
      stream.pointee.codecpar.pointee.initial_padding = 0
      greatestLead = 0
      delay = 0
    }
  }

  /// The first frame of the movie after the end of the sound, or `nil` before the end is known.
  var endFrame: Int64? {
    packets.end.map { overlay_av_rescale_q_rnd($0, packets.timeBase, grid.tick, AV_ROUND_UP) }
  }

  /// Writes the sound up to a frame of the movie.
  func write(until frame: Int64) throws {
    guard !isFinished else { return }
    try packets.advance(to: time(of: frame)) { try write($0) }
    if let end = packets.end, end <= time(of: frame) { try finish(at: frame) }
  }

  /// Writes the rest of the sound up to a frame, where the sound is cut.
  func finish(at frame: Int64) throws {
    guard !isFinished else { return }
    isFinished = true
    try packets.finish(at: time(of: frame)) { try write($0) }
  }

  /// Returns the time of a frame in ticks of the packets.
  private func time(of frame: Int64) -> Int64 {
    frame.ticks(of: grid.tick, on: packets.timeBase)
  }

  /// Writes a packet whose times are in ticks of the packets, at the nearest ticks of the container's clock.
  private func write(_ packet: borrowing Packet) throws {
    let start = packet.pointer.pointee.pts
    // A container that cannot leave out the beginning would delay the pictures instead.
    if let greatestLead, start < -greatestLead {
      if writesPrimer { try primer.become(packet) }
      hasPrimer = writesPrimer
      return
    }
    if hasPrimer {
      hasPrimer = false
      try write(primer, from: 0, to: 0)
    }
    try write(packet, from: start, to: start + packet.pointer.pointee.duration)
  }

  private func write(_ packet: borrowing Packet, from start: Int64, to end: Int64) throws {
    func ticks(_ time: Int64) -> Int64 { (time + delay).ticks(of: packets.timeBase, on: stream.pointee.time_base) }
    packet.pointer.pointee.duration = ticks(end) - ticks(start)
    packet.pointer.pointee.pts = ticks(start)
    packet.pointer.pointee.dts = packet.pointer.pointee.pts
    packet.pointer.pointee.stream_index = stream.pointee.index
    try muxer.write(packet)
  }
}

extension MovieContainer {
  /// Opens a sound.
  ///
  /// - Parameters:
  ///   - sound: The sound.
  ///   - endsWithSilence: Whether silence without an end follows the end of the sound, which is then not copied.
  /// - Throws: `MediaError`. Nothing is written before.
  func open(_ sound: MovieSound, endsWithSilence: Bool = false) throws(MediaError) -> any SoundPackets {
    guard let encoderName = self.sound?.encoderName else { throw .soundNotHeld(container: name) }
    switch sound {
    case .file(let path, let start):
      let file = try SoundFile(path: path, from: start)
      // Pictures wait in memory for sound that begins late. Encoded sound begins with silence instead.
      return try open(
        file, isCopied: start <= .zero && !file.beginsLate && !endsWithSilence, endsWithSilence: endsWithSilence,
        defaultEncoderName: encoderName)
    case .ticks(let first):
      return try EncodedSound(TickSamples(first: first), encoderName: encoderName, endsWithSilence: endsWithSilence)
    case .live(let sound, let start):
      guard let samples = (sound.receiver as? any LiveSampleSource)?.samples(from: start) else {
        throw .noSound(path: sound.receiver.name)
      }
      return try EncodedSound(samples, encoderName: encoderName, endsWithSilence: endsWithSilence)
    }
  }

  /// Opens a track of sound of a movie.
  ///
  /// - Parameters:
  ///   - path: The path of the movie.
  ///   - stream: The index of the stream.
  ///   - start: The time in the movie that is zero.
  ///   - isCopied: Whether the sound is copied if the container can hold its codec.
  /// - Throws: `MediaError`.
  func openSound(
    of path: String, stream: Int32, from start: MediaTime, isCopied: Bool
  ) throws(MediaError) -> any SoundPackets {
    guard let sound else { throw .soundNotHeld(container: name) }
    func openFile() throws(MediaError) -> SoundFile {
      try SoundFile(path: path, stream: stream, from: start, greatestGap: SoundFile.greatestGapBesidePictures)
    }
    var file = try openFile()
    if !file.skipBeginning() { file = try openFile() }
    return try open(file, isCopied: isCopied, endsWithSilence: false, defaultEncoderName: sound.encoderName)
  }

  private func open(
    _ file: SoundFile, isCopied: Bool, endsWithSilence: Bool, defaultEncoderName: String
  ) throws(MediaError) -> any SoundPackets {
    guard isCopied, holdsSound(of: file.parameters.pointee.codec_id) else {
      let encoderName = encoderName(for: file.parameters) ?? defaultEncoderName
      return try EncodedSound(FileSamples(file), encoderName: encoderName, endsWithSilence: endsWithSilence)
    }
    return try CopiedSound(file)
  }
}
