import FoundationEssentials
import FoundationInternationalization

/// Finds locales by their BCP 47 names.
package enum LocaleName {
  /// The locale of this process for times: the value of the first environment variable among `LC_ALL`, `LC_TIME` and
  /// `LANG` that is set (POSIX.1-2024, section 8.2), read once. Foundation on Linux does not read them.
  package static let system = locale(ofVariables: ProcessInfo.processInfo.environment)

  /// Returns the locale for times that environment variables select, or `en_US_POSIX` for `C`, `POSIX`, no value, and
  /// unknown values.
  package static func locale(ofVariables variables: [String: String]) -> Locale {
    let value = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? "C"
    // language[_territory][.codeset][@modifier]
    let name = value.prefix { $0 != "." && $0 != "@" }
    // These are known without ICU.
    if name == "C" || name == "POSIX" { return Locale(identifier: "en_US_POSIX") }
    if name == "en_US", !value.contains("@") { return Locale(identifier: "en_US") }
    var subtags = name.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    let modifier = value.split(separator: "@").dropFirst().first
    if let script = modifier.flatMap({ scripts[$0.lowercased()] }) { subtags.insert(script, at: min(1, subtags.count)) }
    let locale = try? locale(named: subtags.joined(separator: "-"))
    return locale ?? (try? self.locale(named: subtags.first ?? "")) ?? Locale(identifier: "en_US_POSIX")
  }

  /// The scripts that modifiers of C library locales stand for.
  private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

  /// Returns the locale with a name such as `de`, `en-US`, `zh-Hans-CN` or `th-TH-u-nu-thai`. An underscore may replace
  /// a hyphen.
  ///
  /// ICU must have data or names for the language, script, region, variant and number system.
  package static func locale(named name: String) throws(UnknownNameError) -> Locale {
    let tag = name.replacing("_", with: "-")
    if let subtags = Subtags(tag), subtags.areKnown {
      // Create the locale from components: Foundation on Linux interprets some identifiers differently.
      return Locale(components: Locale.Components(identifier: tag))
    }
    let candidates = Locale.availableIdentifiers.map { $0.replacing("_", with: "-") }
    throw UnknownNameError(kind: .locale, name: name, nearNames: NearNames(candidates: candidates).near(tag))
  }

  /// The parts of a BCP 47 tag: language, script, region, variants, then extensions that single characters introduce.
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
      // The remaining subtags are extensions: a single character followed by at least one subtag.
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
