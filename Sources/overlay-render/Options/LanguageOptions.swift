import ArgumentParser
import FoundationEssentials
import OverlayRender

/// The option for the language of captions and texts.
struct LanguageOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The language of the text, such as ja or zh-Hant, which decides among fonts and shapes of characters. "
        + "(default: the language of the file, or of the script)",
      valueName: "tag"))
  var language: String?

  /// The language; `nil` without the option.
  func tag() throws(Failure) -> String? {
    try language.map { text throws(Failure) in
      try value(of: "--language", text) { text in
        guard let tag = LanguageTag(text) else { throw OptionValueError.notALanguage(text) }
        return tag.identifier
      }
    }
  }
}

extension CaptionTrack {
  /// The track in the language of an option, if there is one.
  func inLanguage(of options: LanguageOptions) throws(Failure) -> CaptionTrack {
    try options.tag().map { inLanguage($0) } ?? self
  }
}

extension View {
  /// Shapes the texts of the view in the language of an option, if there is one.
  @ViewBuilder func language(_ tag: String?) -> some View {
    if let tag { typesettingLanguage(Locale.Language(identifier: tag)) } else { self }
  }
}
