import CFFmpeg
import FoundationEssentials
import OverlayRender

/// The tracks of a movie that a new movie keeps, opened for reading.
final class KeptMovie {
  /// A track of sound.
  struct Sound {
    let packets: any SoundPackets
    let properties: TrackProperties
  }

  /// The tracks of sound.
  private(set) var sounds: [Sound] = []
  /// The tracks of subtitles; `nil` if there are none.
  private(set) var subtitles: KeptSubtitles?
  /// The fonts and covers.
  private(set) var attachments: [Attachment] = []
  /// The chapters.
  private(set) var chapters: [MovieChapter] = []
  /// The timecode of the first picture of the new movie; `nil` if there is none.
  private(set) var timecode: KeptTimecode?
  /// What is not kept as it is.
  private(set) var losses: [MovieTrackLoss] = []

  private let demuxer: Demuxer
  private let tracks: MovieTracks
  private let container: MovieContainer
  /// The part of the movie that is kept, in units of `AV_TIME_BASE` of the file's clock.
  private let range: Range<Int64>
  /// The track of the pictures.
  private let pictures: UnsafeMutablePointer<AVStream>?

  /// The maximum numbers of tracks, and of names of data in a note. Each track of sound opens the file anew.
  private static let limits = (sounds: 16, subtitles: 64, attachments: 256, dataNames: 8)
  /// The longest time that is kept if the end is not known, in seconds: about ten years.
  private static let longest: Int64 = 10 * 366 * 86_400

  /// Opens a movie and decides about each track.
  ///
  /// - Throws: `MediaError.movieUnreadable`.
  init(
    _ tracks: MovieTracks, in container: MovieContainer, replacesSound: Bool, isFragmented: Bool
  ) throws(MediaError) {
    self.tracks = tracks
    self.container = container
    demuxer = try Demuxer(moviePath: tracks.path)
    let origin = demuxer.origin
    let start = origin + Self.ticks(tracks.start)
    let end = tracks.end.map { origin + Self.ticks($0) } ?? start + Self.longest * Int64(AV_TIME_BASE)
    range = start..<max(end, start + 1)
    pictures = demuxer.bestStream(AVMEDIA_TYPE_VIDEO).flatMap { $0.isCover ? nil : $0 }
    findPictureLosses()
    if !replacesSound { openSounds() }
    findAttachments()
    try readChapters(isHeld: container.holdsChapters && !isFragmented)
    readTimecode(hasSound: replacesSound || !sounds.isEmpty)
    findDataLosses()
    try openSubtitles()
  }

  /// Returns a time in units of `AV_TIME_BASE`, from zero to the longest one.
  private static func ticks(_ time: MediaTime) -> Int64 {
    guard time.isNumeric else { return time > .zero ? longest * Int64(AV_TIME_BASE) : 0 }
    return Int64((min(max(time.seconds, 0), Double(longest)) * Double(AV_TIME_BASE)).rounded())
  }

  /// Whether the sound of the movie is kept to its end, also after the pictures.
  var keepsLongerSound: Bool { tracks.end == .positiveInfinity && !sounds.isEmpty }

  /// The properties of the pictures.
  var pictureProperties: TrackProperties? { pictures.map { TrackProperties(of: $0) } }

  /// The metadata of the new movie.
  var metadata: [(name: String, value: String)] {
    let isWhole = range.lowerBound <= demuxer.origin
    return demuxer.metadata.compactMap { entry in
      switch entry.name.lowercased() {
      // These describe the file itself.
      case "major_brand", "minor_version", "compatible_brands", "encoder", "duration": nil
      case "creation_time" where !isWhole: shifted(entry.value).map { (entry.name, $0) }
      // The timecode of the first picture is written instead.
      case "timecode": nil
      default: entry
      }
    }
  }

