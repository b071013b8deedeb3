import OverlayBase
import Testing

@Suite("Tags of languages")
struct LanguageTagTests {
  @Test(
    "Tags are read as locales and movies write them",
    arguments: [
      ("ja", "ja"), ("JA", "ja"), ("zh-Hant", "zh-Hant"), ("pt_BR", "pt-BR"), ("jpn", "ja"), ("chi", "zh"),
      ("ger", "de"), ("deu", "de"), ("gsw", "gsw"), ("und", nil), ("mul", nil), ("", nil), ("English", nil),
      ("e", nil), ("en-", nil), ("en us", nil), ("日本", nil), ("en-123456789", nil),
    ] as [(String, String?)])
  func tags(text: String, expected: String?) {
    #expect(LanguageTag(text)?.identifier == expected)
  }
}
