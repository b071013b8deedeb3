import Dispatch
import OverlayRender
import Synchronization

/// Gives access to the pictures of an item; the counterpart of `AVPlayerItemVideoOutput`.
///
///     let output = VideoOutput(pixelFormat: .bgraPremultiplied, appliesOrientation: true)
///     item.add(output)
///     let link = output.displayLink { link in
///       let time = output.itemTime(forHostTime: link.targetTimestamp)
///       if let picture = output.copyPixelBuffer(forItemTime: time) { show(picture.pixelBuffer) }
///     }
///
/// The link calls when a picture is due, until it is released. To ask at other times, use times of
/// ``MoviePlayer/clock``.
///
/// By default the pictures are as the file stores them, and ``Movie/orientation`` says how they are shown. An output
/// that applies the orientation has them upright. The pixels keep their shape in both cases: scale the picture to
/// ``Movie/naturalSize``, which has square pixels.
///
/// Pictures are converted and turned on the thread that decodes them, so taking one costs nothing. Outputs are safe to
/// use from any thread.
public final class VideoOutput: Sendable {
  private struct State {
    var format: Format
    weak var session: PlaybackSession?
    /// The number of the picture that was copied last.
    var copied: UInt64?
    /// How often a picture was copied that is not the one before.
    var copiedCount = 0
  }

  /// The pixel format and the orientation of pictures.
  struct Format: Sendable, Hashable {
    var pixelFormat: PixelFormat
    var appliesOrientation = false
    /// The size to which pictures are scaled, as they are turned; `nil` for the stored one.
    var size: PixelSize?

    /// Returns whether pictures in this format are those in another one, in another size.
    func differsOnlyInSize(from other: Format) -> Bool {
      size != other.size && pixelFormat == other.pixelFormat && appliesOrientation == other.appliesOrientation
    }
  }

  /// Whether pictures are converted for the output, and not only their times are of interest.
  let hasPictures: Bool
  private let state: Mutex<State>
  private let observers = Observers<Void>()

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - pixelFormat: The pixel format of the pictures: `bgraPremultiplied`, `rgbaPremultiplied`, or one that FFmpeg
  ///     has. The item fails with any other one.
  ///   - appliesOrientation: Whether the pictures are turned as they are shown; the counterpart of
  ///     `appliesPreferredTrackTransform`.
  public convenience init(pixelFormat: PixelFormat = .bgraPremultiplied, appliesOrientation: Bool = false) {
    self.init(Format(pixelFormat: pixelFormat, appliesOrientation: appliesOrientation))
  }

  init(_ format: Format, hasPictures: Bool = true) {
    self.hasPictures = hasPictures
    state = Mutex(State(format: format))
  }

  var format: Format { state.withLock { $0.format } }

  /// The size to which pictures are scaled on the thread that decodes them; `nil` for the stored size. After a change,
  /// pictures have the size before until those in the new one are there, which the observers learn.
  var pictureSize: PixelSize? {
    get { format.size }
    set {
      let session = state.withLock { state -> PlaybackSession? in
        guard state.format.size != newValue else { return nil }
        state.format.size = newValue
        return state.session
      }
      session?.updateFormats()
    }
  }

  /// The pixel format of the pictures.
  public var pixelFormat: PixelFormat { format.pixelFormat }

  /// Whether the pictures are turned as they are shown.
  public var appliesOrientation: Bool { format.appliesOrientation }

  /// Returns the time of the item at a time of ``MoviePlayer/clock``, which may be in the future.
  ///
  /// Returns an invalid time if no player plays the item, or if `hostTime` is more than five seconds from the current
  /// time of ``MoviePlayer/clock``. It is then probably the time of another clock, such as the clock of an audio
  /// renderer. An invalid time has no picture.
  public func itemTime(forHostTime hostTime: MediaTime) -> MediaTime {
    guard let session, hostTime.isNumeric else { return .invalid }
    let distance = hostTime - session.clock.time
    guard max(distance, .zero - distance) <= Self.greatestDistance else { return .invalid }
    return session.itemTime(atHostTime: hostTime)
  }

  /// The greatest distance between the current time and one of the same clock for which a picture is shown.
  private static let greatestDistance = MediaTime.seconds(5)

  /// Returns the time of the item at a time of a stream with the player's clock, which may be late; zero if the output
  /// belongs to no item that is played.
  func itemTime(atStreamTime time: MediaTime) -> MediaTime { session?.itemTime(atHostTime: time) ?? .zero }

  /// Returns whether there is a picture at a time of the item that is not the one that was copied last.
  public func hasNewPixelBuffer(forItemTime time: MediaTime) -> Bool {
    let (session, copied, format) = state.withLock { ($0.session, $0.copied, $0.format) }
    guard time.isNumeric, let picture = session?.pictureDecoder.picture(at: time, in: format) else { return false }
    return picture.number != copied
  }

  /// The number of different pictures that were copied so far.
  var copiedPictureCount: Int { state.withLock { $0.copiedCount } }

  /// Returns the picture at a time of the item, and the time at which it begins; `nil` if no picture is decoded.
  ///
  /// Only pictures near the current time are there. Instead of one that is not decoded, this returns the last one
  /// before it, or else the first one. There is none at a time that is not a number.
  public func copyPixelBuffer(
    forItemTime time: MediaTime
  ) -> (pixelBuffer: PixelBuffer, itemTimeForDisplay: MediaTime)? {
    let (session, format) = state.withLock { ($0.session, $0.format) }
    guard time.isNumeric, let picture = session?.pictureDecoder.picture(at: time, in: format),
      let buffer = picture.buffer(in: format)
    else { return nil }
    state.withLock { state in
      if state.copied != picture.number { state.copiedCount += 1 }
      state.copied = picture.number
    }
    return (buffer, picture.time)
  }

  /// Returns the time of the item after `time` at which the next picture begins: +infinity if there is none.
  public func nextChange(after time: MediaTime) -> MediaTime {
    session?.nextChange(after: time) ?? .positiveInfinity
  }

  /// Returns the time of the player's clock after `hostTime` at which the next picture begins: +infinity if there is
  /// none, or if the player does not play.
  func hostTimeOfNextChange(after hostTime: MediaTime) -> MediaTime {
    session?.hostTimeOfNextChange(after: hostTime) ?? .positiveInfinity
  }

  /// The rate at which the time of the item advances now.
  var rate: Double { session?.rate ?? 0 }

  /// Calls `action` when pictures change otherwise than with the time: after a seek, when playback starts or stops, and
  /// when the item is replaced.
  ///
  /// - Parameters:
  ///   - queue: A serial queue on which the action is called; by default, a queue of this library.
  ///   - action: The action. It may call everything, and may cancel its own subscription.
  public func observe(on queue: DispatchQueue? = nil, _ action: @escaping @Sendable () -> Void) -> Subscription {
    observers.add(on: queue) { _ in action() }
  }

  /// The session of the item; `nil` if it is not played.
  var session: PlaybackSession? { state.withLock { $0.session } }

  /// Connects the output with the session of its item, or disconnects it.
  func attach(to session: PlaybackSession?) {
    state.withLock { $0.session = session }
    sendChange()
  }

  func sendChange() {
    observers.send(())
  }
}
