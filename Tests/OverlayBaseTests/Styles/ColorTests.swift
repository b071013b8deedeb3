import OverlayBase
import Testing

@Suite("Colors")
struct ColorTests {
  private static let (red, yellow) = (Color(rgb: 0xFF0000), Color(rgb: 0xFFFF00))
  private static let (white, black) = (Color(rgb: 0xFFFFFF), Color(rgb: 0))

  @Test(
    "CSS colors in every notation",
    arguments: [
      ("white", white), ("RebeccaPurple", Color(rgb: 0x663399)), ("transparent", black.opacity(0)),
      ("lightgoldenrodyellow", Color(rgb: 0xFAFAD2)),
      ("grey", Color(rgb: 0x808080)), ("#f80", Color(rgb: 0xFF8800)), ("#F80C", Color(rgb: 0xFF8800).opacity(0.8)),
      ("#ff8800", Color(rgb: 0xFF8800)),
      ("#ff880000", Color(rgb: 0xFF8800).opacity(0)), ("rgb(255, 136, 0)", Color(rgb: 0xFF8800)),
      ("rgb(255 136 0)", Color(rgb: 0xFF8800)),
      ("rgba(255,136,0,.5)", Color(rgb: 0xFF8800).opacity(0.5)),
      ("rgb( 255 136 0 / 50% )", Color(rgb: 0xFF8800).opacity(0.5)),
      ("rgb(100% 0% 0%/1)", red), ("RGB(300,-5,0)", red), ("hsl(0, 100%, 50%)", red),
      ("hsl(120 100% 50%)", Color(rgb: 0x00FF00)),
      ("hsl(-120deg 100% 50%)", Color(rgb: 0x0000FF)), ("hsl(0.5turn 100% 50%)", Color(rgb: 0x00FFFF)),
      ("hsla(60, 100%, 50%, 0.25)", yellow.opacity(0.25)),
      ("hsl(7 0% 100%)", white), (" red ", red), ("rgb(1e2% 0 0)", red),
    ] as [(String, Color)])
  func notations(text: String, expected: Color) throws {
    let color = try Color(css: text)
    for (component, other) in [
      (color.red, expected.red), (color.green, expected.green), (color.blue, expected.blue),
      (color.alpha, expected.alpha),
    ] {
      #expect(abs(component - other) < 1e-9)
    }
  }

  @Test(
    "Invalid colors are rejected with the cause",
    arguments: [
      ("", ColorError.Reason.unknownName(near: [])), ("zzzzzz", .unknownName(near: [])), ("#", .malformedHexadecimal),
      ("#12345", .malformedHexadecimal), ("#gggggg", .malformedHexadecimal), ("#１２３", .malformedHexadecimal),
      ("rgb(1,2)", .malformedFunction), ("rgb(1,2,3", .malformedFunction), ("rgb(1,2,3,4,5)", .malformedFunction),
      ("rgb(1 2 3 4)", .malformedFunction), ("rgb(1 2 3 / 1 / 1)", .malformedFunction), ("rgb()", .malformedFunction),
      ("rgb(nan 0 0)", .malformedFunction), ("rgb(1e999 0 0)", .malformedFunction),
      ("rgb(inf,0,0)", .malformedFunction),
      ("rgb(,,)", .malformedFunction), ("hwb(0 0% 0%)", .unknownFunction("hwb")),

    ])
  func refused(text: String, reason: ColorError.Reason) {
    let error = #expect(throws: ColorError.self) { try Color(css: text) }
    #expect(error?.reason == reason)
  }

  @Test("A message is one line for any text")
  func oneLine() {
    let error = #expect(throws: ColorError.self) {
      try Color(css: "white\nred\u{1B}[0m" + String(repeating: "x", count: 500))
    }
    #expect(error?.description.contains { $0.isNewline || $0 == "\u{1B}" } == false)
    #expect((error?.description.count ?? 0) < 200)
  }

  @Test("The error for an unknown name contains similar names")
  func nearNames() {
    let error = #expect(throws: ColorError.self) { try Color(css: "darkgrene") }
    #expect(error?.description == "'darkgrene': unknown color; near: darkgreen, darkgrey, darkgray")
  }

  @Test("Components are clamped, and NaN becomes zero")
  func clamping() {
    #expect(Color(red: 2, green: -1, blue: .nan, alpha: .infinity) == Color(red: 1, green: 0, blue: 0))
    #expect(Self.red.opacity(.nan) == Self.red.opacity(0))
    #expect(Self.red.opacity(0.5).opacity(0.5).alpha == 0.25)
    #expect(Self.red.opacity(7) == Self.red)
  }
}
