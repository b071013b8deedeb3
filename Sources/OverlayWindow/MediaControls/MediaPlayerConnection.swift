import CGIO
import Glibc
import OverlayRender

/// A connection to a message bus, with the name and the object of a media player. It is used on one thread.
final class MediaPlayerConnection {
  /// The name of the player.
  private(set) var busName = ""
  /// Whether the bus has ended the connection.
  private(set) var isClosed = false

  private let connection: OpaquePointer
  private let context: MainContext
  private unowned let service: MediaPlayerService

  /// Connects to a bus, and offers the player there.
  init(_ address: String, of service: MediaPlayerService, _ context: MainContext) throws(GIOError) {
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    connection = try reportingError { error in
      g_dbus_connection_new_for_address_sync(address, flags, nil, context.cancellable, error)
    }
    self.service = service
    self.context = context
    // The end of the bus must not end the process.
    g_dbus_connection_set_exit_on_close(connection, 0)
    let closed: @convention(c) (gpointer?, gboolean, gpointer?, gpointer?) -> Void = { _, _, _, data in
      MediaPlayerConnection.connection(data)?.isClosed = true
    }
    g_signal_connect_data(
      gpointer(connection), "closed", unsafeBitCast(closed, to: GCallback.self), userData, nil, GConnectFlags(0))
    do throws(GIOError) {
      try offer(service.introspection)
      busName = try requestName()
    } catch {
      close()
      throw error
    }
  }

  deinit {
    g_object_unref(gpointer(connection))
  }

  /// Ends the connection. No call arrives afterward.
  func close() {
    g_signal_handlers_disconnect_matched(
      gpointer(connection), G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, userData)
    unregisterObject()
    g_dbus_connection_close_sync(connection, nil, nil)
  }

  private var registrations: [guint] = []
  /// The interfaces that are registered.
  private var introspection = ""
  /// What the callbacks of GIO receive. `close()` ends them before the object is released.
  private var userData: gpointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func connection(_ userData: gpointer?) -> MediaPlayerConnection? {
    userData.map { Unmanaged<MediaPlayerConnection>.fromOpaque($0).takeUnretainedValue() }
  }
}

// MARK: - The name and the object

extension MediaPlayerConnection {
  /// Offers the object with interfaces. A registered object cannot change them, so it is registered again if they
  /// differ from before.
  func offer(_ introspection: String) throws(GIOError) {
    guard introspection != self.introspection else { return }
    unregisterObject()
    try registerObject(introspection)
    self.introspection = introspection
  }

  private func unregisterObject() {
    for number in registrations { g_dbus_connection_unregister_object(connection, number) }
    registrations = []
  }

  private func registerObject(_ introspection: String) throws(GIOError) {
    let node = try reportingError { g_dbus_node_info_new_for_xml(introspection, $0) }
    defer { g_dbus_node_info_unref(node) }
    var functions = GDBusInterfaceVTable()
    functions.method_call = { _, _, _, _, method, arguments, invocation, data in
      MediaPlayerConnection.connection(data)?.call(method, arguments, invocation)
    }
    functions.get_property = { _, _, _, interface, property, error, data in
      MediaPlayerConnection.connection(data)?.value(of: property, of: interface, error)
    }
    functions.set_property = { _, _, _, _, property, value, error, data in
      MediaPlayerConnection.connection(data)?.set(property, to: value, error) == true ? 1 : 0
    }
    for interface in MediaPlayer.Interface.allCases {
      let information = g_dbus_node_info_lookup_interface(node, interface.rawValue)
      let number = try reportingError { error in
        let number = g_dbus_connection_register_object(
          connection, MediaPlayer.path, information, &functions, userData, nil, error)
        return number == 0 ? nil : number
      }
      registrations.append(number)
    }
  }

