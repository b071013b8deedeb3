import Testing

@testable import OverlayRender

@Suite("Tickers")
struct TickerTests {
  private func scene(_ view: some View, at time: RenderTime = .at(0), width: Int = 100) -> Scene {
    Scene(size: PixelSize(width, 60), alignment: .topLeading, at: time, measuredBy: GridMeasurer()) {
      view.resolve(into: &$0)
    }
  }

  /// Returns the positions of the texts in a ticker along an axis, in pixels.
  private func places(_ view: some View, at time: RenderTime, axis: Axis = .horizontal) -> [Double] {
    scene(view, at: time).list.items.compactMap { item in
      guard case .text = item.content, let phase = item.phase else { return nil }
      return axis == .horizontal ? Double(item.x) + phase.offset.x : Double(item.y) + phase.offset.y
    }
  }

  @Test("Content enters at the far edge and moves in eighths of a pixel")
  func steps() {
    // The speed is a pixel per frame. Three letters are 30 pixels long, and 40 with the gap.
    let view = Ticker(speed: 30, gap: 10) { Text("abc") }
    #expect(places(view, at: .at(0)).allSatisfy { $0 < -1000 || $0 >= 100 }, "not even a shadow of it")
    #expect(places(view, at: .at(1)) == [99, 139, 179, 219])
    #expect(places(view, at: .at(100)) == [0, 40, 80, 120])
    #expect(places(view, at: .at(139)) == [-30, 1, 41, 81], "it has gone, its gap not yet")
    #expect(places(view, at: .at(140)) == [0, 40, 80, 120])
    let slow = Ticker(speed: 3.75, gap: 10) { Text("abc") }
    #expect(places(slow, at: .at(1)).first == 99.875 && places(slow, at: .at(3)).first == 99.625)
  }

  @Test("It moves right, up and down")
  func directions() {
    let right = Ticker(speed: 30, direction: .right, gap: 10) { Text("abc") }
    #expect(places(right, at: .at(1)) == [-29, -69, -109, -149])
    #expect(places(right, at: .at(150)) == [80, 40, 0, -40])
    func vertical(_ direction: TickerDirection) -> some View {
      Ticker(speed: 30, direction: direction, gap: 5) { Text("abc") }.frame(height: 60)
    }
    #expect(places(vertical(.up), at: .at(60), axis: .vertical) == [0, 25, 50, 75])
    #expect(places(vertical(.down), at: .at(20), axis: .vertical) == [0, -25, -50, -75])
  }

  @Test("It takes the proposed length and the height of its content, which has its ideal length")
  func layout() {
    let view = HStack(spacing: 0) {
      Ticker(speed: 30) { Text("a long text that would be broken here") }
      Text("z")
    }
    let items = scene(view).list.items
    #expect(items.last?.x == 90)
    guard case .group(.clip(.rectangle), let size) = items.first?.content else {
      Issue.record("no clip")
      return
    }
    #expect(size == PixelSize(90, 20))
    let several = scene(
      Ticker(speed: 30, gap: 12, repeats: false) {
        Text("ab"); Text("cd")
      }, at: .at(10)
    ).list.items
    #expect(several.dropFirst().map(\.x) == [90, 122])
  }

  @Test("There are as many copies as fill the frame, at any time")
  func copies() {
    for length in [1, 7, 100, 250] {
      let ticker = { TickerArrangement(direction: .left, gap: 8 * 3, repeats: true, travel: $0) }
      let count = ticker(0).copyOffsets(length: length, window: 100).count
      for travel in stride(from: Int64(1), to: 20_000, by: 7) {
        let places = ticker(travel).copyOffsets(length: length, window: 100)
        #expect(places.count == count)
        let last = places[count - 1] + (length + 3) * 8
        #expect(last >= 800, "filled to the end")
        #expect(travel < 800 || places[0] <= 0, "and from the beginning, once it is there")
      }
    }
  }

  @Test("Content that does not repeat stops moving once it has left")
  func once() {
    let view = Ticker(speed: 1e6, gap: 10, repeats: false) { Text("abc") }
    #expect(places(view, at: .at(1)) == [-30])
    #expect(places(view, at: .at(1000)) == [-30])
    #expect(Resolved.builder(of: view, at: .at(1000)).earliestChange == .positiveInfinity)
  }

  @Test("The distance is exact after weeks, at a fractional rate")
  func exact() {
    let speed = TickerSpeed(133.337)
    for frame in [1, 29, 1_000_003, 54_000_001] as [Int64] {
      let time = FrameRate.ntsc.time(ofFrame: frame)
      // frame x 1001 / 30000 s at 133337 / 1000 pixels per second, in eighths.
      #expect(speed.travel(from: .zero, to: time) == frame * 1001 * 133_337 * 8 / 30_000_000)
    }
    #expect(speed.travel(from: .seconds(3), to: .seconds(2)) == 0)
    #expect(TickerSpeed(1e6).travel(from: .zero, to: MediaTime(value: .max, timescale: 1)) == .max)
    #expect(speed.travel(from: .invalid, to: .zero) == 0)
  }

  @Test("The next change is the first frame with another position", arguments: [0.011, 1, 7.3, 29.97, 240])
  func nextChange(speed: Double) {
    let view = Ticker(speed: speed, gap: 3, since: .milliseconds(40)) { Text("abc") }
    let rate = FrameRate.ntsc
    var frame: Int64 = 0
    for _ in 0..<40 {
      let now = Resolved.builder(of: view, at: .at(frame, rate: rate))
      let next = rate.frame(atOrAfter: now.earliestChange)
      #expect(rate.time(ofFrame: next) == now.earliestChange && next > frame)
      #expect(Resolved.nodes(of: view, at: .at(next, rate: rate)) != now.nodes)
      #expect(Resolved.nodes(of: view, at: .at(next - 1, rate: rate)) == now.nodes)
      frame = next
    }
  }

  @Test("Invalid speeds show nothing", arguments: [0, -5, .nan, -.infinity, 0.0001])
  func still(speed: Double) {
    let view = Ticker(speed: speed) { Text("abc") }
    #expect(Resolved.builder(of: view, at: .at(900)).earliestChange == .positiveInfinity)
    #expect(places(view, at: .at(900)).allSatisfy { $0 >= 100 })
  }

  @Test("An empty ticker has no nodes, and content without length is not visible")
  func empty() {
    #expect(Resolved.nodes(of: Ticker(speed: 10) {}).isEmpty)
    #expect(scene(Ticker(speed: 10, gap: 0) { Text("") }, at: .at(9)).list.items.map(\.memberCount) == [0])
    let many = scene(Ticker(speed: 10, gap: 0) { Text("a").frame(width: 1) }, at: .at(9), width: 9000)
    #expect(many.list.items.count <= 1 + TickerArrangement.maximumCopyCount)
  }

  @Test("Motion resolves one scope a frame without layout, and a clock in it changes in every copy")
  func clock() {
    let view = Ticker(speed: 0.4, gap: 20) { ClockText(timeZone: .gmt) }
    var moving = scene(view)
    for frame in 1..<200 as Range<Int64> { _ = moving.update(to: .at(frame), measuredBy: GridMeasurer()) }
    #expect(moving.work.treesResolved == 1)
    let texts = moving.list.items.compactMap { item in
      if case .text(let text, _) = item.content { text.shape.string } else { nil }
    }
    #expect(Set(texts) == ["00:00:06"] && texts.count == 2)
    #expect(moving.list.items == scene(view, at: .at(199)).list.items)
  }
}
