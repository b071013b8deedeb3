import Foundation
import Testing

@testable import OverlayRender

@Suite("Texts of dates")
struct TimedTextTests {
  private static let target = Date(timeIntervalSince1970: 10_000)

  /// Returns the text, and the wall second of its next change.
  private func shown(_ view: some View, at seconds: Double) -> String {
    let anchor = WallTime(Date(timeIntervalSince1970: seconds))
    let builder = Resolved.builder(
      of: view.timeZone(.gmt).locale(Locale(identifier: "en")), at: .at(.zero, wallAnchor: anchor))
    let text = builder.nodes.compactMap(\.textContent?.shape.string).joined(separator: "|")
    let next = builder.earliestChange
    return next.isNumeric ? "\(text) \(seconds + next.seconds)" : text
  }

  @Test("A date shows its time of day or its day, at any time of the frame")
  func dates() {
    #expect(shown(Text(Self.target, style: .time), at: 0) == "02:46")
    #expect(shown(Text(Self.target, style: .date), at: 99_999) == "1 January 1970")
  }

  @Test("A timer counts down to its date and up from it")
  func timer() {
    let timer = Text(Self.target, style: .timer)
    #expect(shown(timer, at: 10_000 - 3600) == "1:00:00 6401.0")
    #expect(shown(timer, at: 6400.5) == "1:00:00 6401.0")
    #expect(shown(timer, at: 6401) == "59:59 6402.0")
    #expect(shown(timer, at: 9999.5) == "0:01 10000.0")
    #expect(shown(timer, at: 10_000) == "0:00 10001.0")
    #expect(shown(timer, at: 10_065.25) == "1:05 10066.0")
  }

  @Test("An interval counts down or up, and does not change outside")
  func interval() {
    let interval = Date(timeIntervalSince1970: 100)...Date(timeIntervalSince1970: 190)
    let down = Text(timerInterval: interval)
    #expect(shown(down, at: 50) == "1:30 101.0")
    #expect(shown(down, at: 100) == "1:30 101.0")
    #expect(shown(down, at: 189.5) == "0:01 190.0")
    #expect(shown(down, at: 190) == "0:00")
    #expect(shown(down, at: 500) == "0:00")
    let up = Text(timerInterval: interval, countsDown: false)
    #expect(shown(up, at: 50) == "0:00 101.0")
    #expect(shown(up, at: 100.5) == "0:00 101.0")
    #expect(shown(up, at: 189) == "1:29 190.0")
    #expect(shown(up, at: 500) == "1:30")
    let long = Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 4000)
    #expect(shown(Text(timerInterval: long), at: 0) == "1:06:40 1.0")
    #expect(shown(Text(timerInterval: long, showsHours: false), at: 0) == "66:40 1.0")
  }

  @Test("A timed text can be styled and joined")
  func joined() throws {
    let timer = Text(Self.target, style: .timer)
    let whole = (Text("in ") + timer.bold() + Text(" min")).foregroundColor(.yellow)
    #expect(shown(whole, at: 9999.5) == "in 0:01 min 10000.0")
    #expect(shown(Text("in \(timer)"), at: 9999.5) == "in 0:01 10000.0")
    let time = RenderTime.at(.zero, wallAnchor: WallTime(Date(timeIntervalSince1970: 9999)))
    let expected = (Text("in ") + Text("0:01").bold() + Text(" min")).foregroundColor(.yellow).monospacedDigit()
    #expect(
      Resolved.nodes(of: whole, at: time).map(\.textContent)
        == Resolved.nodes(of: expected, at: time).map(\.textContent))
  }
}
