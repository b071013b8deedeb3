import Dispatch
import OverlayRender

/// Plays sound on the sound server of the desktop: PulseAudio, or PipeWire's server for its clients; the counterpart of
/// `AVSampleBufferAudioRenderer`.
///
///     let renderer: any AudioRenderer
///     do {
///       renderer = try PulseAudioRenderer()
///     } catch {
///       renderer = SilentAudioRenderer()
///     }
///     let player = MoviePlayer(item, audioRenderer: renderer)
///
/// The clock follows the sound card. It is corrected gradually, so that it never jumps. After a start it stands still
/// until the device starts, for at most half a second. The sound of a device that starts later begins at its time: what
/// is over by then is not heard.
///
/// Without a sound server, the clock goes on in the time of the host. When a server appears, at first or after a loss,
/// the sound is heard at its time. The server is looked for after 1, 2, 4 and 8 s, and then every 10 s.
///
/// The sound server can interrupt the sound, for example for a call (``AudioSessionCategory``). Then the renderer is
/// silent and its clock stands still, and so does the movie of a player that uses it. The player's time control status
/// does not change, unless an observer pauses the player:
///
///     let subscription = renderer.observe { event in
///       switch event {
///       case .interruptionBegan: player.pause()
///       case .interruptionEnded(let shouldResume): if shouldResume { player.play() }
///       case .routeChanged(.oldDeviceUnavailable, _): player.pause()
///       default: break
///       }
///     }
///
/// Without an observer, the renderer continues when the interruption ends, unless it was paused before or meanwhile.
/// PipeWire's server interrupts nothing.
///
/// When its device goes away, as headphones that are unplugged do, the sound goes on at another one, and observers
/// decide whether to pause (``AudioSessionEvent/routeChanged(reason:previous:)``). <doc:AudioSessions> compares this
/// with `AVAudioSession`.
///
/// The library libpulse is loaded when the first renderer is created. A renderer has one thread, which sleeps while the
/// renderer is paused.
public final class PulseAudioRenderer: AudioRenderer {
  private let sound: RenderedSound
  private let level: AudioQueueLevel
  private let loop: PulseLoop
  private let output: PulseOutput

  /// Creates a paused renderer whose clock is at zero, and begins to connect to the sound server of the user.
  ///
  /// - Parameters:
  ///   - format: The format of the blocks. The server converts it to the format of the device.
  ///   - category: How the sound relates to the sound of other programs.
  ///   - title: The name of the sound in mixers.
  /// - Throws: ``PulseAudioError`` if the library is missing, or if the system has no thread left. A missing server is
  ///   not an error: see ``connectionError``.
  public convenience init(
    format: AudioFormat = AudioFormat(), category: AudioSessionCategory = .playback, title: String = "Movie"
  ) throws(PulseAudioError) {
    try self.init(format: format, category: category, title: title, server: nil)
  }

  /// Connects to the server with an address; `nil` for the server of the user.
  init(
    format: AudioFormat = AudioFormat(), category: AudioSessionCategory = .playback, title: String = "Movie",
    server: String?
  ) throws(PulseAudioError) {
    sound = RenderedSound(format: format, clock: SlewedClock())
    level = AudioQueueLevel(clock: sound.clock)
    loop = try PulseLoop()
    output = PulseOutput(.init(server: server, category: category, title: title), playing: sound, on: loop)
    loop.perform { [output] in output.connect() }
  }

  deinit {
    loop.perform { [output] in output.close() }
    loop.end()
    sound.observers.removeAll()
  }

  /// The format of the blocks.
  public var format: AudioFormat { sound.format }

  /// Why there is no connection to the sound server; `nil` if there is one, or if the server has not answered yet.
  ///
  /// ``AudioSessionEvent/mediaServicesWereLost`` reports the first error, and each loss of a
  /// connection.
  public var connectionError: PulseAudioError? { sound.connectionError }

  /// The device on which the sound plays, also in a pause; `nil` if there is none, or if the server has not answered
  /// yet.
  ///
  /// ``AudioSessionEvent/routeChanged(reason:previous:)`` reports a change, except one by a new connection. While
  /// the server moves the sound from a device that is gone, there is none.
  public var currentRoute: AudioRoute? { sound.route }

  /// The time of what is heard.
  public var clock: any MediaClock { sound.clock }

  /// Whether there is less than a second of sound in the queue.
  public var isReadyForMoreMediaData: Bool { level.hasRoom }

  /// Adds a block to the queue.
  ///
  /// - Precondition: The block has the format of the renderer.
  public func enqueue(_ block: AudioBlock) {
    precondition(block.format == format, "A block has the format of its renderer")
    let isAwaited = sound.append(block)
    level.add(block)
    if isAwaited { loop.perform { [output] in output.fill() } }
  }

  /// Calls `action` each time half of the queue is free again.
  public func requestMediaDataWhenReady(_ action: @escaping @Sendable () -> Void) -> Subscription {
    level.request(action)
  }

  /// Empties the queue, and removes the sound that the server has and that is not heard yet.
  public func flush() {
    sound.removeAll()
    loop.perform { [output] in output.rewrite() }
    level.removeAll()
  }

  /// Starts or continues to play. During an interruption, this takes effect when it ends.
  public func play() { setPlaying(true) }

  /// Stops playing. The clock stops at once, and the sound within a few milliseconds.
  public func pause() { setPlaying(false) }

  private func setPlaying(_ isPlaying: Bool) {
    sound.changeSession { $0.isPlaying = isPlaying }
    loop.perform { [output] in output.update() }
  }

  /// Sets the volume, also of the sound that the server has. The volume that mixers show does not change.
  public func setVolume(_ volume: Double) {
    sound.setGain(Float(volume))
    loop.perform { [output] in output.rewrite() }
  }

  /// Calls `action` with each event, until the subscription is canceled or released, or until the renderer is released.
  ///
  /// - Parameters:
  ///   - queue: A serial queue on which the action is called; by default, a queue of this library.
  ///   - action: The action. It may call everything, and may cancel its own subscription.
  public func observe(
    on queue: DispatchQueue? = nil, _ action: @escaping @Sendable (AudioSessionEvent) -> Void
  ) -> Subscription {
    sound.observers.add(on: queue, action)
  }
}
