import CPulse
import OverlayRender
import Synchronization

/// The connection to a sound server. While there is none, it is attempted at growing intervals.
// `@unchecked`: only the thread of the loop uses an output, from the call of `connect` on.
final class PulseOutput: @unchecked Sendable {
  /// Where the sound is played, and how it is announced.
  struct Target: Sendable {
    /// The address of the server; `nil` for the one of the user.
    let server: String?
    let category: AudioSessionCategory
    /// The name of the stream, which mixers show.
    let title: String
  }

  let target: Target
  let sound: RenderedSound
  let loop: PulseLoop
  private var context: OpaquePointer?
  private var stream: PulseStream?
  /// Whether observers know that there is no server.
  private var isLost = false
  private var retry: Subscription?
  private var retryDelays = RetryDelays(longest: 10)
  private var isClosed = false

  init(_ target: Target, playing sound: RenderedSound, on loop: PulseLoop) {
    self.target = target
    self.sound = sound
    self.loop = loop
  }

  /// Ends the connection for good.
  func close() {
    isClosed = true
    disconnect()
  }

  /// Stops or continues the device, as the state of the sound requires.
  func update() { stream?.update() }

  /// Writes as much sound as the device has room for.
  func fill() { stream?.fill() }

  /// Writes again what was written and is not heard yet.
  func rewrite() { stream?.rewrite() }

  /// Connects to the server.
  func connect() {
    guard !isClosed, context == nil else { return }
    guard let context = overlay_pa_context_new(loop.api, nil) else {
      return reconnectLater(after: Int32(PA_ERR_INTERNAL.rawValue))
    }
    self.context = context
    overlay_pa_context_set_state_callback(
      context, { _, data in PulseOutput.from(data)?.contextChanged() }, Unmanaged.passUnretained(self).toOpaque())
    // The server is not started: a desktop does that itself, and elsewhere nobody would hear the sound.
    let status = overlay_pa_context_connect(context, target.server, PA_CONTEXT_NOAUTOSPAWN, nil)
    if status < 0 { lose(context) }
  }

  private func contextChanged() {
    guard let context else { return }
    switch overlay_pa_context_get_state(context) {
    case PA_CONTEXT_READY: openStream(context)
    case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: lose(context)
    default: break
    }
  }

  private func openStream(_ context: OpaquePointer) {
    stream = PulseStream(target, in: context, of: loop, playing: sound) { [unowned self] isReady in
      isReady ? streamBecameReady() : lose(context)
    }
    if stream == nil { lose(context) }
  }

  private func streamBecameReady() {
    retryDelays.reset()
    sound.setConnectionError(nil)
    if isLost { sound.observers.send(.mediaServicesWereReset) }
    isLost = false
  }

  /// Handles the loss of a connection, after the library has returned from its call.
  private func lose(_ context: OpaquePointer) {
    let number = overlay_pa_context_errno(context)
    let lost = UInt(bitPattern: context)
    loop.perform { [self] in
      guard !isClosed, UInt(bitPattern: self.context) == lost else { return }
      reconnectLater(after: number)
    }
  }

  private func reconnectLater(after number: Int32) {
    disconnect()
    sound.detachDevice()
    sound.setConnectionError(.notConnected(reason: String(cString: overlay_pa_strerror(number))))
    if !isLost {
      isLost = true
      sound.observers.send(.mediaServicesWereLost)
      // The server that would end the interruption is gone.
      if let event = sound.changeSession({ $0.endInterruption() }) { sound.observers.send(event) }
    }
    let clock = HostClock.shared
    retry = clock.schedule(at: clock.time + .seconds(retryDelays.next())) { [weak self] in
      guard let self else { return }
      loop.perform { self.connect() }
    }
  }

  private func disconnect() {
    retry = nil
    stream?.close()
    stream = nil
    guard let context = context.take() else { return }
    overlay_pa_context_set_state_callback(context, nil, nil)
    overlay_pa_context_disconnect(context)
    overlay_pa_context_unref(context)
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> PulseOutput? {
    data.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }
}
