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
    let bus = try SessionBus()
    let playback = try LayerPlayback()
    let controller = try self.controller(PictureInPictureContentSource(playback.layer, playbackDelegate: playback))
    let controls = self.controls(controller, on: bus)
    controller.start()
    #expect(await eventually { controller.isActive && bus.playerctl("metadata", "mpris:length") == "60000000" })
    #expect(bus.playerctl("status") == "Paused" && bus.playerctl("metadata", "title") == "A talk")
    bus.playerctl("play")
    #expect(await eventually { bus.playerctl("status") == "Playing" })
    bus.playerctl("pause")
    #expect(await eventually { bus.playerctl("status") == "Paused" })
    let monitor = try TestServer(.busMonitor) { _ in ["--address", bus.address, "--monitor", "member='Seeked'"] }
    #expect(monitor.readLine() != nil && monitor.readLine() != nil)
    bus.playerctl("position", "30")
    #expect(await eventually { playback.timebase.time == .seconds(30) })
    bus.playerctl("position", "10-")
    #expect(
      await eventually {
        playback.timebase.time == .seconds(20) && bus.playerctl("position")?.hasPrefix("20.0") == true
      })
    while let line = monitor.readLine(), !line.contains("int64 20000000") {}
    #expect(playback.skips == [.seconds(30), .seconds(-10)])
    withExtendedLifetime(controls) {}
  }

  @Test(
    "Media controls have the volume of the content, and 0 while it is muted",
    .requires(.busDaemon), .requires(.playerctl))
  func volume() async throws {
    let bus = try SessionBus()
    let playback = try LayerPlayback(volume: PlaybackVolume(level: 0.75))
    let controller = try self.controller(PictureInPictureContentSource(playback.layer, playbackDelegate: playback))
    let controls = self.controls(controller, on: bus)
    controller.start()
    #expect(await eventually { bus.playerctl("volume") == "0.750000" })
    controller.perform(.changeVolume(.toggleMute))
    #expect(await eventually { bus.playerctl("volume") == "0.000000" })
    #expect(playback.volume == PlaybackVolume(level: 0.75, isMuted: true))
    bus.playerctl("volume", "0.5")
    #expect(await eventually { playback.volume == PlaybackVolume(level: 0.5) && bus.playerctl("volume") == "0.500000" })
    bus.playerctl("volume", "0")
    #expect(await eventually { playback.volume == PlaybackVolume(level: 0.5, isMuted: true) })
    withExtendedLifetime(controls) {}
  }

  @Test(
    "Playing and pausing are no jumps, however long either lasts",
    .requires(.busDaemon), .requires(.busMonitor), .requires(.playerctl))
  func toggle() async throws {
    let bus = try SessionBus()
    let timebase = Timebase(clock: HostClock.shared)
    let controller = try self.controller(
      PictureInPictureContentSource(
        Rectangle(), preferredSize: PixelSize(32, 18), timebase: timebase, duration: .seconds(60)))
    let controls = self.controls(controller, on: bus)
    controller.start()
    try #require(await eventually { controller.isActive && bus.playerctl("status") == "Paused" })
    let monitor = try TestServer(.busMonitor) { _ in ["--address", bus.address, "--monitor", "member='Seeked'"] }
    try #require(monitor.readLine() != nil && monitor.readLine() != nil)
    for time in [300, 600] as [Int64] {
      bus.playerctl("play-pause")
      #expect(await eventually { timebase.time > .milliseconds(time) })
      bus.playerctl("play-pause")
      #expect(await eventually { bus.playerctl("status") == "Paused" })
      let pause = HostClock.shared.time
      #expect(await eventually { HostClock.shared.time - pause > .milliseconds(300) })
    }
    bus.playerctl("position", "40")
    // The first position that is sent is the position after the jump.
    while let line = monitor.readLine(), !line.contains("int64 40000000") { #expect(!line.contains("int64")) }
    withExtendedLifetime(controls) {}
  }

  @Test(
    "A stop is shown until playback continues, and other commands change what is shown",
    .requires(.busDaemon), .requires(.playerctl))
  func stop() async throws {
    let bus = try SessionBus()
    let playback = try LayerPlayback()
    let controller = try self.controller(PictureInPictureContentSource(playback.layer, playbackDelegate: playback))
    var information = NowPlayingInformation(identifier: "a", title: "A talk")
    (information.volume, information.isRepeating) = (1, false)
    let controls = NowPlayingSession(
      controller, applicationName: "Talk", information: information, address: bus.address, clock: HostClock.shared
    ) { command, information in
      switch command {
      case .setVolume(let volume): information.volume = volume
      case .setRepeating(let isRepeating): information.isRepeating = isRepeating
      default: Issue.record("\(command) is not offered")
      }
    }
    controller.start()
    try #require(await eventually { controller.isActive && bus.playerctl("status") == "Paused" })
    bus.playerctl("play")
    bus.playerctl("position", "30")
    try #require(await eventually { bus.playerctl("status") == "Playing" && playback.timebase.time == .seconds(30) })
    bus.playerctl("stop")
    #expect(await eventually { bus.playerctl("status") == "Stopped" && playback.timebase.time == .zero })
    bus.playerctl("volume", "0.5")
    bus.playerctl("loop", "Track")
    #expect(await eventually { bus.playerctl("volume") == "0.500000" && bus.playerctl("loop") == "Track" })
    #expect(bus.playerctl("status") == "Stopped")
    bus.playerctl("play")
    #expect(await eventually { bus.playerctl("status") == "Playing" })
    bus.playerctl("pause")
    #expect(await eventually { bus.playerctl("status") == "Paused" })
    withExtendedLifetime(controls) {}
  }

  @Test(
    "Media controls follow a content source that is replaced while the window is closed",
    .requires(.busDaemon), .requires(.playerctl))
  func replacedContent() async throws {
    let bus = try SessionBus()
    let (first, second) = (try LayerPlayback(), try LayerPlayback(duration: .seconds(90)))
    let controller = try self.controller(PictureInPictureContentSource(first.layer, playbackDelegate: first))
    let controls = self.controls(controller, on: bus)
    controller.start()
    try #require(
      await eventually { controller.isActive && bus.playerctl("metadata", "mpris:length") == "60000000" })
    controller.stop()
    try #require(await eventually { !controller.isActive })
    second.setPlaying(true)
    second.timebase.setTime(.seconds(40))
    controller.contentSource = PictureInPictureContentSource(second.layer, playbackDelegate: second)
    controller.start()
    #expect(
      await eventually {
        bus.playerctl("metadata", "mpris:length") == "90000000" && bus.playerctl("status") == "Playing"
      })
    #expect(bus.playerctl("position")?.hasPrefix("40.0") == true)
    bus.playerctl("play-pause")
    #expect(await eventually { second.isPlaybackPaused })
    bus.playerctl("position", "10")
    #expect(await eventually { second.timebase.time == .seconds(10) })
    #expect(first.isPlaybackPaused && first.skips.isEmpty && second.skips == [.seconds(-30)])
    withExtendedLifetime(controls) {}
  }

  /// Returns a controller of a content source, without a window.
  private func controller(_ contentSource: PictureInPictureContentSource) throws -> PictureInPictureController {
    try PictureInPictureController(
      contentSource, desktop: OffscreenDesktop(clock: HostClock.shared), turns: PictureInPictureTurns())
  }

  /// Returns the media controls of a controller.
  private func controls(_ controller: PictureInPictureController, on bus: SessionBus) -> NowPlayingSession {
    NowPlayingSession(
      controller, applicationName: "Talk", information: NowPlayingInformation(identifier: "a", title: "A talk"),
      address: bus.address, clock: HostClock.shared)
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
