import TestTools
import Testing

@testable import OverlayRender

@Suite("Content with a time of its own")
struct ContentTimeTests {
  private static let times: [ContentTime] = [
    .stepped(by: MediaTime(value: 7, timescale: 10)), .stopped(at: .seconds(3)),
    .playing(from: .seconds(20), at: .seconds(2), speed: .normal),
    .playing(from: .seconds(1), at: .zero, speed: SampleBuffer.Speed(3, over: 2)),
    .playing(from: .seconds(1), at: .zero, speed: SampleBuffer.Speed(0)),
  ]

  @Test("The outer time of a change is the first one at which the content has reached it", arguments: times)
  func outerTime(_ time: ContentTime) {
    for change in stride(from: Int64(100), through: 5000, by: 37) {
      let change = MediaTime(value: change, timescale: 100)
      let outer = time.outerTime(of: change)
      guard outer.isNumeric else { continue }
      #expect(time.time(at: .at(outer)).presentation >= change)
      #expect(time.time(at: .at(outer - .nanoseconds(3))).presentation < change)
    }
  }

  @Test("Drawn step by step, content has the pictures that are drawn from scratch", arguments: times)
  func incremental(_ time: ContentTime) throws {
    let view = ContentTimeView(time) {
      VStack {
        StopwatchText(format: "ss.S").font(size: 12)
        ClockText(format: "ss", timeZone: .gmt).font(size: 12)
      }
    }
    let configuration = RenderConfiguration(
      size: PixelSize(64, 48), start: WallTime(nanosecondsSince1970: 1_000_000_000_000))
    let renderer = try Renderer(view, configuration: configuration)
    for frame in Int64(0)..<150 {
      let moment = FrameRate.fps(30).time(ofFrame: frame)
      let fresh = try Renderer(view, configuration: configuration)
      #expect(try renderer.render(at: moment).hasSamePicture(as: fresh.render(at: moment)), "frame \(frame)")
    }
  }
}

extension RenderTime {
  fileprivate static func at(_ time: MediaTime) -> RenderTime {
    RenderTime(
      presentation: time, wallAnchor: WallTime(nanosecondsSince1970: 0), frameRate: .fps(30))
  }
}
