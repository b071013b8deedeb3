import FoundationEssentials
import FoundationInternationalization

/// The tag of a language, such as `ja`, `zh-Hant` or `pt-BR` (BCP 47, RFC 5646).
package struct LanguageTag: Sendable, Hashable {
  /// The tag. A language that has a code of two letters is named by it.
  package let identifier: String

  /// Creates a tag from a text. Returns `nil` if the text is not one, or says that the language is not known.
  ///
  /// Movies name languages by the codes of three letters of ISO 639-2, also by codes that come from English names, such
  /// as `ger`. Locales have an underscore in the place of a hyphen.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      .flatMap { $0.split(separator: "_", omittingEmptySubsequences: false) }
    guard let code = parts.first?.lowercased(), (2...3).contains(code.utf8.count), parts.count <= 8,
      code.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }),
      parts.dropFirst().allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isASCIILetterOrDigit) }),
      !Self.unknownLanguages.contains(code)
    else { return nil }
    let own = Self.englishCodes[code] ?? code
    let short = own.utf8.count == 3 ? Locale.LanguageCode(own).identifier(.alpha2) : nil
    identifier = ([Substring(short ?? own)] + parts.dropFirst()).joined(separator: "-")
  }

  /// The codes for several, unknown, or no languages, and for what is not a language (ISO 639-2).
  private static let unknownLanguages: Set = ["mis", "mul", "und", "zxx"]

  /// The codes of two letters for the codes of ISO 639-2 that come from English names (ISO 639-2/B).
  private static let englishCodes = [
    "alb": "sq", "arm": "hy", "baq": "eu", "bur": "my", "chi": "zh", "cze": "cs", "dut": "nl", "fre": "fr",
    "geo": "ka", "ger": "de", "gre": "el", "ice": "is", "mac": "mk", "mao": "mi", "may": "ms", "per": "fa",
    "rum": "ro", "slo": "sk", "tib": "bo", "wel": "cy",
  ]
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
