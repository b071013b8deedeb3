import CLinux
import CWayland
import Glibc
import OverlayPictureInPicture
import OverlayRender

/// A connection to a Wayland compositor (`wl_display`), which ends with the object.
///
/// Owners of objects of the compositor retain it, so that these are destroyed before the connection ends.
final class WaylandDisplay {
  /// The time in which a compositor answers a new connection.
  private static let answerLimit = MediaTime.seconds(3)

  private let display: OpaquePointer
  private var isReading = false

  /// Connects to a compositor by the name or the path of its socket; `nil` for the one of the session.
  ///
  /// - Throws: `PictureInPictureError.notSupported` if there is none.
  init(named name: String?) throws(PictureInPictureError) {
    if let message = overlay_wayland_load() { throw .notSupported(reason: String(cString: message)) }
    // libwayland prefers the open socket whose descriptor is in WAYLAND_SOCKET. It removes the variable when it uses
    // the socket, so that this works once.
    let socket = getenv("WAYLAND_SOCKET").map { String(cString: $0) }
    let displayName = name ?? getenv("WAYLAND_DISPLAY").map { String(cString: $0) }
    guard socket != nil || displayName != nil else { throw .notSupported(reason: "WAYLAND_DISPLAY is not set") }
    guard let display = overlay_wl_display_connect(name) else {
      let error = SystemError(rawValue: errno)
      if let socket {
        throw .notSupported(reason: "WAYLAND_SOCKET is \(socket), which is not an open socket: unset WAYLAND_SOCKET")
      }
      throw .notSupported(
        reason: "the Wayland display \(displayName ?? "") does not answer: \(error): check WAYLAND_DISPLAY")
    }
    self.display = display
  }

  deinit {
    if isReading { overlay_wl_display_cancel_read(display) }
    overlay_wl_display_disconnect(display)
  }

  /// The file descriptor of the connection.
  var descriptor: CInt { overlay_wl_display_get_fd(display) }

  /// Creates the registry of global objects.
  func makeRegistry() -> OpaquePointer? { wl_display_get_registry(display) }

  /// Calls an action when the compositor has handled all earlier requests. The action ends with the result.
  func afterEarlierRequests(_ action: @escaping () -> Void) -> WaylandCallback {
    WaylandCallback(wl_display_sync(display), on: self, action)
  }

  /// Why the connection does not work any more; `nil` if it works.
  var failure: PictureInPictureError? {
    let code = overlay_wl_display_get_error(display)
    guard code != 0 else { return nil }
    guard code == EPROTO else { return .displayLost(reason: "the connection ended: \(SystemError(rawValue: code))") }
    var interface: UnsafePointer<wl_interface>?
    let error = overlay_wl_display_get_protocol_error(display, &interface, nil)
    let name = interface.map { String(cString: $0.pointee.name) } ?? "an unknown object"
    return .displayLost(reason: "the compositor reports error \(error) of \(name)")
  }

  // MARK: - Events

  /// Prepares to read events, and sends requests. Returns the events of poll(2) to wait for; `nil` if events that were
  /// received before have been handled, or the connection has failed: call it again then.
  func prepareToRead() -> CInt? {
    guard overlay_wl_display_prepare_read(display) == 0 else {
      overlay_wl_display_dispatch_pending(display)
      return nil
    }
    isReading = true
    // A failure shows when events are read.
    return overlay_wl_display_flush(display) < 0 && errno == EAGAIN ? CInt(POLLIN | POLLOUT) : CInt(POLLIN)
  }

  /// Reads the events for which `prepareToRead` has prepared, and handles them.
  func read(_ events: CInt) {
    guard isReading else { return }
    isReading = false
    guard events & CInt(POLLIN | POLLHUP | POLLERR) != 0 else { return overlay_wl_display_cancel_read(display) }
    overlay_wl_display_read_events(display)
    overlay_wl_display_dispatch_pending(display)
  }

  /// Waits until the compositor has handled all requests. It is for a connection that no loop reads yet.
  ///
  /// - Throws: `PictureInPictureError` if the compositor does not answer.
  func waitForAnswers() throws(PictureInPictureError) {
    var isAnswered = false
    let answer = afterEarlierRequests { isAnswered = true }
    let end = HostClock.shared.time + Self.answerLimit
    while !isAnswered {
      if let failure { throw failure }
      guard let events = prepareToRead() else { continue }
      var descriptor = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let rest = (end - HostClock.shared.time).ceiledNanoseconds ?? 0
      let count = overlay_poll(&descriptor, 1, max(rest, 0))
      read(CInt(descriptor.revents))
      guard count != 0 else { throw .notSupported(reason: "the Wayland compositor does not answer within 3 s") }
    }
    withExtendedLifetime(answer) {}
  }
}

/// An answer of the compositor that comes once (`wl_callback`).
final class WaylandCallback {
  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let listener = WaylandListener.permanent(wl_callback_listener()) {
    $0.done = { data, _, _ in WaylandListener.owner(data, as: WaylandCallback.self)?.finish() }
  }

  private let display: WaylandDisplay
  private let action: () -> Void
  private var callback: OpaquePointer?

  init(_ callback: OpaquePointer?, on display: WaylandDisplay, _ action: @escaping () -> Void) {
    self.callback = callback
    self.display = display
    self.action = action
    wl_callback_add_listener(callback, Self.listener, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    if let callback { wl_callback_destroy(callback) }
  }

  private func finish() {
    callback.take().map { wl_callback_destroy($0) }
    action()
  }
}

/// An object of the compositor.
enum WaylandObject {
  /// Ends an object with the request for that, so that the compositor frees it too. An object of a version without the
  /// request ends only in this process.
  static func end(_ object: OpaquePointer, since version: CInt, _ release: (OpaquePointer) -> Void) {
    if overlay_wl_proxy_get_version(object) >= version { release(object) } else { overlay_wl_proxy_destroy(object) }
  }
}

/// The functions that libwayland calls.
enum WaylandListener {
  /// Returns functions in memory that stays: libwayland reads them as long as an object exists.
  ///
  /// - Parameters:
  ///   - functions: The functions, all null. Newer versions of the header have more of them, so they are set by name.
  ///   - set: Sets a function for each event of the versions that ``WaylandRegistry`` binds. libwayland ends the
  ///     process at an event without one.
  static func permanent<Functions>(
    _ functions: Functions, _ set: (inout Functions) -> Void
  ) -> UnsafePointer<Functions> {
    let memory = UnsafeMutablePointer<Functions>.allocate(capacity: 1)
    memory.initialize(to: functions)
    set(&memory.pointee)
    return UnsafePointer(memory)
  }

  /// Returns the object that was registered with the functions.
  static func owner<Owner: AnyObject>(_ data: UnsafeMutableRawPointer?, as type: Owner.Type) -> Owner? {
    data.map { Unmanaged<Owner>.fromOpaque($0).takeUnretainedValue() }
  }
}
