import RenderTestTools
import Synchronization
import TestTools
import Testing

@testable import OverlayPictureInPicture
@testable import OverlayRender

/// What the window shows, and its controls.
extension PictureInPictureControllerTests {
  @Test("Another source is shown in the open window if it is ready, and stops it otherwise")
  func replaceSource() async throws {
    let (controller, recorder) = try controller()
    controller.start()
    #expect(await log.ends(with: "didStart"))
    let other = Text("B").font(size: 12)
    controller.contentSource = PictureInPictureContentSource(other, preferredSize: PixelSize(64, 36))
    #expect(await eventually { desktop.actions.count == 2 || advanceFrame() })
    let expected = try Renderer(other, configuration: RenderConfiguration(size: PixelSize(64, 36)), clock: clock)
      .render(at: .zero)
    #expect(try shows(expected.pixelBuffer))
    controller.contentSource = PictureInPictureContentSource(
      SampleBufferDisplayLayer(clock: clock), playbackDelegate: RenderSizes())
    #expect(await log.ends(with: "didStop \(PictureInPictureStopReason.system(.contentNotReady))"))
    withExtendedLifetime(recorder) {}
  }

  @Test("An open window takes the aspect ratio, the configuration and the playback of another source")
  func replaceConfiguration() async throws {
    let (controller, recorder) = try controller()
    controller.start()
    #expect(await log.ends(with: "didStart"))
    var configuration = RenderConfiguration(size: PixelSize(36, 64), frameRate: .fps(2))
    configuration.background = .red
    let clockText = ClockText(format: "S").font(size: 12)
    controller.contentSource = PictureInPictureContentSource(FrameStream(clockText, configuration: configuration))
    // The first picture needs no time.
    #expect(await eventually { desktop.actions.count == 2 })
    #expect(desktop.actions == [.opened(PixelSize(64, 36)), .presented(PixelSize(36, 64))])
    configuration.start = clock.wallTime
    let expected = try Renderer(clockText, configuration: configuration, clock: clock).render(at: .zero)
    #expect(try shows(expected.pixelBuffer))
    // Two pictures a second.
    clock.advance(by: .milliseconds(499))
    await Task.yield()
    #expect(desktop.actions.count == 2)
    clock.advance(by: .milliseconds(1))
    #expect(await eventually { desktop.actions.count == 3 })
    let playback = RecordedPlayback()
    controller.contentSource = try layerSource(playback)
    #expect(await eventually { desktop.actions.last == .presented(PixelSize(32, 18)) })
    desktop.act(.keyPressed(.space))
    #expect(await playback.calls.becomes(["pause"]))
    #expect(log.calls == ["willStart", "didStart"])
    withExtendedLifetime(recorder) {}
  }

  @Test("A countdown goes on while the display is lost: the next start shows the time that is left")
  func lostDisplay() async throws {
    let configuration = RenderConfiguration(size: PixelSize(64, 36))
    func countdown(_ seconds: Int64) -> some View {
      CountdownText(for: .seconds(seconds), format: "mm:ss").font(size: 12)
    }
    func picture(_ seconds: Int64) throws -> PixelBuffer? {
      try Renderer(countdown(seconds), configuration: configuration, clock: clock).render(at: .zero).pixelBuffer
    }
    let (controller, recorder) = try controller(
      "", PictureInPictureContentSource(FrameStream(countdown(90), configuration: configuration)))
    controller.start()
    #expect(await log.ends(with: "didStart"))
    #expect(try shows(picture(90)))
    desktop.act(.lost(.displayLost(reason: "gone")))
    #expect(await log.ends(with: "didStop \(PictureInPictureStopReason.system(.displayLost(reason: "gone")))"))
    clock.advance(by: .seconds(20))
    controller.start()
    #expect(await log.count(of: "didStart") { $0 == 2 })
    #expect(desktop.actions.last == .opened(PixelSize(64, 36)))
    #expect(try shows(picture(70)))
    withExtendedLifetime(recorder) {}
  }

