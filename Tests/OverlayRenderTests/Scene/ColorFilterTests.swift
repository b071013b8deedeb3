import TestTools
import Testing

@testable import OverlayRender

@Suite("Changes of colors")
struct ColorFilterTests {
  /// Returns the pixel of a color after a change: red, green, blue and alpha, premultiplied.
  private func pixel(of color: Color, _ change: (Color) -> some View) throws -> [UInt8] {
    var configuration = RenderConfiguration(size: PixelSize(3, 3), frameRate: .fps(30))
    configuration.fonts = FixtureFonts.configuration
    let picture = try #require(
      Picture(Renderer(change(color), configuration: configuration, clock: ManualClock()).render(at: .zero)))
    let middle = picture.bytes[16..<20]
    return [middle[18], middle[17], middle[16], middle[19]]
  }

  @Test("Saturation 0 is the gray with the same luminance, and 1 changes nothing")
  func saturation() throws {
    #expect(try pixel(of: .red) { $0.saturation(0) } == [54, 54, 54, 255])
    #expect(try pixel(of: .lime) { $0.saturation(0) } == [182, 182, 182, 255])
    #expect(try pixel(of: .blue) { $0.grayscale(1) } == [18, 18, 18, 255])
    #expect(try pixel(of: .orange) { $0.grayscale(0) } == [255, 165, 0, 255])
    #expect(try pixel(of: .gray) { $0.saturation(7) } == [128, 128, 128, 255], "gray has no saturation")
  }

  @Test("Brightness adds white, and contrast moves away from the middle")
  func brightness() throws {
    #expect(try pixel(of: .gray) { $0.brightness(0.25) } == [192, 192, 192, 255])
    #expect(try pixel(of: .red) { $0.brightness(1) } == [255, 255, 255, 255])
    #expect(try pixel(of: .red) { $0.brightness(-1) } == [0, 0, 0, 255])
    #expect(try pixel(of: Color(white: 0.75)) { $0.contrast(2) } == [255, 255, 255, 255])
    #expect(try pixel(of: Color(white: 0.6)) { $0.contrast(0.5) } == [140, 140, 140, 255])
    #expect(try pixel(of: .red) { $0.contrast(0) } == [128, 128, 128, 255])
  }

  @Test("A rotation of the hue keeps grays, and a whole turn keeps everything")
  func hueRotation() throws {
    #expect(try pixel(of: Color(white: 0.4)) { $0.hueRotation(.degrees(77)) } == [102, 102, 102, 255])
    #expect(try pixel(of: .orange) { $0.hueRotation(.degrees(360)) } == [255, 165, 0, 255])
    let turned = try pixel(of: .red) { $0.hueRotation(.degrees(120)) }
    #expect(turned[1] > turned[0] && turned[0] >= turned[2], "red becomes green: \(turned)")
    #expect(try pixel(of: .red) { $0.hueRotation(Angle(degrees: .infinity)) } == [255, 0, 0, 255])
  }

  @Test("Colors are inverted and multiplied")
  func inversion() throws {
    #expect(try pixel(of: .orange) { $0.colorInvert() } == [0, 90, 255, 255])
    #expect(try pixel(of: .white) { $0.colorMultiply(.orange) } == [255, 165, 0, 255])
    #expect(try pixel(of: .white) { $0.colorMultiply(Color.red.opacity(0.2)) } == [51, 0, 0, 51])
  }

  @Test("What is transparent stays transparent, and no component exceeds its alpha")
  func alpha() throws {
    #expect(try pixel(of: .clear) { $0.brightness(1) } == [0, 0, 0, 0])
    #expect(try pixel(of: Color.black.opacity(0.4)) { $0.brightness(1) } == [102, 102, 102, 102])
    #expect(try pixel(of: Color.white.opacity(0.4)) { $0.brightness(64) } == [102, 102, 102, 102])
    #expect(try pixel(of: Color.white.opacity(0.4)) { $0.contrast(-.infinity) } == [0, 0, 0, 102])
    #expect(try pixel(of: .red) { $0.saturation(.nan) } == [54, 54, 54, 255])
  }
}
