import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("The frames that a movie contains")
struct FramePacingTests {
  /// A picture that changes at a frame.
  private struct Change {
    let picture: PixelBuffer
    let frame: Int64
  }

  /// A random sequence of changes, and the frame after the last one.
  private struct Timeline {
    var changes: [Change] = []
    let end: Int64

    init(_ pictures: [PixelBuffer], seed: UInt64, shortestPause: Int64 = 0) {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...12, using: &random)
      let longestPause = Int64.random(in: 1...100, using: &random)
      var frame: Int64 = 0
      for _ in 0..<count {
        changes.append(Change(picture: pictures[Int.random(in: 0..<pictures.count, using: &random)], frame: frame))
        frame += .random(in: shortestPause...longestPause, using: &random)
      }
      end = max(frame, changes.last?.frame ?? 0) + 1
    }

    /// The picture at a frame.
    func picture(at frame: Int64) -> PixelBuffer? { changes.last { $0.frame <= frame }?.picture }
  }

  private struct Stop: Error {}

  private static let pictures: [PixelBuffer] = (0..<4).compactMap { try? makePicture(2, 2, fill: UInt32($0)) }

  private func frames(
    of timeline: Timeline, _ pacing: FramePacing, reportingEveryFrame: Bool = false
  ) -> [PacedFrame] {
    var (pacing, frames) = (pacing, [PacedFrame]())
    var next = 0
    for frame in 0..<timeline.end {
      var isChanged = false
      while next < timeline.changes.count, timeline.changes[next].frame == frame {
        pacing.show(timeline.changes[next].picture, damage: .nothing, at: frame) { frames.append($0) }
        (next, isChanged) = (next + 1, true)
      }
      if reportingEveryFrame, !isChanged, let picture = timeline.picture(at: frame) {
        pacing.show(picture, damage: .nothing, at: frame) { frames.append($0) }
      }
    }
    pacing.finish(at: timeline.end) { frames.append($0) }
    return frames
  }

  @Test("Frames cover the whole time, are held for a limited time and show the latest picture", arguments: [1, 5, 30])
  func coversTheTime(maximumHold: Int64) {
    for seed in 0..<400 {
      // At a constant rate, the first picture of a frame is passed on at once.
      let timeline = Timeline(Self.pictures, seed: UInt64(seed), shortestPause: maximumHold == 1 ? 1 : 0)
      let frames = frames(of: timeline, FramePacing(maximumHold: maximumHold))
      var position: Int64 = 0
      var last: PixelBuffer?
      for frame in frames {
        #expect(frame.frame == position, "seed \(seed)")
        #expect((1...maximumHold).contains(frame.duration), "seed \(seed)")
        #expect(frame.isRepeated == (frame.picture === last), "seed \(seed)")
        for shown in frame.frame..<frame.frame + frame.duration {
          #expect(frame.picture === timeline.picture(at: shown), "seed \(seed), frame \(shown)")
        }
        (position, last) = (frame.frame + frame.duration, frame.picture)
      }
      #expect(position == timeline.end, "seed \(seed)")
      #expect(frames.count >= min(2, Int(timeline.end)), "seed \(seed)")
      #expect(frames.last?.duration == 1, "players end at the start of the last frame, seed \(seed)")
    }
  }

  @Test("A picture that is reported again at each frame gives the same frames")
  func repeatedReports() {
    for seed in 0..<100 {
      let timeline = Timeline(Self.pictures, seed: UInt64(seed))
      let once = frames(of: timeline, FramePacing(maximumHold: 30))
      let always = frames(of: timeline, FramePacing(maximumHold: 30), reportingEveryFrame: true)
      #expect(once.map(\.frame) == always.map(\.frame), "seed \(seed)")
      #expect(zip(once, always).allSatisfy { $0.picture === $1.picture }, "seed \(seed)")
    }
  }

  @Test("At a constant rate, each frame is passed on when it is shown")
  func constantRate() {
    var (pacing, frames) = (FramePacing(maximumHold: 1), [PacedFrame]())
    for (picture, frame, count) in [(0, 0, 1), (0, 1, 2), (1, 4, 5), (2, 4, 5), (2, 5, 6)] as [(Int, Int64, Int)] {
      pacing.show(Self.pictures[picture], damage: .nothing, at: frame) { frames.append($0) }
      #expect(frames.count == count)
    }
    pacing.finish(at: 6) { frames.append($0) }
    let expected = [0, 0, 0, 0, 1, 2].map { Self.pictures[$0] }
    #expect(frames.count == 6)
    #expect(zip(frames, expected).allSatisfy { $0.picture === $1 }, "a frame that is passed on does not change")
    #expect(frames.map(\.isRepeated) == [false, true, true, true, false, false])
  }

  @Test("With a least duration, pictures appear early by less than it, and only the last one is shorter")
  func minimumHold() {
    for seed in 0..<400 {
      let timeline = Timeline(Self.pictures, seed: UInt64(seed))
      let hold = Int64(seed % 3) + 2
      let frames = frames(of: timeline, FramePacing(maximumHold: 30, minimumHold: hold))
      var position: Int64 = 0
      for frame in frames {
        #expect(frame.frame == position, "seed \(seed)")
        for shown in frame.frame..<frame.frame + frame.duration {
          let allowed = (shown..<shown + hold).map { timeline.picture(at: $0) }
          #expect(allowed.contains { $0 === frame.picture }, "seed \(seed), frame \(shown)")
        }
        position = frame.frame + frame.duration
      }
      #expect(position == timeline.end, "seed \(seed)")
      #expect(frames.dropLast().allSatisfy { $0.duration >= hold }, "seed \(seed)")
    }
  }

  @Test("After an error, the rest can still be passed on without a gap")
  func continuesAfterAnError() throws {
    for seed in 0..<100 {
      let timeline = Timeline(Self.pictures, seed: UInt64(seed))
      var (pacing, frames) = (FramePacing(maximumHold: 5), [PacedFrame]())
      var failsAt = seed % 7
      for change in timeline.changes {
        try? pacing.show(change.picture, damage: .nothing, at: change.frame) { frame in
          if failsAt == 0 { throw Stop() }
          failsAt -= 1
          frames.append(frame)
        }
        if failsAt == 0 { break }
      }
      let end = min(timeline.end, try #require(pacing.endOfHold))
      pacing.finish(at: end) { frames.append($0) }
      #expect(frames.first?.frame == 0, "seed \(seed)")
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.frame + $0.duration == $1.frame }, "seed \(seed)")
      #expect(frames.allSatisfy { $0.duration <= 5 }, "seed \(seed)")
    }
  }
}