  @Test("A source that is replaced while its window opens is replaced in the window", arguments: 0..<20)
  func replaceWhileOpening(yields: Int) async throws {
    let (controller, recorder) = try controller()
    controller.start()
    for _ in 0..<yields { await Task.yield() }
    let playback = RecordedPlayback()
    controller.contentSource = try layerSource(playback)
    #expect(
      await eventually {
        desktop.actions.last == .presented(PixelSize(32, 18)) || desktop.actions == [.opened(PixelSize(32, 18))]
      })
    #expect(await log.ends(with: "didStart"))
    controller.perform(.setPlaying(false))
    #expect(await playback.calls.becomes(["pause"]))
    withExtendedLifetime(recorder) {}
  }

  @Test("A closed window keeps nothing of its content, and observes nothing")
  func nothingOpen() async throws {
    let content = ObservedContent()
    let (controller, recorder) = try controller("", PictureInPictureContentSource(content))
    let playbacks = LiveData<[Bool]>([])
    let observation = controller.observePlayback { playbacks.update(playbacks.current.value + [$0 != nil]) }
    controller.requiresLinearPlayback = true
    controller.queue.sync {}
    #expect(content.observerCount == 0)
    controller.start()
    #expect(await log.ends(with: "didStart"))
    #expect(content.observerCount == 1)
    #expect(await eventually { playbacks.current.value.last == true })
    controller.stop()
    #expect(await log.ends(with: "didStop program"))
    controller.queue.sync {}
    #expect(playbacks.current.value.last == false)
    #expect(content.observerCount == 0)
    #expect(
      controller.session.state.withLock { $0.controls == nil && $0.playbackChanges == nil && $0.presentation == nil })
    withExtendedLifetime((recorder, observation)) {}
  }

  @Test("Content of a timebase goes on at the rate at which it was paused", arguments: [0, 1, 2, -0.5])
  func rate(_ rate: Double) async throws {
    let timebase = Timebase(clock: clock)
    timebase.setRate(rate)
    let source = PictureInPictureContentSource(
      Self.label, preferredSize: PixelSize(64, 36), timebase: timebase, duration: .seconds(10))
    let (controller, recorder) = try controller("", source)
    for _ in 0..<2 {
      controller.perform(.setPlaying(false))
      controller.queue.sync {}
      #expect(timebase.rate == 0)
    }
    for _ in 0..<2 {
      controller.perform(.setPlaying(true))
      controller.queue.sync {}
      #expect(timebase.rate == (rate == 0 ? 1 : rate))
    }
    // The program may pause it, too.
    timebase.setRate(3)
    timebase.setRate(0)
    controller.perform(.setPlaying(true))
    controller.queue.sync {}
    #expect(timebase.rate == 3)
    withExtendedLifetime(recorder) {}
  }

  /// Returns a source whose first picture has 32x18 pixels.
  private func layerSource(_ playback: any SampleBufferPlaybackDelegate) throws -> PictureInPictureContentSource {
    let layer = SampleBufferDisplayLayer(clock: clock)
    let picture = try PixelBuffer.picture(32, 18) { _, _ in [1, 2, 3, 255] }
    try layer.enqueue(SampleBuffer(pixelBuffer: picture, presentationTime: clock.time))
    return PictureInPictureContentSource(layer, playbackDelegate: playback)
  }

  @Test("Two pictures with times of their own are shown within one refresh of the display")
  func ownPictureTimes() async throws {
    let layer = SampleBufferDisplayLayer(clock: clock)
    for (index, milliseconds) in [0, 2, 10].enumerated() {
      let picture = try PixelBuffer.picture(32, 18) { _, _ in [UInt8(index), 2, 3, 255] }
      try layer.enqueue(
        SampleBuffer(pixelBuffer: picture, presentationTime: clock.time + .milliseconds(Int64(milliseconds))))
    }
    let (controller, recorder) = try controller(
      "", PictureInPictureContentSource(layer, playbackDelegate: RenderSizes()))
    controller.start()
    #expect(await log.ends(with: "didStart"))
    func shows(_ index: UInt8) -> Bool { desktop.picture?.withUnsafeBytes { $0[0] } == index }
    #expect(shows(0))
    for index in 1...2 as ClosedRange<UInt8> {
      clock.advance(by: MediaTime(value: 8350, timescale: 1_000_000))
      #expect(await eventually { shows(index) })
    }
    withExtendedLifetime(recorder) {}
  }

  @Test("A window is drawn in its size, and in a new one at once, and the playback delegate learns both")
  func resize() async throws {
    let playback = RenderSizes()
    let layer = SampleBufferDisplayLayer(clock: clock)
    let picture = try PixelBuffer.picture(32, 18) { _, _ in [1, 2, 3, 255] }
    try layer.enqueue(SampleBuffer(pixelBuffer: picture, presentationTime: clock.time))
    let (controller, recorder) = try controller(
      "", PictureInPictureContentSource(layer, playbackDelegate: playback))
    controller.start()
    #expect(await log.ends(with: "didStart"))
    desktop.act(.resized(PixelSize(96, 54)))
    #expect(await eventually { desktop.actions.last == .presented(PixelSize(96, 54)) })
    #expect(await playback.sizes.becomes([PixelSize(32, 18), PixelSize(96, 54)]))
    withExtendedLifetime(recorder) {}
  }

  @Test("A view grows with its window, and its text is drawn in the new size")
  func magnification() async throws {
    let (controller, recorder) = try controller()
    controller.start()
    #expect(await log.ends(with: "didStart"))
    desktop.act(.resized(PixelSize(128, 72)))
    #expect(await eventually { desktop.actions.last == .presented(PixelSize(128, 72)) })
    let expected = try Renderer(
      Self.label.frame(width: 64, height: 36).scaleEffect(2, anchor: .topLeading)
        .frame(width: 128, height: 72, alignment: .topLeading),
      configuration: RenderConfiguration(size: PixelSize(128, 72)), clock: clock
    ).render(at: .zero)
    #expect(try shows(expected.pixelBuffer))
    withExtendedLifetime(recorder) {}
  }

  @Test("In full screen, a view fills the screen, a picture keeps its aspect ratio, and the rest is black")
  func fullScreen() async throws {
    let picture = try PixelBuffer.picture(32, 18) { _, _ in [1, 2, 3, 255] }
    let layer = SampleBufferDisplayLayer(clock: clock)
    try layer.enqueue(SampleBuffer(pixelBuffer: picture, presentationTime: clock.time))
    let (controller, recorder) = try controller(
      "", PictureInPictureContentSource(layer, playbackDelegate: RenderSizes()))
    controller.start()
    #expect(await log.ends(with: "didStart"))
    /// Returns a pixel of the picture that fills the screen; nothing before there is one.
    func shown(_ x: Int, _ y: Int) -> [UInt8] {
      guard let picture = desktop.picture, picture.format.size == PixelSize(96, 80) else { return [] }
      return picture.withUnsafeBytes { bytes in
        Array(bytes[(y * picture.format.planes[0].bytesPerRow + 4 * x)...].prefix(4))
      }
    }
    desktop.act(.fullScreenChanged(true))
    desktop.act(.resized(PixelSize(96, 80)))
    #expect(await eventually { shown(48, 5) == [0, 0, 0, 255] || advanceFrame() })
    #expect(shown(48, 40) == [1, 2, 3, 255] && shown(0, 79) == [0, 0, 0, 255])
    desktop.act(.fullScreenChanged(false))
    #expect(await eventually { shown(48, 5) == [0, 0, 0, 0] || advanceFrame() })
    let view = Rectangle().foregroundStyle(.white)
    controller.contentSource = PictureInPictureContentSource(view, preferredSize: PixelSize(64, 36))
    #expect(await eventually { desktop.actions.last == .presented(PixelSize(64, 36)) || advanceFrame() })
    desktop.act(.fullScreenChanged(true))
    desktop.act(.resized(PixelSize(96, 80)))
    #expect(await eventually { shown(48, 5) == [255, 255, 255, 255] || advanceFrame() })
    #expect(shown(0, 79) == [255, 255, 255, 255])
    withExtendedLifetime(recorder) {}
  }

  @Test("An unchanged view presents nothing, and a clock once a second")
  func unchangedFrames() async throws {
    let (controller, recorder) = try controller(
      "", PictureInPictureContentSource(ClockText(format: "ss").font(size: 12), preferredSize: PixelSize(64, 36)))
    controller.start()
    #expect(await log.ends(with: "didStart"))
    // The first picture was not due at a time.
    #expect(controller.statistics.frames == 1 && controller.statistics.lateness == nil)
    for second in 1...5 {
      for _ in 0..<10 { clock.advance(by: .milliseconds(100)) }
      #expect(await eventually { desktop.actions.count == second + 1 })
    }
    #expect(await eventually { controller.statistics.frames == 6 && controller.statistics.lateness != nil })
    withExtendedLifetime(recorder) {}
  }

  @Test("Statistics go on with the next window")
  func statistics() async throws {
    let (controller, recorder) = try controller()
    controller.start()
    #expect(await log.ends(with: "didStart"))
    clock.advance(by: .seconds(2))
    desktop.act(.lost(.displayLost(reason: "test")))
    #expect(await log.contains("didStop \(PictureInPictureStopReason.system(.displayLost(reason: "test")))"))
    let first = controller.statistics
    #expect(first.drawn == 1 && first.wallSeconds == 2)
    clock.advance(by: .seconds(3))
    controller.start()
    #expect(await log.ends(with: "didStart"))
    let second = controller.statistics
    #expect(second.frames == 2 && second.drawn == 2 && second.wallSeconds == 5)
    #expect(second.pixelsDrawn == 2 * first.pixelsDrawn)
    withExtendedLifetime(recorder) {}
  }

  @Test("Controls appear under the pointer, over unchanged content, and act on the playback of the content")
  func controls() async throws {
    let playback = RecordedPlayback()
    let layer = SampleBufferDisplayLayer(clock: clock)
    let timebase = Timebase(clock: clock)
    layer.controlTimebase = timebase
    let picture = try PixelBuffer.picture(480, 270) { x, _ in [UInt8(x % 256), 2, 3, 255] }
    try layer.enqueue(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    let (controller, recorder) = try controller(
      "", PictureInPictureContentSource(layer, playbackDelegate: playback), restoring: true)
    controller.start()
    #expect(await log.ends(with: "didStart"))
    #expect(try shows(picture))
    desktop.act(.pointerMoved(x: 5, y: 5))
    #expect(await eventually { desktop.actions.count == 2 || advanceFrame() })
    #expect(try !shows(picture))
    #expect(desktop.hasControl(x: 240, y: 135) && !desktop.hasControl(x: 240, y: 60))
    desktop.act(.pressed(x: 240, y: 135))
    desktop.act(.released(x: 240, y: 135))
    #expect(await playback.calls.becomes(["pause"]))
    desktop.act(.keyPressed(.space))
    #expect(await playback.calls.becomes(["pause", "play"]))
    desktop.act(.keyPressed(.rightArrow))
    #expect(await playback.calls.becomes(["pause", "play", "skip 10.0"]))
    controller.requiresLinearPlayback = true
    desktop.act(.keyPressed(.rightArrow))
    desktop.act(.pointerLeft)
    #expect(await eventually { (try? shows(picture)) == true || advanceFrame() })
    desktop.act(.keyPressed(.escape))
    #expect(await log.ends(with: "didStop user"))
    #expect(playback.calls.current.value.count == 3)
    withExtendedLifetime(recorder) {}
  }

  @Test("Keys skip by the interval of the window")
  func skipInterval() async throws {
    let playback = RecordedPlayback()
    let (controller, recorder) = try controller("", layerSource(playback))
    controller.windowOptions.skipInterval = .seconds(15)
    controller.start()
    #expect(await log.ends(with: "didStart"))
    desktop.act(.keyPressed(.leftArrow))
    #expect(await playback.calls.becomes(["skip -15.0"]))
    desktop.act(.keyPressed(.rightArrow))
    #expect(await playback.calls.becomes(["skip -15.0", "skip 15.0"]))
    withExtendedLifetime(recorder) {}
  }

  @Test("A jump counts from the current time of the content, and nothing jumps in linear playback")
  func jumps() async throws {
    let playback = RecordedPlayback()
    let layer = SampleBufferDisplayLayer(clock: clock)
    let timebase = Timebase(clock: clock)
    layer.controlTimebase = timebase
    let picture = try PixelBuffer.picture(32, 18) { _, _ in [1, 2, 3, 255] }
    try layer.enqueue(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    let (controller, recorder) = try controller(
      "", PictureInPictureContentSource(layer, playbackDelegate: playback))
    controller.start()
    #expect(await log.ends(with: "didStart"))
    timebase.setTime(.seconds(20))
    controller.perform(.seek(.seconds(50)))
    #expect(await playback.calls.becomes(["skip 30.0"]))
    controller.requiresLinearPlayback = true
    controller.perform(.seek(.seconds(50)))
    controller.perform(.skip(.seconds(10)))
    controller.perform(.setPlaying(false))
    #expect(await playback.calls.becomes(["skip 30.0", "pause"]))
    withExtendedLifetime(recorder) {}
  }
}

/// Content that counts who observes it.
private final class ObservedContent: PictureInPictureContent, SampleBufferPlaybackDelegate {
  private let counts = Mutex(0)
  let preferredSize = PixelSize(64, 36)
  let view = AnyView(Rectangle().fill(.red))
  let isReadyForDisplay = true
  let currentTime = MediaTime.zero
  let isPlaybackPaused = true
  var playback: (any SampleBufferPlaybackDelegate)? { self }

  var observerCount: Int { counts.withLock { $0 } }

  let timeRangeForPlayback = MediaTimeRange(start: .zero, duration: .seconds(10))

  func onReadyForDisplay(_ action: @escaping @Sendable () -> Void) -> Subscription { Subscription {} }

  func onPlaybackChange(_ action: @escaping @Sendable () -> Void) -> Subscription {
    counts.withLock { $0 += 1 }
    return Subscription { [weak self] in self?.counts.withLock { $0 -= 1 } }
  }

  func setPlaying(_ isPlaying: Bool) {}
  func skip(by interval: MediaTime) async {}
  func didTransition(toRenderSize size: PixelSize) {}
}
