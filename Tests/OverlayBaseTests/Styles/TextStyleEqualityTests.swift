import OverlayBase
import Testing

@Suite("Equality of styles")
struct TextStyleEqualityTests {
  @Test("Each value of a style makes a difference")
  func values() {
    let styles = [
      TextStyle(), TextStyle(family: "serif"), TextStyle(size: 2), TextStyle(scale: 2), TextStyle(weight: .bold),
      TextStyle(isItalic: true), TextStyle(color: Color(white: 1)), TextStyle(backgroundColor: Color(white: 1)),
      TextStyle(underline: .single), TextStyle(isStruckThrough: true), TextStyle(letterSpacing: 2),
      TextStyle(features: "tnum"), TextStyle(rise: 2), TextStyle(position: .superscript), TextStyle(language: "ja"),
    ]
    #expect(Set(styles).count == 15)
  }

  @Test("Each property of a font, and each component of a color, makes a difference")
  func parts() {
    let fonts = [
      Font(size: 2), Font(family: "serif", size: 2), Font(size: 3), Font(size: 2, weight: .bold),
      Font(size: 2, isItalic: true),
    ]
    #expect(Set(fonts).count == 5)
    let colors = [
      Color(white: 0), Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 1, blue: 0),
      Color(red: 0, green: 0, blue: 1), Color(white: 0, alpha: 0),
    ]
    #expect(Set(colors).count == 5)
  }
}
