import RenderTestTools
import TestTools
import Testing

@testable import OverlayRender

@Suite("Sizes of pictures and shapes")
struct PictureContentTests {
  /// The size of a picture of 40 x 20; nil is no proposal.
  @Test(
    "A picture takes the size that its scaling gives",
    arguments: [
      (ImageScaling.none, nil, nil, 40, 20), (.none, 10, 10, 40, 20), (.none, 100, .infinity, 40, 20),
      (.stretch, nil, nil, 40, 20), (.stretch, 7, nil, 7, 20), (.stretch, 7, 9, 7, 9),
      (.fit, nil, nil, 40, 20), (.fit, 80, nil, 80, 40), (.fit, nil, 5, 10, 5), (.fit, 80, 10, 20, 10),
      (.fit, 10, 80, 10, 5), (.fit, .infinity, 10, 20, 10), (.fit, 0, 10, 0, 0),
      (.fill, nil, nil, 40, 20), (.fill, 80, nil, 80, 40), (.fill, 80, 10, 80, 10), (.fill, 10, 80, 10, 80),
      (.nineParts(EdgeInsets(top: 1)), 90, nil, 90, 20),
    ] as [(ImageScaling, Double?, Double?, Double, Double)])
  func size(scaling: ImageScaling, width: Double?, height: Double?, expectedWidth: Double, expectedHeight: Double) {
    let content = PictureContent(naturalSize: PixelSize(40, 20), scaling: scaling)
    #expect(content.size(for: ProposedViewSize(width: width, height: height)) == Size(expectedWidth, expectedHeight))
  }

  @Test("Pictures are equal if they show the same buffer")
  func equality() throws {
    let (one, other) = (try PixelBuffer.picture(1, 1) { _, _ in [] }, try PixelBuffer.picture(1, 1) { _, _ in [] })
    let content = { PictureContent(pixels: $0, naturalSize: PixelSize(1, 1)) }
    #expect(content(one) == content(one))
    #expect(content(one) != content(other))
    #expect(content(one) != content(nil))
  }
}
