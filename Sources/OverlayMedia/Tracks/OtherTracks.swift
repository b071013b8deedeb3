import CFFmpeg
import OverlayRender

/// The tracks of a new movie beside its pictures, and what fills them.
final class OtherTracks {
  private let muxer: Muxer
  private let grid: TimeGrid
  private let sounds: [SoundTrack]
  private let kept: KeptMovie?
  private let covers: [AttachedPicture]
  /// Whether only pictures are written from now on.
  private var isFinished: Bool

  /// What fills the tracks, opened before the output is created.
  struct Sources {
    fileprivate let sound: (any SoundPackets)?
    fileprivate let kept: KeptMovie?

    /// Opens the sources.
    ///
    /// - Parameters:
    ///   - options: The choices for the movie.
    ///   - container: The container.
    ///   - isFragmented: Whether the movie consists of fragments.
    ///   - endsWithSilence: Whether silence without an end follows the end of the sound.
    /// - Throws: `MediaError`.
    init(
      _ options: MovieOptions, in container: MovieContainer, isFragmented: Bool, endsWithSilence: Bool = false
    ) throws(MediaError) {
      sound = try options.sound.map { sound throws(MediaError) in
        try container.open(sound, endsWithSilence: endsWithSilence)
      }
      kept = try options.keptTracks.map { tracks throws(MediaError) in
        try KeptMovie(tracks, in: container, replacesSound: options.sound != nil, isFragmented: isFragmented)
      }
    }
  }

  /// Adds streams after the stream of pictures, before the header is written.
  init(_ sources: Sources, grid: TimeGrid, container: MovieContainer, in muxer: Muxer) throws(FFmpegStatus) {
    self.muxer = muxer
    self.grid = grid
    kept = sources.kept
    var sounds: [SoundTrack] = []
    if let sound = sources.sound { sounds.append(try SoundTrack(sound, grid: grid, container: container, in: muxer)) }
    var covers: [AttachedPicture] = []
    if let kept {
      muxer.addMetadata(kept.metadata)
      if let pictures = muxer.firstStream { kept.pictureProperties?.apply(to: pictures, in: container) }
      for sound in kept.sounds {
        let track = try SoundTrack(sound.packets, grid: grid, container: container, in: muxer)
        sound.properties.apply(to: track.stream, in: container)
        sounds.append(track)
      }
      kept.timecode?.apply(to: muxer, in: container)
      try kept.subtitles?.addStreams(to: muxer, in: container)
      for attachment in kept.attachments {
        if let cover = try attachment.addStream(to: muxer) { covers.append(cover) }
      }
      muxer.limitInterleaving()
    }
    self.sounds = sounds
    isFinished = sounds.isEmpty && kept == nil
    self.covers = covers
  }

  /// The first frame of the movie after the end of the first sound, or `nil` before the end is known.
  var soundEndFrame: Int64? { sounds.first?.endFrame }

  /// Whether sound that goes on after the pictures is written to its end. Sound that replaces other sound is not.
  var keepsLongerSound: Bool { kept?.keepsLongerSound == true }
  /// Whether all sound is written.
  var hasWrittenSound: Bool { sounds.allSatisfy(\.isFinished) }

  /// Writes what follows the header.
  func begin() throws {
    for cover in covers { try cover.write(to: muxer) }
  }

  /// Writes the tracks up to a frame of the movie.
  func write(until frame: Int64) throws {
    guard !isFinished else { return }
    for sound in sounds { try sound.write(until: frame) }
    try kept?.subtitles?.write(until: time(of: frame), to: muxer)
    if sounds.allSatisfy(\.isFinished), kept?.subtitles?.isFinished ?? true { try end() }
  }

  /// Writes the rest of the tracks up to a frame, where they are cut.
  func finish(at frame: Int64) throws {
    if !isFinished {
      for sound in sounds { try sound.finish(at: frame) }
      try kept?.subtitles?.write(until: time(of: frame), to: muxer)
      try end()
    }
    if let kept { try muxer.setChapters(kept.chapters.compactMap { $0.cut(at: frame, of: grid.tick) }) }
  }

  /// Lets the rest of the pictures be written without waiting.
  private func end() throws {
    isFinished = true
    try muxer.stopInterleaving()
  }

  /// Returns the time of a frame in units of `AV_TIME_BASE`.
  private func time(of frame: Int64) -> Int64 {
    frame.ticks(of: grid.tick, on: Int32(AV_TIME_BASE).clock)
  }
}
