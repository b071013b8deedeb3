import Testing

@testable import OverlayRender

@Suite("Keyframes")
struct KeyframesTests {
  private static let up = [Keyframe(10.0, at: .seconds(1)), Keyframe(20.0, at: .seconds(3), easing: .hold)]

  private func values(_ keyframes: Keyframes<Double>, _ tenths: [Int64]) -> [Double] {
    tenths.map { keyframes.value(at: MediaTime(value: $0, timescale: 10)) }
  }

  @Test("Values are eased between keyframes, and constant before and after them")
  func between() {
    let keyframes = Keyframes(from: 0, Self.up.reversed())
    #expect(keyframes.duration == .seconds(3))
    #expect(values(keyframes, [-5, 0, 5, 10, 29, 30, 99]) == [0, 0, 5, 10, 10, 20, 20])
    for time in [MediaTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
      #expect(keyframes.value(at: time) == 0)
    }
  }

  @Test("Keyframes that repeat start again or run backward")
  func repeating() {
    let forever = Keyframes(from: 0, Self.up, repeats: .forever)
    #expect(values(forever, [25, 30, 35, 40, 30_005]) == [10, 0, 5, 10, 5])
    let reversing = Keyframes(from: 0, Self.up, repeats: .reversing)
    #expect(values(reversing, [25, 30, 31, 50, 55, 60, 65, 90]) == [10, 20, 10, 10, 5, 0, 5, 20])
  }

  @Test("Keyframes without a time are ignored, negative times become zero, and the last of several at one time counts")
  func oddTimes() {
    let keyframes = Keyframes(
      from: 1.0,
      [Keyframe(2, at: .invalid), Keyframe(3, at: .seconds(-1)), Keyframe(4, at: .zero), Keyframe(5, at: .zero)])
    #expect(values(keyframes, [-1, 0, 1]) == [1, 5, 5])
    let none = Keyframes(from: 7.0, [], repeats: .forever)
    #expect(values(none, [-1, 0, 1]) == [7, 7, 7])
  }

  @Test("Colors are interpolated premultiplied, integers stay whole, and large ones do not trap")
  func kinds() {
    let half = Color(white: 1, alpha: 0).interpolated(to: .red, fraction: 0.5)
    #expect(half == Color(red: 1, green: 0, blue: 0, alpha: 0.5))
    #expect(Color.red.interpolated(to: .red, fraction: 0.3) == .red)
    #expect(Color.clear.interpolated(to: .red, fraction: -1) == .clear)
    #expect(1.interpolated(to: 4, fraction: 0.5) == 3)
    #expect(Int.min.interpolated(to: .max, fraction: 2) == .max)
    #expect(Double.infinity.interpolated(to: -.infinity, fraction: 0.5) == .infinity)
    #expect(Point.zero.interpolated(to: Point(x: 2, y: 8), fraction: 0.25) == Point(x: 0.5, y: 2))
    #expect(Size.zero.interpolated(to: Size(2, 8), fraction: 1) == Size(2, 8))
    #expect(UnitPoint.topLeading.interpolated(to: .bottomTrailing, fraction: 0.5) == .center)
  }

  /// Returns the times of the first changes that a view with the keyframes announces.
  private func changes(of keyframes: Keyframes<Double>, count: Int = 4) -> [MediaTime] {
    var changes: [MediaTime] = []
    var time = RenderTime.at(0)
    let view = KeyframeView(keyframes) { Text(String($0)) }
    while changes.count < count {
      let next = Resolved.builder(of: view, at: time).earliestChange
      guard next.isNumeric else { break }
      changes.append(next)
      time = .at(next)
    }
    return changes
  }

  @Test("A value that does not change is not checked again")
  func stillness() {
    #expect(changes(of: Keyframes(from: 1.0, [Keyframe(1, at: .seconds(5))], repeats: .forever)) == [])
    let held = Keyframes(from: 0.0, [Keyframe(0, at: .seconds(3600)), Keyframe(1, at: .seconds(3600))])
    #expect(changes(of: held) == [.seconds(3600)])
    let there = Keyframes(
      from: 0.0, [Keyframe(1, at: .seconds(100), easing: .hold), Keyframe(1, at: .seconds(200))], repeats: .reversing)
    #expect(
      changes(of: there, count: 3) == [.seconds(100), .seconds(220), .seconds(300) + FrameRate.fps(30).interval],
      "600 frames after the way back began it is looked at again")
  }

  @Test("A value counts from the start of the stream or from a presentation time")
  func origin() {
    let keyframes = Keyframes(from: 0.0, [Keyframe(8, at: .seconds(1))])
    let time = RenderTime(
      presentation: .milliseconds(2500), streamStart: .seconds(2), wallAnchor: WallTime(nanosecondsSince1970: 0),
      frameRate: .fps(30))
    #expect(Resolved.texts(of: KeyframeView(keyframes) { Text(String($0)) }, at: time) == ["4.0"])
    let since = KeyframeView(keyframes, since: .milliseconds(2250)) { Text(String($0)) }
    #expect(Resolved.texts(of: since, at: .at(.milliseconds(2509))) == ["2.0"], "it holds for a frame")
  }

  @Test("A stream that starts between two frames shows the value at its start until the next frame")
  func unalignedStart() {
    let view = KeyframeView(Keyframes(from: 0.0, [Keyframe(3, at: .seconds(1))])) { Text(String($0)) }
    let start = MediaTime.milliseconds(1010)
    let time = RenderTime(
      presentation: start, streamStart: start, wallAnchor: WallTime(nanosecondsSince1970: 0), frameRate: .fps(30))
    let builder = Resolved.builder(of: view, at: time)
    #expect(builder.nodes.first?.textContent?.shape.string == "0.0")
    #expect(builder.earliestChange == MediaTime(value: 31, timescale: 30))
  }
}
