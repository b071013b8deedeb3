import CPulse
import OverlayRender

/// A stream of sound to a server. All functions are called on the thread of its loop.
///
/// The stream counts the frames that the device has played, and each frame is written at its own position. So sound is
/// heard at its time, and what was written can be replaced until it is heard: the server removes it even from the
/// buffer of the device.
///
/// Where there is no sound, silence is written. Without it, a server loses the position: PulseAudio 16 plays the next
/// sound too early, by as much as its device has in its buffer. The stream has no prebuffering (`prebuf` in
/// `pa_buffer_attr`), so it does not stop if this process is late nevertheless.
final class PulseStream {
  private let stream: OpaquePointer
  private let context: OpaquePointer
  private let loop: PulseLoop
  private let sound: RenderedSound
  /// Called with whether the stream is ready; with `false` at its end.
  private let report: (_ isReady: Bool) -> Void
  private(set) var isReady = false
  /// The device; `nil` until the stream is ready.
  private var route: PulseRoute?
  private var isCorked = true
  /// Whether the server has moved an interrupted stream, and has not interrupted it on the other device.
  private var losesInterruption = false
  /// The timer of the next measurement of the time of the device.
  private var timer: OpaquePointer?
  private var interval: UInt64 = 0
  /// The frame at which the stream begins.
  private var firstFrame: Int64 = 0
  /// The end of what was written, and of the sound in it: silence follows that may be replaced.
  private var (writtenEnd, soundEnd) = (0 as Int64, 0 as Int64)
  private var samples: [Float] = []

  /// The sound that the server and its device hold. A shorter buffer needs more calls of this process.
  private static let bufferMilliseconds = 200
  /// The sound for which the server asks at once.
  private static let requestMilliseconds = 50
  /// The frames that are written at once.
  private static let greatestBlock = 8192
  /// Intervals of measurements in microseconds: after a rewrite, while the start of the device is awaited, the first
  /// one after that, and later.
  ///
  /// What is rewritten can move the device: an idle null sink of PulseAudio takes back 50 ms of its silence each time.
  private static let rewriteInterval: UInt64 = 1000
  private static let startInterval: UInt64 = 10_000
  private static let firstInterval: UInt64 = 50_000
  private static let longestInterval = UInt64(SlewedTime.correctionDuration / 1000)
  /// A limit for the times of servers, in microseconds: three years.
  private static let latestTime: pa_usec_t = 100_000_000_000_000

  /// Opens a stream, which is paused. Returns `nil` if the library refuses it.
  init?(
    _ target: PulseOutput.Target, in context: OpaquePointer, of loop: PulseLoop, playing sound: RenderedSound,
    report: @escaping (_ isReady: Bool) -> Void
  ) {
    let format = sound.format
    var specification = format.sampleSpecification
    guard var channels = format.channelMap else { return nil }
    let properties = overlay_pa_proplist_new()
    defer { overlay_pa_proplist_free(properties) }
    if let role = target.category.role { overlay_pa_proplist_sets(properties, "media.role", role) }
    guard let stream = overlay_pa_stream_new_with_proplist(context, target.title, &specification, &channels, properties)
    else { return nil }
    (self.stream, self.context, self.loop, self.sound, self.report) = (stream, context, loop, sound, report)
    let data = Unmanaged.passUnretained(self).toOpaque()
    overlay_pa_stream_set_state_callback(stream, { _, data in PulseStream.from(data)?.stateChanged() }, data)
    overlay_pa_stream_set_write_callback(stream, { _, _, data in PulseStream.from(data)?.fill() }, data)
    for setCallback in Self.startCallbackSetters {
      setCallback(stream, { _, data in PulseStream.from(data)?.measure() }, data)
    }
    overlay_pa_stream_set_moved_callback(stream, { _, data in PulseStream.from(data)?.moved() }, data)
    overlay_pa_stream_set_event_callback(
      stream,
      { _, name, _, data in
        guard let name else { return }
        PulseStream.from(data)?.received(String(cString: name))
      }, data)
    let bytesPerMillisecond = Int(format.sampleRate) * frameSize / 1000
    var attributes = pa_buffer_attr(
      maxlength: .max, tlength: UInt32(Self.bufferMilliseconds * bytesPerMillisecond), prebuf: 0,
      minreq: UInt32(Self.requestMilliseconds * bytesPerMillisecond), fragsize: .max)
    let flags = [PA_STREAM_START_CORKED, PA_STREAM_ADJUST_LATENCY, PA_STREAM_NOT_MONOTONIC]
      .reduce(0) { $0 | $1.rawValue }
    guard
      overlay_pa_stream_connect_playback(stream, nil, &attributes, pa_stream_flags_t(rawValue: flags), nil, nil) == 0
    else {
      close()
      return nil
    }
  }

