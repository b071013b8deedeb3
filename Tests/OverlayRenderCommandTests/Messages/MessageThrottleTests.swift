import OverlayRender
import Synchronization
import Testing

@testable import overlay_render

@Suite("Repeated problems", .ownThreads)
struct MessageThrottleTests {
  private final class Reports: Sendable {
    let texts = Mutex<[String]>([])
    func add(_ text: String) { texts.withLock { $0.append(text) } }
    func take() -> [String] {
      texts.withLock { texts in
        defer { texts = [] }
        return texts
      }
    }
  }

  private let clock = ManualClock()
  private let reports = Reports()
  private let throttle: MessageThrottle

  init() {
    throttle = MessageThrottle(interval: .seconds(10), clock: clock)
  }

  private func report(_ text: String, kind: String = "a") {
    throttle.report(text, kind: kind, by: reports.add)
  }

  @Test("A problem after the interval is reported immediately")
  func repeated() {
    for text in ["one", "two", "three"] {
      report(text)
      #expect(reports.take() == [text])
      clock.advance(by: .seconds(10))
      #expect(reports.take().isEmpty)
    }
  }

  @Test("The latest problem of an interval is reported at its end, with the number of problems")
  func suppressed() {
    for number in 1...4 { report("line \(number)") }
    #expect(reports.take() == ["line 1"])
    clock.advance(by: .seconds(9))
    #expect(reports.take().isEmpty)
    clock.advance(by: .seconds(1))
    #expect(reports.take() == ["line 4 (the latest of 3)"])
    report("line 5")
    #expect(reports.take().isEmpty, "a new interval has begun")
    clock.advance(by: .seconds(10))
    #expect(reports.take() == ["line 5"])
    clock.advance(by: .seconds(100))
    #expect(reports.take().isEmpty)
  }

  @Test("Kinds of problems are independent, and the end reports suppressed ones")
  func kinds() {
    report("a1")
    report("b1", kind: "b")
    report("a2")
    #expect(reports.take() == ["a1", "b1"])
    throttle.finish()
    #expect(reports.take() == ["a2"])
    clock.advance(by: .seconds(100))
    #expect(reports.take().isEmpty)
  }
}
