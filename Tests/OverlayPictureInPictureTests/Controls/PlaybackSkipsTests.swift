import Testing

@testable import OverlayPictureInPicture
@testable import OverlayRender

@Suite("PlaybackSkips")
struct PlaybackSkipsTests {
  private let content = PictureInPictureContentSource(Text("A"), preferredSize: PixelSize(4, 4)).content
  private let other = PictureInPictureContentSource(Text("B"), preferredSize: PixelSize(4, 4)).content

  @Test("Skips during another one are joined, and a time replaces what was to come before it")
  func joining() {
    var skips = PlaybackSkips()
    #expect(skips.request(.by(.seconds(10)), in: content) == .by(.seconds(10)))
    #expect(skips.request(.by(.seconds(10)), in: content) == nil)
    #expect(skips.request(.by(.seconds(-30)), in: content) == nil)
    #expect(skips.finish(in: content) == .by(.seconds(-20)))
    #expect(skips.request(.to(.seconds(5)), in: content) == nil)
    #expect(skips.request(.to(.seconds(50)), in: content) == nil)
    #expect(skips.request(.by(.seconds(1)), in: content) == nil)
    #expect(skips.finish(in: content) == .to(.seconds(51)))
    #expect(skips.finish(in: content) == nil)
    #expect(skips.request(.to(.seconds(5)), in: content) == .to(.seconds(5)))
  }

  @Test("A skip in content that was replaced does not delay one in other content")
  func replacedContent() {
    var skips = PlaybackSkips()
    _ = skips.request(.by(.seconds(10)), in: content)
    _ = skips.request(.by(.seconds(10)), in: content)
    #expect(skips.request(.by(.seconds(1)), in: other) == .by(.seconds(1)))
    #expect(skips.finish(in: content) == nil)
    #expect(skips.request(.by(.seconds(2)), in: other) == nil)
    #expect(skips.finish(in: other) == .by(.seconds(2)))
  }

  @Test("Steps add up, and come in order with skips, which are no steps")
  func steps() {
    var skips = PlaybackSkips()
    #expect(skips.request(.step(1), in: content) == .step(1))
    for skip in [.step(1), .step(1), .by(.seconds(10)), .by(.seconds(10)), .step(-1)] as [PlaybackSkips.Skip] {
      #expect(skips.request(skip, in: content) == nil)
    }
    #expect(skips.finish(in: content) == .step(2))
    #expect(skips.finish(in: content) == .by(.seconds(20)))
    // A time replaces the skips that were to come before it, but no step, which also pauses.
    #expect(skips.request(.by(.seconds(1)), in: content) == nil)
    #expect(skips.request(.to(.seconds(5)), in: content) == nil)
    #expect(skips.finish(in: content) == .step(-1))
    #expect(skips.finish(in: content) == .to(.seconds(5)))
    #expect(skips.finish(in: content) == nil)
  }
}
