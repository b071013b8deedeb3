import Foundation
import Synchronization
import TestTools
import Testing

@testable import OverlayPictureInPicture
@testable import OverlayRender
@testable import OverlayWindow

/// What picture in picture plays, in media controls.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct NowPlayingSessionTests {
  @Test("The state, the length and the commands follow the content")
  func information() {
    let information = NowPlayingInformation(identifier: "a", title: "A")
    var playback = ContentPlayback(
      timeRange: MediaTimeRange(start: .seconds(5), duration: .seconds(60)), isPaused: true, time: .seconds(15))
    #expect(playback.position == .seconds(10))
    let paused = information.following(playback, isLinear: false)
    #expect(paused.state == .paused && paused.duration == .seconds(60) && paused.title == "A")
    #expect(paused.commands == [.play, .pause, .seek, .raise, .quit])
    playback.isPaused = false
    let linear = information.following(playback, isLinear: true)
    #expect(linear.state == .playing && linear.commands == [.play, .pause, .raise, .quit])
    playback.timeRange = MediaTimeRange(start: .zero, duration: .positiveInfinity)
    let live = information.following(playback, isLinear: false)
    #expect(live.duration == nil && live.commands == [.play, .pause, .raise, .quit])
    playback.volume = PlaybackVolume(level: 0.5)
    #expect(information.following(playback, isLinear: false).volume == 0.5)
    playback.volume?.isMuted = true
    #expect(information.following(playback, isLinear: false).volume == 0)
    playback.timeRange = .invalid
    let nothing = information.following(playback, isLinear: false, canRestore: false)
    #expect(nothing.commands == [.quit])
    let clock = information.following(nil, isLinear: false)
    #expect(clock.state == .playing && clock.commands == [.raise, .quit])
  }

  @Test(
    "playerctl controls the content of a window, whose jumps are announced",
    .requires(.busDaemon), .requires(.busMonitor), .requires(.playerctl))
  func playerctl() async throws {
    let (bus, address) = try startBus()
    defer { withExtendedLifetime(bus) {} }
    func playerctl(_ arguments: String...) -> String? { self.playerctl(arguments, at: address) }
    let playback = try LayerPlayback()
    let controller = try PictureInPictureController(
      PictureInPictureContentSource(playback.layer, playbackDelegate: playback),
      desktop: OffscreenDesktop(clock: HostClock.shared), turns: PictureInPictureTurns())
    let controls = NowPlayingSession(
      controller, applicationName: "Talk", information: NowPlayingInformation(identifier: "a", title: "A talk"),
      address: address, clock: HostClock.shared)
    controller.start()
    #expect(await eventually { controller.isActive && playerctl("metadata", "mpris:length") == "60000000" })
    #expect(playerctl("status") == "Paused" && playerctl("metadata", "title") == "A talk")
    _ = playerctl("play")
    #expect(await eventually { playerctl("status") == "Playing" })
    _ = playerctl("pause")
    #expect(await eventually { playerctl("status") == "Paused" })
    let monitor = try TestServer(.busMonitor) { _ in ["--address", address, "--monitor", "member='Seeked'"] }
    #expect(monitor.readLine() != nil && monitor.readLine() != nil)
    _ = playerctl("position", "30")
    #expect(await eventually { playback.timebase.time == .seconds(30) })
    _ = playerctl("position", "10-")
    #expect(
      await eventually {
        playback.timebase.time == .seconds(20) && playerctl("position")?.hasPrefix("20.0") == true
      })
    while let line = monitor.readLine(), !line.contains("int64 20000000") {}
    #expect(playback.skips == [.seconds(30), .seconds(-10)])
    withExtendedLifetime(controls) {}
  }

  @Test(
    "Media controls have the volume of the content, and 0 while it is muted",
    .requires(.busDaemon), .requires(.playerctl))
  func volume() async throws {
    let (bus, address) = try startBus()
    defer { withExtendedLifetime(bus) {} }
    func playerctl(_ arguments: String...) -> String? { self.playerctl(arguments, at: address) }
    let playback = try LayerPlayback(volume: PlaybackVolume(level: 0.75))
    let controller = try PictureInPictureController(
      PictureInPictureContentSource(playback.layer, playbackDelegate: playback),
      desktop: OffscreenDesktop(clock: HostClock.shared), turns: PictureInPictureTurns())
    let controls = NowPlayingSession(
      controller, applicationName: "Talk", information: NowPlayingInformation(identifier: "a", title: "A talk"),
      address: address, clock: HostClock.shared)
    controller.start()
    #expect(await eventually { playerctl("volume") == "0.750000" })
    controller.perform(.changeVolume(.toggleMute))
    #expect(await eventually { playerctl("volume") == "0.000000" })
    #expect(playback.volume == PlaybackVolume(level: 0.75, isMuted: true))
    _ = playerctl("volume", "0.5")
    #expect(await eventually { playback.volume == PlaybackVolume(level: 0.5) && playerctl("volume") == "0.500000" })
    _ = playerctl("volume", "0")
    #expect(await eventually { playback.volume == PlaybackVolume(level: 0.5, isMuted: true) })
    withExtendedLifetime(controls) {}
  }

  @Test(
    "Playing and pausing are no jumps, however long either lasts",
    .requires(.busDaemon), .requires(.busMonitor), .requires(.playerctl))
  func toggle() async throws {
    let (bus, address) = try startBus()
    defer { withExtendedLifetime(bus) {} }
    func playerctl(_ arguments: String...) -> String? { self.playerctl(arguments, at: address) }
    let timebase = Timebase(clock: HostClock.shared)
    let controller = try PictureInPictureController(
      PictureInPictureContentSource(
        Rectangle(), preferredSize: PixelSize(32, 18), timebase: timebase, duration: .seconds(60)),
      desktop: OffscreenDesktop(clock: HostClock.shared), turns: PictureInPictureTurns())
    let controls = NowPlayingSession(
      controller, applicationName: "Talk", information: NowPlayingInformation(identifier: "a", title: "A talk"),
      address: address, clock: HostClock.shared)
    controller.start()
    try #require(await eventually { controller.isActive && playerctl("status") == "Paused" })
    let monitor = try TestServer(.busMonitor) { _ in ["--address", address, "--monitor", "member='Seeked'"] }
    try #require(monitor.readLine() != nil && monitor.readLine() != nil)
    for time in [300, 600] as [Int64] {
      _ = playerctl("play-pause")
      #expect(await eventually { timebase.time > .milliseconds(time) })
      _ = playerctl("play-pause")
      #expect(await eventually { playerctl("status") == "Paused" })
      let pause = HostClock.shared.time
      #expect(await eventually { HostClock.shared.time - pause > .milliseconds(300) })
    }
    _ = playerctl("position", "40")
    // The first position that is sent is the position after the jump.
    while let line = monitor.readLine(), !line.contains("int64 40000000") { #expect(!line.contains("int64")) }
    withExtendedLifetime(controls) {}
  }

  @Test(
    "A stop is shown until playback continues, and other commands change what is shown",
    .requires(.busDaemon), .requires(.playerctl))
  func stop() async throws {
    let (bus, address) = try startBus()
    defer { withExtendedLifetime(bus) {} }
    func playerctl(_ arguments: String...) -> String? { self.playerctl(arguments, at: address) }
    let playback = try LayerPlayback()
    let controller = try PictureInPictureController(
      PictureInPictureContentSource(playback.layer, playbackDelegate: playback),
      desktop: OffscreenDesktop(clock: HostClock.shared), turns: PictureInPictureTurns())
    var information = NowPlayingInformation(identifier: "a", title: "A talk")
    (information.volume, information.isRepeating) = (1, false)
    let controls = NowPlayingSession(
      controller, applicationName: "Talk", information: information, address: address, clock: HostClock.shared
    ) { command, information in
      switch command {
      case .setVolume(let volume): information.volume = volume
      case .setRepeating(let isRepeating): information.isRepeating = isRepeating
      default: Issue.record("\(command) is not offered")
      }
    }
    controller.start()
    try #require(await eventually { controller.isActive && playerctl("status") == "Paused" })
    _ = playerctl("play")
    _ = playerctl("position", "30")
    try #require(await eventually { playerctl("status") == "Playing" && playback.timebase.time == .seconds(30) })
    _ = playerctl("stop")
    #expect(await eventually { playerctl("status") == "Stopped" && playback.timebase.time == .zero })
    _ = playerctl("volume", "0.5")
    _ = playerctl("loop", "Track")
    #expect(await eventually { playerctl("volume") == "0.500000" && playerctl("loop") == "Track" })
    #expect(playerctl("status") == "Stopped")
    _ = playerctl("play")
    #expect(await eventually { playerctl("status") == "Playing" })
    _ = playerctl("pause")
    #expect(await eventually { playerctl("status") == "Paused" })
    withExtendedLifetime(controls) {}
  }

  @Test(
    "Media controls follow a content source that is replaced while the window is closed",
    .requires(.busDaemon), .requires(.playerctl))
  func replacedContent() async throws {
    let (bus, address) = try startBus()
    defer { withExtendedLifetime(bus) {} }
    func playerctl(_ arguments: String...) -> String? { self.playerctl(arguments, at: address) }
    let (first, second) = (try LayerPlayback(), try LayerPlayback(duration: .seconds(90)))
    let controller = try PictureInPictureController(
      PictureInPictureContentSource(first.layer, playbackDelegate: first),
      desktop: OffscreenDesktop(clock: HostClock.shared), turns: PictureInPictureTurns())
    let controls = NowPlayingSession(
      controller, applicationName: "Talk", information: NowPlayingInformation(identifier: "a", title: "A talk"),
      address: address, clock: HostClock.shared)
    controller.start()
    try #require(
      await eventually { controller.isActive && playerctl("metadata", "mpris:length") == "60000000" })
    controller.stop()
    try #require(await eventually { !controller.isActive })
    second.setPlaying(true)
    second.timebase.setTime(.seconds(40))
    controller.contentSource = PictureInPictureContentSource(second.layer, playbackDelegate: second)
    controller.start()
    #expect(
      await eventually { playerctl("metadata", "mpris:length") == "90000000" && playerctl("status") == "Playing" })
    #expect(playerctl("position")?.hasPrefix("40.0") == true)
    _ = playerctl("play-pause")
    #expect(await eventually { second.isPlaybackPaused })
    _ = playerctl("position", "10")
    #expect(await eventually { second.timebase.time == .seconds(10) })
    #expect(first.isPlaybackPaused && first.skips.isEmpty && second.skips == [.seconds(-30)])
    withExtendedLifetime(controls) {}
  }

  /// Starts a session bus, and returns it with its address.
  private func startBus() throws -> (TestServer, address: String) {
    let bus = try TestServer(.busDaemon) { folder in
      ["--session", "--nofork", "--print-address=1", "--address=unix:path=\(folder.path)/bus"]
    }
    return (bus, try #require(bus.readLine()))
  }

  /// Returns what playerctl prints on a session bus; `nil` if it fails.
  private func playerctl(_ arguments: [String], at address: String) -> String? {
    let output = try? TestTool.playerctl.output(arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": address])
    return output.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) }
  }
}

