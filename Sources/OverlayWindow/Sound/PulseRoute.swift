import CPulse
import OverlayRender

/// Follows the device on which a stream plays. All functions are called on the thread of its loop.
///
/// The devices are requested when the server has moved or ended the stream, and when it reports a change of the current
/// device or of a sound card. Events and answers arrive in the order in which the server sends them, so the next answer
/// is newer than all events before it, even if it was requested earlier.
final class PulseRoute {
  private let stream: OpaquePointer
  private let context: OpaquePointer
  private let sound: RenderedSound
  private var state: AudioRouteState
  /// The devices in the part of the answer that has arrived.
  private var sinks: [AudioSink] = []
  private var isAwaitingAnswer = false
  /// What is done after the next answer.
  private var actions: [() -> Void] = []

  /// Follows a stream that is ready. Returns `nil` if its device is not known.
  init?(of stream: OpaquePointer, in context: OpaquePointer, playing sound: RenderedSound) {
    guard let name = overlay_pa_stream_get_device_name(stream) else { return nil }
    (self.stream, self.context, self.sound) = (stream, context, sound)
    state = AudioRouteState(index: overlay_pa_stream_get_device_index(stream), name: String(cString: name))
    sound.setRoute(state.route)
    overlay_pa_context_set_subscribe_callback(
      context, { _, event, index, data in PulseRoute.from(data)?.changed(event, index) },
      Unmanaged.passUnretained(self).toOpaque())
    let events = PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_CARD.rawValue
    let operation = overlay_pa_context_subscribe(context, pa_subscription_mask_t(rawValue: events), nil, nil)
    if let operation { overlay_pa_operation_unref(operation) }
    update()
  }

  /// Ends the events. The connection, which is closed before anything else is received, drops what was requested.
  func close() {
    overlay_pa_context_set_subscribe_callback(context, nil, nil)
  }

  /// Requests the devices, after which the route may be another one. Calls `action` then, also if there is no answer.
  func update(then action: (() -> Void)? = nil) {
    if let action { actions.append(action) }
    guard !isAwaitingAnswer else { return }
    let operation = overlay_pa_context_get_sink_info_list(
      context, { _, sink, end, data in PulseRoute.from(data)?.received(sink?.pointee, end) },
      Unmanaged.passUnretained(self).toOpaque())
    guard let operation else { return finish() }
    isAwaitingAnswer = true
    overlay_pa_operation_unref(operation)
  }

  private func finish() {
    isAwaitingAnswer = false
    sinks = []
    let finished = actions
    actions = []
    for action in finished { action() }
  }

  private func changed(_ event: pa_subscription_event_type_t, _ index: UInt32) {
    let subject = event.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue
    // A card has an event where its ports are plugged in or unplugged, of which sinks have none.
    guard subject == PA_SUBSCRIPTION_EVENT_CARD.rawValue || index == state.index else { return }
    update()
  }

  /// Receives a device, or the end of the answer, which is negative after an error.
  private func received(_ sink: pa_sink_info?, _ end: Int32) {
    if end == 0 {
      if let sink { sinks.append(AudioSink(sink)) }
      return
    }
    if end > 0 {
      let isReady = overlay_pa_stream_get_state(stream) == PA_STREAM_READY
      let index = isReady ? overlay_pa_stream_get_device_index(stream) : nil
      let event = state.update(sinks, playingOn: index)
      sound.setRoute(state.route)
      if let event { send(event) }
    }
    finish()
  }

  private func send(_ event: AudioSessionEvent) {
    if case .routeChanged(.oldDeviceUnavailable, _) = event { sound.changeSession { $0.loseDevice() } }
    sound.observers.send(event)
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> PulseRoute? {
    data.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }
}

extension AudioSink {
  fileprivate init(_ sink: pa_sink_info) {
    let text = { (text: UnsafePointer<CChar>?) in text.map { String(cString: $0) } }
    index = sink.index
    name = text(sink.name) ?? ""
    description = text(sink.description) ?? name
    activePortName = text(sink.active_port?.pointee.name)
    ports = (0..<Int(sink.n_ports)).compactMap { index in
      guard let port = sink.ports?[index]?.pointee, let name = text(port.name) else { return nil }
      return Port(
        name: name, description: text(port.description) ?? name,
        availability: Port.Availability(pa_port_available(rawValue: UInt32(port.available))))
    }
  }
}

extension AudioSink.Port.Availability {
  fileprivate init(_ availability: pa_port_available) {
    switch availability {
    case PA_PORT_AVAILABLE_YES: self = .pluggedIn
    case PA_PORT_AVAILABLE_NO: self = .unplugged
    default: self = .unknown
    }
  }
}
