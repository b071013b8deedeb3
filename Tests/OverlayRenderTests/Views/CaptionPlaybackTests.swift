import Testing

@testable import OverlayRender

@Suite("Playing a track in a stream")
struct CaptionPlaybackTests {
  private let track = CaptionTrack(lines: ["a", "b"], every: MediaTime(value: 1, timescale: 3))

  @Test("A repetition starts exactly at the end of the last cue")
  func loop() {
    let playback = CaptionPlayback(track, loops: true)
    let time = MediaTime(value: 200_000 * 2, timescale: 3)
    #expect(playback.moment(at: .at(time)).time == .zero)
    let before = playback.moment(at: .at(time - MediaTime(value: 1, timescale: 1_000_000)))
    #expect(track.active(at: before.time) == [1])
    #expect(playback.nextChange(after: before) == time)
    #expect(playback.nextChange(after: playback.moment(at: .at(time))) == time + MediaTime(value: 1, timescale: 3))
  }

  @Test("The time of a track starts with its stream")
  func streamStart() {
    let time = RenderTime(
      presentation: .milliseconds(700), streamStart: .milliseconds(400), wallAnchor: WallTime(nanosecondsSince1970: 0),
      frameRate: .fps(30))
    let playback = CaptionPlayback(track, loops: false)
    #expect(playback.moment(at: time).time == .milliseconds(300))
    #expect(
      playback.nextChange(after: playback.moment(at: time)) == .milliseconds(400) + MediaTime(value: 1, timescale: 3))
  }

  @Test("A change that is not exact is announced early, by less than a nanosecond")
  func roundedEarly() {
    let time = RenderTime(
      presentation: MediaTime(value: 1_000_000_007, timescale: 1_000_000_000),
      streamStart: MediaTime(value: 999_999_937, timescale: 1_000_000_000),
      wallAnchor: WallTime(nanosecondsSince1970: 0),
      frameRate: .fps(30))
    let playback = CaptionPlayback(
      CaptionTrack(lines: ["a", "b"], every: MediaTime(value: 1, timescale: 7919)), loops: false)
    let next = playback.nextChange(after: playback.moment(at: time))
    let exactNumerator = Int128(999_999_937) * 7919 + 1_000_000_000
    #expect(Int128(next.value) * 7919 * 1_000_000_000 <= exactNumerator * Int128(next.timescale))
    #expect(
      (Int128(next.value) + Int128(next.timescale) * 2 / 1_000_000_000 + 1) * 7919 * 1_000_000_000 > exactNumerator
        * Int128(next.timescale))
  }

  @Test("A track that is empty or has no end is not repeated")
  func noPeriod() {
    for track in [CaptionTrack([]), CaptionTrack([CaptionCue(start: .zero, end: .positiveInfinity, text: "x")])] {
      let moment = CaptionPlayback(track, loops: true).moment(at: .at(.seconds(99)))
      #expect(moment.time == .seconds(99))
    }
  }
}
