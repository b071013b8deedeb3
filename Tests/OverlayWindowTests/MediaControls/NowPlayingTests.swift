import Foundation
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayWindow

/// Media controls on a bus that the tests start, with playerctl as the client.
@Suite(.serialized, .timeLimit(.minutes(10)), .requires(.busDaemon))
struct NowPlayingTests {
  @Test("playerctl reads and controls what plays", .requires(.playerctl))
  func playerctl() throws {
    let bus = try SessionBus()
    let content = Content(address: bus.address)
    #expect(waitUntil { bus.playerctl("status") == "Playing" })
    #expect(bus.playerctl("metadata", "title") == "A talk")
    #expect(bus.playerctl("metadata", "mpris:length") == "100000000")
    // The client adds the time that it took.
    #expect(bus.playerctl("position")?.hasPrefix("40.0") == true)
    #expect(bus.playerctl("--list-all")?.hasPrefix("Listening_Text.instance\(getpid())") == true)

    bus.playerctl("pause")
    #expect(waitUntil { bus.playerctl("status") == "Paused" })
    bus.playerctl("play")
    #expect(waitUntil { bus.playerctl("status") == "Playing" })
    bus.playerctl("play-pause")
    #expect(waitUntil { bus.playerctl("status") == "Paused" })
    bus.playerctl("position", "10+")
    #expect(waitUntil { bus.playerctl("position")?.hasPrefix("50.0") == true })
    bus.playerctl("position", "30")
    #expect(waitUntil { bus.playerctl("position")?.hasPrefix("30.0") == true })
    bus.playerctl("stop")
    #expect(waitUntil { bus.playerctl("status") == "Stopped" })
    bus.playerctl("next")
    #expect(
      content.commands == [
        .pause, .play, .togglePlayPause, .skip(by: .seconds(10)), .seek(to: .seconds(30)), .stop,
      ])
  }

  @Test("Changes are sent together, the position never among them, and each jump", .requires(.busMonitor))
  func signals() throws {
    let bus = try SessionBus()
    let content = Content(address: bus.address)
    #expect(waitUntil { content.nowPlaying.busName != nil })
    let monitor = try TestServer(.busMonitor) { _ in
      ["--address", bus.address, "--monitor", "type='signal',path='/org/mpris/MediaPlayer2'"]
    }
    // The monitor listens from its first line on, which is about its own name.
    #expect(monitor.readLine() != nil && monitor.readLine() != nil)
    content.nowPlaying.information?.title = "Another title"
    var lines: [String] = []
    while let line = monitor.readLine(), !line.contains("Another title") { lines.append(line) }
    content.seek(to: .seconds(70))
    while let line = monitor.readLine() {
      lines.append(line)
      if line.contains("int64 70000000") { break }
    }
    content.nowPlaying.information?.rate = 2
    content.nowPlaying.information?.identifier = "b"
    while let line = monitor.readLine() {
      lines.append(line)
      if line.contains("Seeked") { break }
    }
    #expect(lines.contains { $0.contains("PropertiesChanged") } && lines.contains { $0.contains("Seeked") })
    #expect(lines.contains { $0.contains("track/2") } && !lines.contains { $0.contains("\"Position\"") })
  }

  @Test("Calls that are not allowed answer as MPRIS says, and a stale position is ignored", .requires(.busSend))
  func calls() throws {
    let bus = try SessionBus()
    let content = Content(address: bus.address)
    #expect(waitUntil { content.nowPlaying.busName != nil })
    let name = try #require(content.nowPlaying.busName)
    let player = "org.mpris.MediaPlayer2.Player."
    #expect(bus.call(name, player + "SetPosition", "objpath:/overlay_render/track/7", "int64:1000000") != nil)
    #expect(bus.call(name, player + "SetPosition", "objpath:/overlay_render/track/1", "int64:999000000") != nil)
    #expect(bus.call(name, player + "Next") != nil)
    #expect(bus.call(name, player + "OpenUri", "string:file:///a") == nil)
    #expect(content.commands.isEmpty)
    #expect(bus.call(name, player + "SetPosition", "objpath:/overlay_render/track/1", "int64:1000000") != nil)
    let properties = "org.freedesktop.DBus.Properties."
    let interface = "string:org.mpris.MediaPlayer2.Player"
    #expect(bus.call(name, properties + "Set", interface, "string:Rate", "variant:double:0") == nil)
    #expect(bus.call(name, properties + "Set", interface, "string:Volume", "variant:double:0.5") == nil)
    let introspect = "org.freedesktop.DBus.Introspectable.Introspect"
    func isWritable(_ property: String) -> Bool {
      bus.call(name, introspect)?.contains(#"name="\#(property)" access="readwrite""#) == true
        || bus.call(name, introspect)?.contains(#"type="d" name="\#(property)" access="readwrite""#) == true
    }
    #expect(!isWritable("Rate") && !isWritable("Volume"))
    // The object is offered again with what can be set then.
    content.nowPlaying.information?.rates = 0.5...2
    content.nowPlaying.information?.volume = 1
    #expect(waitUntil { isWritable("Rate") && isWritable("Volume") })
    #expect(bus.call(name, properties + "Set", interface, "string:Rate", "variant:double:0") != nil)
    #expect(bus.call(name, properties + "Set", interface, "string:Volume", "variant:double:0.5") != nil)
    #expect(waitUntil { content.commands == [.seek(to: .seconds(1)), .pause, .setVolume(0.5)] })
    content.nowPlaying.information?.volume = nil
    #expect(waitUntil { isWritable("Rate") && !isWritable("Volume") })
    let all = try #require(bus.call(name, properties + "GetAll", interface))
    #expect(all.contains("Position") && all.contains("CanControl") && all.contains("mpris:trackid"))
    let root = try #require(bus.call(name, properties + "GetAll", "string:org.mpris.MediaPlayer2"))
    #expect(root.contains("Listening Text") && root.contains("talk.desktop.entry"))
    let xml = try #require(bus.call(name, "org.freedesktop.DBus.Introspectable.Introspect"))
    #expect(xml.contains("SetPosition") && xml.contains("DesktopEntry"))
  }

  @Test("Each instance has a name of its own, which ends with it")
  func names() throws {
    let bus = try SessionBus()
    let first = Content(address: bus.address)
    #expect(waitUntil { first.nowPlaying.busName != nil })
    do {
      let second = Content(address: bus.address)
      #expect(waitUntil { second.nowPlaying.busName != nil })
      #expect(first.nowPlaying.busName == "org.mpris.MediaPlayer2.Listening_Text.instance\(getpid())")
      #expect(second.nowPlaying.busName == "org.mpris.MediaPlayer2.Listening_Text.instance\(getpid())_2")
    }
    let third = Content(address: bus.address)
    #expect(waitUntil { third.nowPlaying.busName?.hasSuffix("_2") == true })
  }

  @Test("A bus that is killed ends nothing else, and a new one at its address is used")
  func killedBus() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "overlay-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    var bus: SessionBus? = try SessionBus(at: folder.path + "/bus")
    let content = Content(address: try #require(bus).address)
    #expect(waitUntil { content.nowPlaying.busName != nil })
    bus = nil
    #expect(waitUntil { content.nowPlaying.busName == nil && content.nowPlaying.error != nil })
    content.nowPlaying.information?.state = .paused
    content.nowPlaying.positionJumped()
    let next = try SessionBus(at: folder.path + "/bus")
    #expect(waitUntil { content.nowPlaying.busName != nil && content.nowPlaying.error == nil })
    if try TestTool.playerctl.isInstalled() { #expect(next.playerctl("status") == "Paused") }
    withExtendedLifetime(next) {}
  }

  @Test("Without a bus, nobody listens, no thread is started, and the reason is known")
  func noBus() async {
    // The threads of the other tests end by themselves. Those tests may need the thread of this task.
    let isAlone = await eventually {
      let alone = Content(address: nil)
      alone.nowPlaying.information?.state = .paused
      return alone.nowPlaying.error == .noBus && alone.nowPlaying.busName == nil && threads().isEmpty
    }
    #expect(isAlone)
    let unreachable = Content(address: "unix:path=/nowhere/bus")
    #expect(waitUntil { unreachable.nowPlaying.error != nil })
    #expect("\(unreachable.nowPlaying.error ?? .noBus)".contains("/nowhere/bus"))
    let invalid = Content(address: "nonsense")
    #expect(waitUntil { invalid.nowPlaying.error != nil })
  }

  /// The threads of media controls.
  private func threads() -> [String] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.filter { task in
      (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "media-controls\n"
    }
  }
}

/// Content that stands at 40 s of 100 s, and obeys.
private struct Content {
  private let playback = Playback()
  let nowPlaying: NowPlaying

  init(address: String?) {
    nowPlaying = NowPlaying(
      applicationName: "Listening Text", desktopEntry: "talk.desktop.entry", address: address,
      position: { [playback] in playback.position }, onCommand: { [playback] in playback.obey($0) })
    nowPlaying.information = NowPlayingInformation(
      identifier: "a", title: "A talk", duration: .seconds(100), commands: [.play, .pause, .seek])
    playback.show(in: nowPlaying)
  }

  var commands: [RemoteCommand] { playback.commands }

  func seek(to position: MediaTime) { playback.seek(to: position) }
}

private final class Playback: Sendable {
  private struct State {
    var position = MediaTime.seconds(40)
    var commands: [RemoteCommand] = []
    weak var nowPlaying: NowPlaying?
  }

  private let state = Mutex(State())

  var position: MediaTime { state.withLock { $0.position } }
  var commands: [RemoteCommand] { state.withLock { $0.commands } }

  func show(in nowPlaying: NowPlaying) { state.withLock { $0.nowPlaying = nowPlaying } }

  func seek(to position: MediaTime) {
    state.withLock { $0.position = position }
    state.withLock { $0.nowPlaying }?.positionJumped()
  }

  func obey(_ command: RemoteCommand) {
    let nowPlaying = state.withLock { state in
      state.commands.append(command)
      return state.nowPlaying
    }
    switch command {
    case .play: nowPlaying?.information?.state = .playing
    case .pause: nowPlaying?.information?.state = .paused
    case .stop: nowPlaying?.information?.state = .stopped
    case .togglePlayPause:
      nowPlaying?.information?.state = nowPlaying?.information?.state == .playing ? .paused : .playing
    case .seek(let position): seek(to: position)
    case .skip(let interval): seek(to: position + interval)
    default: break
    }
  }
}
