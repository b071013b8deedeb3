import CPulse
import OverlayRender
import Synchronization

/// The connection to a sound server. After a loss it is made anew, at growing intervals.
// `@unchecked`: only the thread of the loop uses an output, from the call of `open` on.
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
  /// Called once: with `nil` when sound can be played, or with the reason why not.
  private var report: (@Sendable (PulseAudioError?) -> Void)?
  private var retry: Subscription?
  private var retryCount = 0
  private var isClosed = false

  init(_ target: Target, playing sound: RenderedSound, on loop: PulseLoop) {
    self.target = target
    self.sound = sound
    self.loop = loop
  }

  /// Connects for the first time.
  func open(_ report: @escaping @Sendable (PulseAudioError?) -> Void) {
    self.report = report
    connect()
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

  private func connect() {
    guard !isClosed, context == nil, let context = overlay_pa_context_new(loop.api, nil) else { return }
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
    let isFirst = report != nil
    report.take()?(nil)
    retryCount = 0
    if !isFirst { sound.observers.send(.mediaServicesWereReset) }
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
    let wasReady = stream?.isReady == true
    disconnect()
    if let report = report.take() {
      isClosed = true
      return report(.notConnected(reason: String(cString: overlay_pa_strerror(number))))
    }
    sound.detachDevice()
    if wasReady {
      sound.observers.send(.mediaServicesWereLost)
      // The server that would end the interruption is gone.
      if let event = sound.changeSession({ $0.endInterruption() }) { sound.observers.send(event) }
    }
    // After 1, 2, 4, 8 s, then every 10 s.
    let delay = MediaTime.seconds(Int64(min(1 << min(retryCount, 4), 10)))
    retryCount += 1
    let clock = HostClock.shared
    retry = clock.schedule(at: clock.time + delay) { [weak self] in
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