  /// Returns the moment at which the new movie begins, from the creation time of the movie.
  private func shifted(_ creationTime: String) -> String? {
    guard let moment = WallTime(ofMetadata: creationTime) else { return nil }
    let microseconds = range.lowerBound - demuxer.origin
    let date = Date(
      timeIntervalSinceReferenceDate: moment.date.timeIntervalSinceReferenceDate + Double(microseconds) / 1e6)
    return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  // MARK: Tracks

  private func streams(where isIncluded: (UnsafeMutablePointer<AVStream>) -> Bool) -> [UnsafeMutablePointer<AVStream>] {
    demuxer.streams.filter(isIncluded)
  }

  private func streams(_ kind: AVMediaType) -> [UnsafeMutablePointer<AVStream>] {
    streams { $0.pointee.codecpar.pointee.codec_type == kind && !$0.isCover }
  }

  private func findPictureLosses() {
    for (index, stream) in streams(AVMEDIA_TYPE_VIDEO).enumerated() where stream != pictures {
      noteLoss(of: stream, .pictures, index + 1, "a movie keeps one track of pictures")
    }
  }

  private func openSounds() {
    // Pictures that begin after the sound are the beginning of the new movie.
    let beginning = pictures?.startTime ?? 0
    for (index, stream) in streams(AVMEDIA_TYPE_AUDIO).enumerated() {
      if index == Self.limits.sounds {
        return noteLoss(of: stream, .sound, index + 1, "only the first \(Self.limits.sounds) are kept")
      }
      guard container.holdsSound else {
        noteLoss(
          of: stream, .sound, index + 1, container.reason(unlessPicturesOnly: "\(container) cannot hold sound"))
        continue
      }
      do {
        let isCopied = range.lowerBound <= max(beginning, demuxer.origin)
        let packets = try container.openSound(
          of: tracks.path, stream: stream.pointee.index, from: tracks.start, isCopied: isCopied)
        sounds.append(Sound(packets: packets, properties: TrackProperties(of: stream)))
        if let codec = (packets as? EncodedSound)?.lossyCodecName {
          noteLoss(
            of: stream, .sound, index + 1, outcome: .encoded(as: codec),
            isCopied ? "\(container) cannot hold \(stream.codecName)" : "the beginning of the movie is left out")
        }
      } catch {
        noteLoss(of: stream, .sound, index + 1, error.trackReason)
      }
    }
  }

  private func openSubtitles() throws(MediaError) {
    var kept: [(UnsafeMutablePointer<AVStream>, SubtitleConverter?)] = []
    for (index, stream) in streams(AVMEDIA_TYPE_SUBTITLE).enumerated() {
      if index == Self.limits.subtitles {
        noteLoss(of: stream, .subtitles, index + 1, "only the first \(Self.limits.subtitles) are kept")
        break
      }
      if container.subtitles?.copiedCodecs.contains(stream.codecName) == true {
        kept.append((stream, nil))
      } else if let encoder = container.subtitles?.encoderName, SubtitleConverter.codecNames.contains(stream.codecName)
      {
        do throws(FFmpegStatus) {
          kept.append((stream, try SubtitleConverter(stream, encoderName: encoder)))
        } catch {
          noteLoss(of: stream, .subtitles, index + 1, "FFmpeg cannot convert it (\(error))")
        }
      } else {
        noteLoss(of: stream, .subtitles, index + 1, container.reasonWithoutSubtitles(of: stream.codecName))
      }
    }
    guard !kept.isEmpty else { return }
    do throws(FFmpegStatus) {
      subtitles = try KeptSubtitles(demuxer, kept, pictures: pictures, range: range)
    } catch {
      throw .movieUnreadable(path: tracks.path, reason: error.description)
    }
  }

  private func findAttachments() {
    let found = streams { $0.isCover || $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT }
    for stream in found.prefix(Self.limits.attachments) {
      if let attachment = Attachment(stream, in: container) {
        attachments.append(attachment)
      } else {
        let name = FFmpegDictionary.text("filename", in: stream.pointee.metadata)
        let part = stream.isCover ? MovieTrackLoss.Part.cover : .attachment
        noteLoss(
          of: part, [name ?? stream.codecName],
          container.reason(unlessPicturesOnly: "not possible in \(container): write mkv"))
      }
    }
    if found.count > Self.limits.attachments {
      noteLoss(of: .attachment, [], "only the first \(Self.limits.attachments) are kept")
    }
  }

  private func readChapters(isHeld: Bool) throws(MediaError) {
    chapters = demuxer.chapters.prefix(MovieChapter.maximumCount)
      .compactMap { MovieChapter($0, origin: range.lowerBound) }
    guard !chapters.isEmpty, !isHeld else { return }
    chapters = []
    noteLoss(
      of: .chapters, [],
      container.reason(
        unlessPicturesOnly: "\(container) cannot hold them here: write mkv, or an mp4 without fragments"))
  }

  private func readTimecode(hasSound: Bool) {
    guard let pictures, let text = demuxer.timecode(of: pictures) else { return }
    if container.timecode == .none {
      return noteLoss(
        of: .timecode, [text], container.reason(unlessPicturesOnly: "not possible in \(container): write mkv"))
    }
    if container.timecode == .track, !chapters.isEmpty, !hasSound {
      return noteLoss(
        of: .timecode, [text], "\(container) cannot hold it beside chapters if there is no sound: write mkv")
    }
    do {
      timecode = try KeptTimecode(text, of: demuxer, pictures, at: timeOfFirstPicture())
    } catch {
      noteLoss(of: .timecode, [text], "it does not have the rate or the form of a timecode")
    }
  }

  /// Returns the time of the picture that is shown at the start, which may begin before.
  private func timeOfFirstPicture() -> MediaTime {
    guard tracks.start.isNumeric, tracks.start > .zero, let reader = try? PictureReader(path: tracks.path),
      (try? reader.seek(to: tracks.start)) == true
    else { return tracks.start }
    return reader.time
  }

  private func findDataLosses() {
    var names: [String] = []
    for stream in streams(where: { $0.containsData && !$0.isTimecode }) {
      if names.count < Self.limits.dataNames, !names.contains(stream.dataName) { names.append(stream.dataName) }
    }
    guard !names.isEmpty else { return }
    noteLoss(of: .data, names, "only pictures, sound, subtitles, chapters and attachments are kept")
  }

  // MARK: Losses

  private func noteLoss(
    of stream: UnsafeMutablePointer<AVStream>, _ part: MovieTrackLoss.Part, _ number: Int,
    outcome: MovieTrackLoss.Outcome = .leftOut, _ reason: String
  ) {
    let language = FFmpegDictionary.text("language", in: stream.pointee.metadata)
    noteLoss(of: part, number: number, [language, stream.codecName].compactMap(\.self), outcome: outcome, reason)
  }

  private func noteLoss(
    of part: MovieTrackLoss.Part, number: Int? = nil, _ details: [String], outcome: MovieTrackLoss.Outcome = .leftOut,
    _ reason: String
  ) {
    losses.append(
      MovieTrackLoss(
        part: part, number: number, details: details.map { String($0.prefix(60)).escapedOnOneLine }, outcome: outcome,
        reason: reason))
  }
}

extension MediaError {
  /// Why a track of a movie cannot be used.
  fileprivate var trackReason: String {
    switch self {
    case .soundUnreadable(_, let reason), .encoderNotOpened(_, let reason), .encodingFailed(_, let reason):
      "it cannot be read or encoded (\(reason))"
    default: problem
    }
  }
}

extension UnsafeMutablePointer<AVStream> {
  /// The time of the first packet in units of `AV_TIME_BASE`, or `nil` if it is not known.
  var startTime: Int64? {
    guard pointee.start_time != overlay_no_timestamp else { return nil }
    return pointee.start_time.ticks(of: pointee.time_base, on: Int32(AV_TIME_BASE).clock)
  }

  /// Whether the stream contains neither pictures, nor sound, nor subtitles, nor an attachment.
  fileprivate var containsData: Bool {
    // The texts of chapters are a track of mp4 that its demuxer ignores.
    guard pointee.discard.rawValue < AVDISCARD_ALL.rawValue else { return false }
    let kind = pointee.codecpar.pointee.codec_type
    return kind == AVMEDIA_TYPE_DATA || kind == AVMEDIA_TYPE_UNKNOWN
  }

  /// A name of the data: the name of the codec, or the tag in the file.
  fileprivate var dataName: String {
    let tag = withUnsafeBytes(of: pointee.codecpar.pointee.codec_tag.littleEndian) { Array($0) }
    let isKnown =
      pointee.codecpar.pointee.codec_id != AV_CODEC_ID_NONE
      && pointee.codecpar.pointee.codec_id != AV_CODEC_ID_BIN_DATA
    guard !isKnown, tag.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return codecName }
    return String(decoding: tag, as: UTF8.self)
  }
}
