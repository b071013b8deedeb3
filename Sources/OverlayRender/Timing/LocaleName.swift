import Foundation

/// Locales by their BCP 47 names.
public enum LocaleName {
  /// The locale of a name: `de`, `en-US`, `zh-Hans-CN`, `th-TH-u-nu-thai`; `_` may stand for `-`.
  ///
  /// Language, script, region, variant and number system must be ones that ICU has data or names for.
  public static func locale(named name: String) throws(UnknownNameError) -> Locale {
    let tag = name.replacing("_", with: "-")
    if let subtags = Subtags(tag), subtags.areKnown {
      // By its components, not its text: Foundation on Linux keeps the text and takes some of it otherwise.
      return Locale(components: Locale.Components(identifier: tag))
    }
    let candidates = Locale.availableIdentifiers.map { $0.replacing("_", with: "-") }
    throw UnknownNameError(kind: .locale, name: name, nearNames: NearNames(candidates: candidates).near(tag))
  }

  /// A BCP 47 tag in its parts: language, script, region, variants, then extensions behind single characters.
  private struct Subtags {
    var language: String
    var script: String?
    var region: String?
    var variants: [String] = []
    var numberSystem: String?

    init?(_ tag: String) {
      var rest = tag.split(separator: "-", omittingEmptySubsequences: false).map { $0.lowercased() }[...]
      let isWellFormed = rest.allSatisfy { subtag in
        (1...8).contains(subtag.utf8.count) && subtag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      }
      guard isWellFormed, rest.count <= 16, let first = rest.popFirst(), (2...3).contains(first.count) else {
        return nil
      }
      language = first
      if rest.first?.count == 4, rest.first?.first?.isLetter == true { script = rest.popFirst() }
      if let next = rest.first, next.count == 2 || (next.count == 3 && Int(next) != nil) { region = rest.popFirst() }
      while let variant = rest.first, variant.count > 1 {
        guard variant.count >= 5 || variant.first?.isNumber == true else { return nil }
        variants.append(variant)
        rest.removeFirst()
      }
      // What is left are extensions, each a single character and at least one subtag.
      if let last = rest.last, last.count == 1 { return nil }
      if let key = rest.firstIndex(of: "nu"), rest.contains("u") {
        numberSystem = rest[(key + 1)...].first
        if numberSystem == nil { return nil }
      }
    }

    var areKnown: Bool {
      Locale.LanguageCode(language).isISOLanguage
        && script.map { Locale.Script($0.capitalized).isISOScript } ?? true
        && region.map { Locale.Region($0.uppercased()).isISORegion } ?? true
        && variants.allSatisfy { Locale(identifier: "en").localizedString(forVariantCode: $0) != nil }
        && numberSystem.map { Locale.NumberingSystem.availableNumberingSystems.contains(.init($0)) } ?? true
    }
  }
}
