import TestTools
import Testing

@testable import OverlayRender

@Suite("Another size of a stream", .timeLimit(.minutes(10)))
struct ResizingTests {
  @Test("A renderer with another size draws what a new one of this size draws")
  func renderer() throws {
    let view = ClockText(format: "HH:mm:ss").font(size: 12).padding(2).background(.blue)
    var configuration = FrameStreamTests.configuration()
    configuration.size = PixelSize(96, 54)
    let renderer = try Renderer(view, configuration: configuration, clock: ManualClock())
    var time = MediaTime.zero
    for size in [PixelSize(96, 54), PixelSize(160, 90), PixelSize(40, 300), PixelSize(96, 54)] {
      var other = configuration
      other.size = size
      try renderer.resize(to: size)
      for _ in 0..<3 {
        try renderer.expectPictureFromScratch(of: view, configuration: other, at: time)
        time = time + .milliseconds(700)
      }
    }
    #expect(throws: RenderError.self) { try renderer.resize(to: PixelSize(0, 9)) }
    #expect(renderer.configuration.size == PixelSize(96, 54))
  }

  @Test("A live value holds since the same time after another size")
  func liveValue() throws {
    let data = LiveData(1)
    let view = LiveView(data) { entry in Text("\(entry.value) \(entry.since.seconds)").font(size: 12) }
    var configuration = FrameStreamTests.configuration()
    configuration.size = PixelSize(96, 54)
    let renderer = try Renderer(view, configuration: configuration, clock: ManualClock())
    _ = try renderer.render(at: .zero)
    data.update(2)
    let before = try renderer.render(at: .seconds(3))
    try renderer.resize(to: PixelSize(160, 90))
    _ = try renderer.render(at: .seconds(4))
    try renderer.resize(to: PixelSize(96, 54))
    #expect(try renderer.render(at: .seconds(5)).hasSamePicture(as: before))
  }

  @Test("A live stream returns the current frame in another size at once, and goes on")
  func live() async throws {
    let clock = ManualClock(time: .seconds(50), wallTime: WallTime(nanosecondsSince1970: 1_000_000_000_000))
    let resizing = LiveResizing()
    let frames = FrameStream(Text("A").font(size: 12), size: PixelSize(96, 54)).live(clock: clock)
      .resizing(by: resizing).makeAsyncIterator()
    let first = try #require(try await frames.next())
    #expect(first.format.size == PixelSize(96, 54))
    resizing.request(PixelSize(1, 1))
    resizing.request(PixelSize(160, 90))
    let second = try #require(try await frames.next())
    #expect(second.format.size == PixelSize(160, 90) && second.presentationTime == first.presentationTime)
    #expect(second.damage == Damage(second.format.bounds))
  }
}