  /// Ends the stream. This must be called once.
  func close() {
    isReady = false
    if let timer = timer.take() { loop.api.pointee.time_free(timer) }
    overlay_pa_stream_set_state_callback(stream, nil, nil)
    overlay_pa_stream_set_write_callback(stream, nil, nil)
    for setCallback in Self.startCallbackSetters { setCallback(stream, nil, nil) }
    overlay_pa_stream_set_moved_callback(stream, nil, nil)
    overlay_pa_stream_set_event_callback(stream, nil, nil)
    route?.close()
    overlay_pa_stream_disconnect(stream)
    overlay_pa_stream_unref(stream)
  }

  private func stateChanged() {
    switch overlay_pa_stream_get_state(stream) {
    case PA_STREAM_READY:
      isReady = true
      sound.clock.attachDevice()
      setFirstFrame()
      fill()
      update()
      route = PulseRoute(of: stream, in: context, playing: sound)
      report(true)
    case PA_STREAM_FAILED, PA_STREAM_TERMINATED: ended()
    default: break
    }
  }

  /// Reports the end of the device, if the server is still there, and then the end of the stream.
  private func ended() {
    isReady = false
    guard let route, overlay_pa_context_get_state(context) == PA_CONTEXT_READY else { return report(false) }
    route.update { [report] in report(false) }
  }

  /// Follows the stream to another device.
  private func moved() {
    measure()
    losesInterruption = sound.isInterrupted
    route?.update { [unowned self] in
      if losesInterruption { endInterruption() }
    }
  }

  /// Ends an interruption of which the server does not report the end: PulseAudio forgets it when it moves a stream,
  /// and leaves the stream muted.
  private func endInterruption() {
    losesInterruption = false
    guard isReady, let event = sound.changeSession({ $0.endInterruption() }) else { return }
    release(overlay_pa_context_set_sink_input_mute(context, overlay_pa_stream_get_index(stream), 0, nil, nil))
    update()
    sound.observers.send(event)
  }

  /// Begins or ends an interruption.
  private func received(_ event: String) {
    let change: AudioSessionEvent?
    switch event {
    case PA_STREAM_EVENT_REQUEST_CORK:
      losesInterruption = false
      change = sound.changeSession { $0.interrupt() }
    case PA_STREAM_EVENT_REQUEST_UNCORK: change = sound.changeSession { $0.endInterruption() }
    default: return
    }
    update()
    if let change { sound.observers.send(change) }
  }

  /// Stops or continues the device, as the state of the sound requires.
  func update() {
    guard isReady, sound.isRunning == isCorked else { return }
    isCorked.toggle()
    setTimer(after: nil)
    release(
      overlay_pa_stream_cork(
        stream, isCorked ? 1 : 0,
        { _, _, data in PulseStream.from(data)?.measure() }, Unmanaged.passUnretained(self).toOpaque()))
    interval = Self.firstInterval
    fill()
  }
}

// MARK: - Writing

extension PulseStream {
  /// Writes as much sound as the device has room for.
  func fill() {
    write(from: sound.hasSound(after: soundEnd) ? soundEnd : writtenEnd)
  }

  /// Writes again what was written and is not heard yet.
  func rewrite() {
    soundEnd = sound.currentFrame
    write(from: soundEnd)
  }

