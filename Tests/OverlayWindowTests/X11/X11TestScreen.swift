import CX11
import Foundation
import OverlayPictureInPicture
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayWindow

/// An X server with a screen of 1280x720 pixels, and the programs that a desktop has on it.
final class X11TestScreen {
  /// What runs on the server.
  enum Programs: CaseIterable, Sendable { case nothing, windowManager, windowManagerAndCompositor }

  private let arguments: [String]
  private(set) var server: TestServer
  private var programs: [TestServer] = []
  /// The name of the server, such as ":1".
  let name: String
  /// What a test sees of the screen.
  let client: X11TestClient
  /// The desktop that is tested. Frames are remembered in the folder of the server.
  let desktop: X11Desktop

  /// Starts the server and the programs.
  ///
  /// - Parameters:
  ///   - programs: What runs on the server.
  ///   - arguments: More arguments of the server.
  ///   - rules: The content of a configuration of openbox; `nil` for the configuration of the system.
  init(_ programs: Programs, _ arguments: [String] = [], rules: String? = nil) throws {
    let arguments =
      ["-displayfd", "1", "-nocursor", "-noreset", "-nolisten", "tcp", "-screen", "0", "1280x720x24"] + arguments
    self.arguments = arguments
    server = try TestServer(.xvfb) { _ in arguments }
    name = ":" + (try #require(server.readLine()))
    client = try #require(X11TestClient(name))
    desktop = X11Desktop(displayName: name, rememberedFrames: RememberedFrames(folder: server.folder.path))
    client.paintRoot(0x336699)
    if programs == .windowManagerAndCompositor { try startCompositor() }
    if programs != .nothing { try startWindowManager(rules) }
  }

  private func startCompositor() throws {
    programs.append(
      try TestServer(.picom, environment: ["DISPLAY": name]) { _ in ["--backend", "xrender", "--config", "/dev/null"] })
    // It paints a gray background if it knows no picture.
    try #require(waitUntil { client.pixel(5, 5) == 0x808080 })
  }

  private func startWindowManager(_ rules: String?) throws {
    programs.append(
      try TestServer(.openbox, environment: ["DISPLAY": name]) { folder in
        guard let rules else { return [] }
        let file = folder.appending(path: "rc.xml")
        let text = "<openbox_config xmlns=\"http://openbox.org/3.4/rc\">\(rules)</openbox_config>"
        try? Data(text.utf8).write(to: file)
        return ["--config-file", file.path]
      })
    try #require(waitUntil { client.hasProperty("_NET_SUPPORTING_WM_CHECK") })
    // It forgets windows that are opened while it starts.
    try #require(
      waitUntil {
        let window = client.openWindow(PixelRect(x: 0, y: 0, width: 9, height: 9), 0)
        defer { client.close(window) }
        return waitUntil(within: 0.5) { client.isViewable(window) }
      })
  }

  /// Ends the server, as a crash does, and starts another one with the same name.
  func restart() throws {
    server.kill()
    try #require(waitUntil { !server.isRunning })
    server = try TestServer(.xvfb) { _ in arguments + [name] }
    try #require(server.readLine() != nil)
  }

  /// The connections of this process to a server with the argument `-audit 2`: how many there were, and how many are
  /// open.
  var connections: (count: Int, openCount: Int) {
    var (count, open) = (0, Set<Substring>())
    for line in server.errors.split(separator: "\n") {
      guard let client = line.firstMatch(of: #/client (\d+) (connected.* pid=(\d+) |disconnected)/#) else { continue }
      if client.3 == "\(getpid())" {
        count += 1
        open.insert(client.1)
      } else {
        open.remove(client.1)
      }
    }
    return (count, open.count)
  }

  /// The remembered frames of the desktop.
  var rememberedFrames: RememberedFrames { RememberedFrames(folder: server.folder.path) }

  /// Moves the pointer, clicks, or presses keys.
  func input(_ arguments: String) throws {
    _ = try TestTool.xdotool.output(arguments.split(separator: " ").map(String.init), environment: ["DISPLAY": name])
  }

  /// The identifiers of the windows of this library that are visible.
  var windows: [Window] {
    let found = try? TestTool.xdotool.output(
      ["search", "--onlyvisible", "--class", ProgramName.current], environment: ["DISPLAY": name])
    return String(decoding: found ?? Data(), as: UTF8.self).split(separator: "\n").compactMap { Window($0) }
  }

  /// Returns the properties of a window, as xprop prints them.
  func properties(of window: Window, _ names: String...) throws -> String {
    try String(
      decoding: TestTool.xprop.output(["-id", "\(window)"] + names, environment: ["DISPLAY": name]), as: UTF8.self)
  }

  /// Sets a property of the screen that has the type STRING.
  func setRootProperty(_ property: String, _ value: String) throws {
    _ = try TestTool.xprop.output(
      ["-root", "-format", property, "8s", "-set", property, value], environment: ["DISPLAY": name])
  }
}

/// A surface on a test screen, with the events that it has reported.
final class X11TestWindow: Sendable {
  let surface: any PictureInPictureSurface
  private let log: EventLog
  private let window: Window

  private final class EventLog: Sendable {
    let events = Mutex<[PictureInPictureSurfaceEvent]>([])
  }

  /// Opens a window whose pictures have one color, at (200, 100) unless the options say something else.
  init(
    _ screen: X11TestScreen, _ size: PixelSize = PixelSize(320, 180), color: UInt32 = 0xffff_8000,
    options: (inout PictureInPictureWindowOptions) -> Void = { _ in },
    hasControl: @escaping @Sendable (Double, Double) -> Bool = { _, _ in false }
  ) async throws {
    var windowOptions = PictureInPictureWindowOptions()
    windowOptions.position = .point(x: 200, y: 100)
    windowOptions.autosaveName = "default"
    options(&windowOptions)
    let log = EventLog()
    surface = try screen.desktop.connect().makeSurface(
      PictureInPictureSurfaceRequest(
        preferredSize: size, options: windowOptions, onEvent: { event in log.events.withLock { $0.append(event) } },
        hasControl: hasControl))
    self.log = log
    try await surface.open(with: TestPicture.solid(surface.size, color))
    window = try #require(screen.windows.first)
  }

  /// The identifier on the server.
  var identifier: Window { window }

  /// The events so far.
  var events: [PictureInPictureSurfaceEvent] { log.events.withLock { $0 } }

  /// Waits for an event.
  func hasReported(_ event: PictureInPictureSurfaceEvent) -> Bool { waitUntil { events.contains(event) } }
}

/// Samples with simple pictures.
enum TestPicture {
  /// A picture of one color.
  static func solid(_ size: PixelSize, _ color: UInt32) throws -> SampleBuffer {
    try sample(size) { _, _ in color }
  }

  /// A picture whose pixels are a function of their place.
  static func sample(_ size: PixelSize, damage: PixelRect? = nil, _ color: (Int, Int) -> UInt32) throws -> SampleBuffer
  {
    let format = try VideoFormat(size: size, pixelFormat: .bgraPremultiplied)
    var draft = try PixelBufferDraft(format: format)
    draft.withUnsafeMutableBytes { bytes in
      for index in 0..<size.width * size.height {
        bytes.storeBytes(of: color(index % size.width, index / size.width), toByteOffset: 4 * index, as: UInt32.self)
      }
    }
    return SampleBuffer(pixelBuffer: draft.freeze(), presentationTime: .zero, damage: damage.map { Damage($0) })
  }
}
