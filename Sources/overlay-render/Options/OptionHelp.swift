import ArgumentParser

/// How much the help shows. The parser asks the declarations of the options each time that it needs them.
enum HelpExtent {
  /// Whether only the options that most people need are shown: in `--help`, but not in `help COMMAND`, messages and
  /// completion.
  @TaskLocal static var isBrief = false
}

extension ArgumentHelp {
  /// The help of an option that most people need. The brief help has only its first sentence.
  static func essential(_ text: String, valueName: String? = nil) -> ArgumentHelp {
    let end = HelpExtent.isBrief ? text.firstRange(of: ". ")?.lowerBound : nil
    return ArgumentHelp(end.map { "\(text[..<$0])." } ?? text, valueName: valueName)
  }

  /// The help of an option that the brief help leaves out.
  static func further(_ text: String, valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(text, valueName: valueName, visibility: HelpExtent.isBrief ? .hidden : .default)
  }
}

extension OptionGroup {
  /// Creates a group of options with a title. The brief help has no titles, and only groups with essential options.
  init(topic title: String, hasEssentials: Bool = false) {
    let isBrief = HelpExtent.isBrief
    self.init(title: isBrief ? "" : title, visibility: isBrief && !hasEssentials ? .hidden : .default)
  }
}
