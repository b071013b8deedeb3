import Testing

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

  @Test("The interval to a time is counted from where the content is")
  func interval() {
    #expect(PlaybackSkips.Skip.to(.seconds(50)).interval(from: .seconds(20)) == .seconds(30))
    #expect(PlaybackSkips.Skip.by(.seconds(50)).interval(from: .seconds(20)) == .seconds(50))
  }
}
