import CFFmpeg
import FoundationEssentials
import Glibc
import OverlayRender

/// Reads the pictures of a movie in the order of their times.
///
/// Times are relative to the beginning of the movie and increase strictly. Each picture lasts until the next one.
///
/// Use a reader from one thread at a time.
package final class PictureReader {
  /// The number of threads that decode.
  package static var threadCount: Int { min(ProcessInfo.processInfo.activeProcessorCount, 8) }

  /// The movie.
  let movie: Movie
  /// The time of the current picture; invalid before the first one.
  private(set) var time = MediaTime.invalid
  /// The time of the next picture, or the end of the last one.
  private(set) var end = MediaTime.invalid
  /// Whether the file ends early or has damaged parts, which are left out.
  private(set) var isDamaged = false
  /// The number of pictures so far that were left out because they have the time of another one, or an earlier one.
  private(set) var untimedCount = 0
  /// The end of the pictures as the file announces it, relative to the beginning of the movie; `nil` if it does not.
  let announcedEnd: MediaTime?

  private var source: PictureStream
  private let packet: Packet
  private let current: Frame
  private let upcoming: Frame
  private var upcomingTime: MediaTime?
  private var clock: PictureClock
  private var hasSentEnd = false
  private var hasPicture = false
  /// The time of the first picture of the movie, which need not be zero, once a seek has found it.
  private var firstTime: MediaTime?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isReproducible: Whether the pictures do not depend on the processor.
  /// - Throws: `MediaError.fileNotOpened`, `movieUnreadable`, `noPictures`, `decoderMissing`, `pictureTooLarge` or
  ///   `librariesMissing` (or `librariesOfOtherVersion`).
  package init(path: String, isReproducible: Bool = false) throws(MediaError) {
    source = try PictureStream(path: path, isReproducible: isReproducible)
    do throws(FFmpegStatus) {
      packet = try Packet()
      current = try Frame()
      upcoming = try Frame()
    } catch {
      throw .movieUnreadable(path: path, reason: error.description)
    }
    movie = Movie(path: path, demuxer: source.demuxer, pictures: source.stream)
    announcedEnd = source.demuxer.announcedEnd(of: source.stream)
    clock = PictureClock(
      stream: source.stream, origin: source.demuxer.origin, frameRate: movie.nominalFrameRate)
  }

  /// The current picture. It is valid until the next call of `next` or `seek`.
  var frame: UnsafeMutablePointer<AVFrame> { current.pointer }

  /// Whether there is no picture after the current one.
  var isLast: Bool { upcomingTime == nil }

  /// Goes to the next picture. Returns `false` after the last one.
  ///
  /// - Throws: `MediaError.movieUnreadable` if not even one picture can be decoded.
  package func next() throws(MediaError) -> Bool {
    if try takeNext() { return true }
    if !hasPicture { throw unreadable("it contains no picture that can be decoded") }
    return false
  }

  /// Goes to the next picture. Returns `false` after the last one, also if none was found after a seek.
  private func takeNext() throws(MediaError) -> Bool {
    if upcomingTime == nil, time == .invalid { try decodeUpcoming() }
    guard let upcomingTime else { return false }
    current.clear()
    overlay_av_frame_move_ref(current.pointer, upcoming.pointer)
    // Decoders conceal what they cannot decode.
    if frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 { isDamaged = true }
    time = upcomingTime
    hasPicture = true
    try decodeUpcoming()
    end = self.upcomingTime ?? clock.end(of: current, at: time)
    return true
  }

  /// Goes to the picture at a time: the last one at or before it, or the first one of the movie.
  ///
  /// Where the clock of the file has jumped, the time is one of the file's clock: a picture may have another time than
  /// in reading from the beginning. Times of pictures increase from there.
  ///
  /// - Returns: `false` if the movie ends before.
  func seek(to time: MediaTime) throws(MediaError) -> Bool {
    let wasDamaged = isDamaged
    // The index of a file may lead to a picture that is too late, or to one that cannot be decoded.
    for lead in [0, 10, 60] as [Int64] {
      if try search(time - .seconds(lead)), try takeNext(), self.time <= time || self.time == firstTime {
        return try advance(to: time)
      }
      if time <= .seconds(lead) { break }
    }
    source = try PictureStream(path: movie.path)
    forgetPosition()
    // Pictures that need earlier ones are not damaged.
    isDamaged = wasDamaged
    guard try next() else { return false }
    firstTime = self.time
    return try advance(to: time)
  }

  /// Goes to the picture at a time, or to a keyframe that is near enough: the nearest one within the tolerances.
  ///
  /// - Returns: `false` if the movie ends before.
  func seek(
    to time: MediaTime, toleranceBefore: MediaTime, toleranceAfter: MediaTime
  ) throws(MediaError) -> Bool {
    guard toleranceBefore > .zero || toleranceAfter > .zero, try search(time), try takeNext(), self.time <= time else {
      return try seek(to: time)
    }
    let distance = time - self.time
    if end > time { return true }
    let isNear = distance <= toleranceBefore
    let limit = isNear ? min(distance, toleranceAfter) : toleranceAfter
    if limit > .zero, try search(time, onward: true), try takeNext(), self.time >= time, self.time - time < limit {
      return true
    }
    if isNear, try search(time), try takeNext(), self.time <= time { return true }
    return try seek(to: time)
  }

  private func advance(to time: MediaTime) throws(MediaError) -> Bool {
    while end <= time { guard try next() else { return false } }
    return true
  }

  /// Goes to the keyframe at or before a time, or, if `onward`, at or after it. Returns `false` if that is not
  /// possible.
  private func search(_ time: MediaTime, onward: Bool = false) throws(MediaError) -> Bool {
    do throws(FFmpegStatus) {
      try source.demuxer.seek(source.stream, to: clock.ticks(of: max(time, .zero)), onward: onward)
    } catch {
      return false
    }
    source.decoder.flush()
    forgetPosition()
    return true
  }

  private func forgetPosition() {
    hasSentEnd = false
    upcomingTime = nil
    time = .invalid
    clock.reset()
  }

  /// Decodes the next picture that has a time of its own.
  private func decodeUpcoming() throws(MediaError) {
    upcomingTime = nil
    while try decode(into: upcoming) {
      if let time = clock.time(of: upcoming) {
        upcomingTime = time
        return
      }
      untimedCount += 1
    }
  }

  private func decode(into frame: borrowing Frame) throws(MediaError) -> Bool {
    while true {
      if try skippingDamage({ () throws(FFmpegStatus) in try source.decoder.receive(frame) }) == true { return true }
      if hasSentEnd { return false }
      // Only an end that cannot be read is damage: a file may be cut anywhere.
      FFmpegLog.forgetError()
      if try skippingDamage({ () throws(FFmpegStatus) in try source.demuxer.read(packet) }) == true {
        guard packet.pointer.pointee.stream_index == source.stream.pointee.index else { continue }
        // Demuxers mark what is not complete.
        if packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { isDamaged = true }
        _ = try skippingDamage { () throws(FFmpegStatus) in try source.decoder.send(packet) }
      } else {
        hasSentEnd = true
        // Some demuxers report the end of a file that is cut off like any other, but with a message.
        if FFmpegLog.takeError() != nil || source.demuxer.endsWithinPacket(movie.path) { isDamaged = true }
        _ = try skippingDamage { () throws(FFmpegStatus) in try source.decoder.sendEnd() }
      }
    }
  }

  /// Returns the result of a step, or `nil` if it fails on the data. Such data is left out, as players do.
  private func skippingDamage<Result>(_ step: () throws(FFmpegStatus) -> Result) throws(MediaError) -> Result? {
    do throws(FFmpegStatus) {
      return try step()
    } catch {
      guard error == .noMemory else {
        isDamaged = true
        return nil
      }
      throw unreadable(error.description)
    }
  }

  private func unreadable(_ reason: String) -> MediaError {
    .movieUnreadable(path: movie.path, reason: reason)
  }
}