/// Content of a display layer that is paused at first.
private final class LayerPlayback: SampleBufferPlaybackDelegate {
  private struct State {
    var isPaused = true
    var volume: PlaybackVolume?
    var skips: [MediaTime] = []
  }

  let timebase = Timebase(clock: HostClock.shared)
  let layer = SampleBufferDisplayLayer(clock: HostClock.shared)
  private let state = Mutex(State())

  init(duration: MediaTime = .seconds(60), volume: PlaybackVolume? = nil) throws {
    state.withLock { $0.volume = volume }
    timeRangeForPlayback = MediaTimeRange(start: .zero, duration: duration)
    layer.controlTimebase = timebase
    let format = try VideoFormat(size: PixelSize(32, 18), pixelFormat: .bgraPremultiplied)
    let picture = try PixelBufferDraft(format: format).freeze()
    try layer.enqueue(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
  }

  var skips: [MediaTime] { state.withLock { $0.skips } }
  let timeRangeForPlayback: MediaTimeRange
  var isPlaybackPaused: Bool { state.withLock { $0.isPaused } }
  // The timebase stays still, so that positions are exact.
  func setPlaying(_ isPlaying: Bool) { state.withLock { $0.isPaused = !isPlaying } }

  func skip(by interval: MediaTime) async {
    timebase.setTime(timebase.time + interval)
    state.withLock { $0.skips.append(interval) }
  }

  func didTransition(toRenderSize size: PixelSize) {}
  var volume: PlaybackVolume? { state.withLock { $0.volume } }
  func setVolume(_ volume: PlaybackVolume) { state.withLock { $0.volume = volume } }
}
