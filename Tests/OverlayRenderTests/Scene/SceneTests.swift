import Foundation
import TestTools
import Testing

@testable import OverlayRender

@Suite("Scenes")
struct SceneTests {
  private static let anchor = WallTime(nanosecondsSince1970: 1_767_225_596_250_000_000)

  private static func scene(_ view: some View, at time: RenderTime = .at(0, wallAnchor: anchor)) -> Scene {
    Scene(size: PixelSize(300, 100), alignment: .center, at: time, measuredBy: GridMeasurer()) {
      view.resolve(into: &$0)
    }
  }

  /// A named view that depends on time.
  struct Timed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let view: any View
    /// Whether every announced change changes something.
    var isExact = true
  }

  static let timed = [
    Timed(testDescription: "seconds", view: ClockText(timeZone: .gmt)),
    Timed(testDescription: "minutes", view: ClockText(format: "HH:mm", timeZone: .gmt)),
    Timed(testDescription: "tenths", view: ClockText(format: "ss.S", timeZone: .gmt)),
    Timed(testDescription: "days", view: ClockText(format: "yyyy-MM-dd", timeZone: .gmt)),
    Timed(testDescription: "countdown", view: CountdownText(for: .seconds(2), atZero: .countUp(signed: true))),
    Timed(
      testDescription: "countdown to a moment", view: CountdownText(to: anchor.advanced(byNanoseconds: 1_900_000_000))),
    Timed(
      testDescription: "looping", view: CountdownText(for: .seconds(2), format: "s.S", atZero: .loop), isExact: false),
    Timed(testDescription: "hiding", view: CountdownText(for: .seconds(1), atZero: .hide)),
    Timed(testDescription: "ending", view: CountdownText(for: .seconds(1), atZero: .end), isExact: false),
    Timed(testDescription: "stopwatch", view: StopwatchText(from: MediaTime(value: 3, timescale: 7), format: "s.S")),
    Timed(
      testDescription: "periodic",
      view: TimelineView(.every(MediaTime(value: 7, timescale: 10), from: MediaTime(value: 1, timescale: 3))) {
        Text("\($0.count) \($0.time)")
      }),
    Timed(
      testDescription: "explicit",
      view: TimelineView(.explicit([.seconds(2), MediaTime(value: 1, timescale: 2), .seconds(3)])) {
        Text("\($0.count) \($0.time.isNumeric)")
      }, isExact: false),
    Timed(testDescription: "label", view: Text("never")),
  ]

  @Test("Nothing changes before the next change", arguments: timed)
  func nextChange(_ timed: Timed) throws {
    try expectChangesAreAnnounced(timed.view, frames: 0..<150, isExact: timed.isExact)
  }

  @Test("Every frame of a timecode, or of an every-frame schedule, is a change")
  func everyFrame() throws {
    let timecode = try Timecode(frame: 100, rate: .fps(30))
    let views: [any View] = [
      TimecodeText(from: timecode), TimelineView(.everyFrame) { Text(String($0.count)) },
    ]
    for view in views { try expectChangesAreAnnounced(view, frames: 0..<60, isExact: true) }
  }

  @Test("Nothing changes before the next change, in random views")
  func nextChangeOfRandomViews() throws {
    for seed in 0..<250 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let view = RandomView.make(depth: 4, rate: .fps(30), &generator)
      try expectChangesAreAnnounced(view, frames: 0..<90, isExact: false)
    }
  }

  private func expectChangesAreAnnounced(_ view: any View, frames: Range<Int64>, isExact: Bool) throws {
    var current = Resolved.builder(of: view, at: .at(frames.lowerBound, wallAnchor: Self.anchor))
    for frame in frames.dropFirst() {
      let time = RenderTime.at(frame, wallAnchor: Self.anchor)
      let fresh = Resolved.builder(of: view, at: time)
      if current.earliestChange <= time.presentation {
        if isExact { try #require(fresh.nodes != current.nodes, "nothing changed at frame \(frame) of \(view)") }
        try #require(fresh.earliestChange > time.presentation, "a change in the past at frame \(frame) of \(view)")
        current = fresh
      } else {
        try #require(fresh.nodes == current.nodes, "a change not announced at frame \(frame) of \(view)")
      }
    }
  }

  @Test("Updates match a new scene, in random views")
  func updatesEqualFresh() throws {
    for seed in 1000..<1250 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let view = RandomView.make(depth: 4, rate: .fps(30), &generator)
      var scene = Self.scene(view)
      var frame: Int64 = 0
      for _ in 0..<6 {
        frame += Int64.random(in: 1...40, using: &generator)
        let time = RenderTime.at(frame, wallAnchor: Self.anchor)
        _ = scene.update(to: time, measuredBy: GridMeasurer())
        let fresh = Self.scene(view, at: time)
        try #require(scene.list.items == fresh.list.items, "seed \(seed), frame \(frame), \(view)")
        // A value that is searched frame by frame is checked again after 600 frames, wherever the search started.
        let isAlike = scene.nextChange == fresh.nextChange || scene.nextChange <= time.presentation + .seconds(20)
        try #require(isAlike && scene.nextChange <= fresh.nextChange, "seed \(seed), frame \(frame), \(view)")
      }
    }
  }

  @Test("An update before the next change does no work")
  func unchanged() {
    var scene = Self.scene(
      VStack {
        Text("Now"); ClockText(timeZone: .gmt)
      })
    let work = scene.work
    #expect(work == Scene.Work(scopesResolved: 0, treesResolved: 1))
    for frame in 1..<22 as Range<Int64> {
      let damage = scene.update(to: .at(frame, wallAnchor: Self.anchor), measuredBy: GridMeasurer())
      #expect(damage.isEmpty)
    }
    #expect(scene.work == work)
    #expect(scene.nextChange == MediaTime(value: 3, timescale: 4))
  }

  @Test("The next second resolves one scope and damages its digits")
  func oneScope() {
    let view = VStack(spacing: 0) {
      Text("Now")
      ClockText(timeZone: .gmt)
      ClockText(format: "HH:mm", timeZone: .gmt)
    }
    var scene = Self.scene(view)
    let damage = scene.update(to: .at(30, wallAnchor: Self.anchor), measuredBy: GridMeasurer())
    #expect(scene.work == Scene.Work(scopesResolved: 1, treesResolved: 1))
    #expect(damage.rectangles == [PixelRect(x: 110 + 70, y: 40, width: 10, height: 20)])
  }

  @Test("A value of another size lays out the whole tree again")
  func otherRoom() {
    let view = HStack {
      ClockText(format: "s", timeZone: .gmt); Text("s")
    }
    let time = WallTime(nanosecondsSince1970: 9_000_000_000)
    var scene = Self.scene(view, at: .at(0, wallAnchor: time))
    let damage = scene.update(to: .at(30, wallAnchor: time), measuredBy: GridMeasurer())
    #expect(scene.work.treesResolved == 2)
    let fresh = Self.scene(view, at: .at(30, wallAnchor: time))
    #expect(scene.list.items == fresh.list.items)
    #expect(fresh.ink.rectangles.allSatisfy { damage.bounds.contains($0) })
  }

  @Test("A digit that changes in a scaled clock damages the whole clock")
  func scaled() {
    var scene = Self.scene(ClockText(timeZone: .gmt).scaleEffect(0.5))
    let ink = scene.ink.rectangles
    let damage = scene.update(to: .at(30, wallAnchor: Self.anchor), measuredBy: GridMeasurer())
    #expect(scene.work == Scene.Work(scopesResolved: 1, treesResolved: 1))
    #expect(damage.rectangles == ink)
  }

  @Test("Nested scopes change by themselves")
  func nestedScopes() {
    let view = TimelineView(.every(.seconds(10))) { _ in
      VStack {
        ClockText(timeZone: .gmt); StopwatchText(format: "mm:ss")
      }
    }
    var scene = Self.scene(view, at: .at(0))
    _ = scene.update(to: .at(30), measuredBy: GridMeasurer())
    #expect(scene.work == Scene.Work(scopesResolved: 2, treesResolved: 1))
    _ = scene.update(to: .at(300), measuredBy: GridMeasurer())
    #expect(scene.work.scopesResolved == 3, "the outer scope brings the inner ones along")
    #expect(scene.list.items.count == 2 && scene.nextChange == .seconds(11))
  }

  @Test(
    "A view is aligned in the picture, and several views form a column",
    arguments: [
      (Alignment.topLeading, 0, 0), (.center, 140, 40), (.bottomTrailing, 280, 80), (.top, 140, 0), (.leading, 0, 40),
    ])
  func placement(alignment: Alignment, x: Int, y: Int) {
    func items(@ViewBuilder _ content: @escaping () -> some View) -> [DisplayItem] {
      Scene(size: PixelSize(300, 100), alignment: alignment, at: .at(0), measuredBy: GridMeasurer()) {
        content().resolve(into: &$0)
      }.list.items
    }
    #expect(items { Text("ab") }.map { [$0.x, $0.y] } == [[x, y]])
    let two = items {
      Text("ab"); Text("ab")
    }
    #expect(two.map(\.x) == [x, x] && two[1].y - two[0].y == 28)
  }

  @Test("The ideal size of a view is rounded up to whole pixels")
  func idealSize() {
    let (size, next) = Scene.idealSize(at: .at(0), measuredBy: GridMeasurer()) {
      ClockText(timeZone: .gmt).padding(2.2).resolve(into: &$0)
    }
    #expect(size == Size(85, 25))
    #expect(next == .seconds(1))
  }
}