  /// Writes from a frame on that is not after the end of what was written, or from the current one if that is later.
  private func write(from frame: Int64) {
    guard isReady else { return }
    let writable = overlay_pa_stream_writable_size(stream)
    guard writable != .max else { return }
    // The device may reach the first frame later than now.
    var start = max(frame, sound.currentFrame, firstFrame)
    // Relative offsets count as room that becomes free, or is used, both here and in the server.
    var room = writable / frameSize + Int(writtenEnd - start)
    while room > 0 {
      let frameCount = min(room, Self.greatestBlock)
      let soundCount = sound.read(&samples, from: start, frameCount: frameCount)
      let offset = (start - writtenEnd) * Int64(frameSize)
      overlay_pa_stream_write(stream, samples, frameCount * frameSize, nil, offset, PA_SEEK_RELATIVE)
      if soundCount > 0 { soundEnd = start + Int64(soundCount) }
      writtenEnd = start + Int64(frameCount)
      start = writtenEnd
      room -= frameCount
    }
  }

  /// The number of bytes of a frame.
  private var frameSize: Int { sound.format.channelCount * MemoryLayout<Float>.size }

  /// Maps the positions of the stream to frames, and so what was written.
  private func setFirstFrame() {
    let previous = firstFrame
    firstFrame = sound.frame(at: .nanoseconds(sound.clock.deviceOffset ?? 0))
    writtenEnd += firstFrame - previous
    soundEnd = writtenEnd
  }
}

// MARK: - Measuring

extension PulseStream {
  /// Asks for the time of the device.
  private func measure() {
    guard isReady else { return }
    release(
      overlay_pa_stream_update_timing_info(
        stream, { _, success, data in PulseStream.from(data)?.measured(success != 0) },
        Unmanaged.passUnretained(self).toOpaque()))
  }

  private func measured(_ isValid: Bool) {
    guard isReady else { return }
    if isValid, let time = deviceTime {
      switch sound.clock.observe(time) {
      // The server reports when the device starts.
      case .standing: interval = sound.clock.isWaiting ? Self.startInterval : min(interval * 2, Self.longestInterval)
      case .followed: interval = min(max(interval, Self.firstInterval) * 2, Self.longestInterval)
      case .remapped:
        setFirstFrame()
        rewrite()
        interval = Self.rewriteInterval
      }
    } else {
      interval = min(max(interval, Self.firstInterval) * 2, Self.longestInterval)
    }
    if !isCorked { setTimer(after: interval) }
  }

  /// The position in the stream that is heard, in nanoseconds, as it was measured; negative before the first sample is
  /// heard; `nil` if it is not known.
  ///
  /// `pa_stream_get_time` is the same, except that it is never negative.
  private var deviceTime: Int64? {
    guard let timing = overlay_pa_stream_get_timing_info(stream)?.pointee, timing.read_index_corrupt == 0 else {
      return nil
    }
    // Values of a server that would overflow are limited.
    let (limit, greatestFrame) = (Int64(Self.latestTime), Int64.max / 1_000_000)
    let frame = min(max(timing.read_index / Int64(frameSize), -greatestFrame), greatestFrame)
    let readTime = frame * 1_000_000 / Int64(sound.format.sampleRate)
    let advances = !isCorked && overlay_pa_stream_is_suspended(stream) == 0
    let delay = Int64(min(timing.sink_usec, Self.latestTime)) - Int64(min(timing.transport_usec, Self.latestTime))
    return min(max(readTime - (advances ? delay : 0), -limit), limit) * 1000
  }

  /// Sets the timer of the next measurement, in microseconds; `nil` for none.
  private func setTimer(after interval: UInt64?) {
    let now = HostClock.shared.time.flooredNanoseconds ?? 0
    let time = interval.map { UInt64(now) / 1000 + $0 } ?? UInt64.max
    if let timer {
      overlay_pa_context_rttime_restart(context, timer, time)
    } else if interval != nil {
      timer = overlay_pa_context_rttime_new(
        context, time, { _, _, _, data in PulseStream.from(data)?.measure() },
        Unmanaged.passUnretained(self).toOpaque())
    }
  }
}

extension PulseStream {
  private static func from(_ data: UnsafeMutableRawPointer?) -> PulseStream? {
    data.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private func release(_ operation: OpaquePointer?) {
    if let operation { overlay_pa_operation_unref(operation) }
  }

  /// The functions that set a callback for what starts or stops a device: it begins to play, or it is suspended or
  /// resumed.
  private static let startCallbackSetters = [
    overlay_pa_stream_set_started_callback, overlay_pa_stream_set_suspended_callback,
  ]
}