  /// Requests a name that contains the number of the process. Names that are in use get a number more: this process may
  /// have several players, and other process namespaces have the same numbers.
  private func requestName() throws(GIOError) -> String {
    let name = "org.mpris.MediaPlayer2.\(service.nameElement).instance\(getpid())"
    for number in 1...1000 {
      let candidate = number == 1 ? name : "\(name)_\(number)"
      let reply = try reportingError { error in
        g_dbus_connection_call_sync(
          connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
          BusValue.makeTuple([g_variant_new_string(candidate), g_variant_new_uint32(Self.doNotQueue)]), nil,
          G_DBUS_CALL_FLAGS_NONE, 5000, context.cancellable, error)
      }
      defer { g_variant_unref(reply) }
      guard let code = g_variant_get_child_value(reply, 0) else { continue }
      defer { g_variant_unref(code) }
      if g_variant_get_uint32(code) == Self.primaryOwner { return candidate }
    }
    throw GIOError(message: "it has no free name for \(name)")
  }

  /// `DBUS_NAME_FLAG_DO_NOT_QUEUE` of the D-Bus specification.
  private static let doNotQueue: guint32 = 4
  /// `DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER` of the D-Bus specification.
  private static let primaryOwner: guint32 = 1
}

// MARK: - Calls

extension MediaPlayerConnection {
  private func call(
    _ method: UnsafePointer<CChar>?, _ arguments: OpaquePointer?, _ invocation: OpaquePointer?
  ) {
    guard let method, let arguments else { return }
    do throws(MediaPlayer.CallError) {
      try service.call(String(cString: method), BusValue.values(of: arguments))
      g_dbus_method_invocation_return_value(invocation, nil)
    } catch {
      g_dbus_method_invocation_return_error_literal(
        invocation, g_dbus_error_quark(), gint(error.code.rawValue), error.message)
    }
  }

  private func value(
    of property: UnsafePointer<CChar>?, of interface: UnsafePointer<CChar>?, _ error: ErrorPointer?
  ) -> OpaquePointer? {
    let interface = interface.flatMap { MediaPlayer.Interface(rawValue: String(cString: $0)) }
    if let interface, let property, let value = service.value(of: String(cString: property), of: interface) {
      return value.makeVariant()
    }
    MediaPlayer.CallError.notSupported("there is no such property").set(error)
    return nil
  }

  private func set(_ property: UnsafePointer<CChar>?, to value: OpaquePointer?, _ error: ErrorPointer?) -> Bool {
    guard let property, let value, let value = BusValue(value) else {
      MediaPlayer.CallError.invalidArguments("the property has another type").set(error)
      return false
    }
    do throws(MediaPlayer.CallError) {
      try service.set(String(cString: property), to: value)
      return true
    } catch let callError {
      callError.set(error)
      return false
    }
  }
}

// MARK: - Signals

extension MediaPlayerConnection {
  /// Sends the new values of properties.
  func sendChanges(_ properties: [String: BusValue], of interface: MediaPlayer.Interface) {
    emit(
      "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [.string(interface.rawValue), .dictionary(properties), .strings([])])
  }

  /// Announces a jump.
  func sendSeeked(to position: MediaTime) {
    emit(MediaPlayer.Interface.player.rawValue, "Seeked", [.integer(position.microseconds)])
  }

  private func emit(_ interface: String, _ signal: String, _ arguments: [BusValue]) {
    // It fails only if the connection is closed.
    g_dbus_connection_emit_signal(
      connection, nil, MediaPlayer.path, interface, signal, BusValue.makeTuple(arguments.map { $0.makeVariant() }), nil)
  }
}

// MARK: - Errors

/// The message of a function of GIO.
struct GIOError: Error {
  let message: String
}

private typealias ErrorPointer = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

/// Returns the result of a function of GIO; if it has none, throws its error.
private func reportingError<Result>(_ body: (ErrorPointer) -> Result?) throws(GIOError) -> Result {
  var error: UnsafeMutablePointer<GError>?
  defer { g_clear_error(&error) }
  if let result = body(&error) { return result }
  throw GIOError(message: error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "unknown error")
}

extension MediaPlayer.CallError {
  fileprivate var code: GDBusError {
    switch self {
    case .notSupported: G_DBUS_ERROR_NOT_SUPPORTED
    case .invalidArguments: G_DBUS_ERROR_INVALID_ARGS
    }
  }

  fileprivate var message: String {
    switch self {
    case .notSupported(let message), .invalidArguments(let message): message
    }
  }

  fileprivate func set(_ error: ErrorPointer?) {
    g_set_error_literal(error, g_dbus_error_quark(), gint(code.rawValue), message)
  }
}
