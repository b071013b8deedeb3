import ArgumentParser

/// A shell completion script: the parser's script, extended by the subcommands and topics as arguments of `help`.
struct CompletionScript {
  let text: String

  /// Creates the script for a shell.
  init(for shell: CompletionShell) {
    let script = OverlayRenderCommand.completionScript(for: shell)
    let names = (OverlayRenderCommand.subcommandNames + HelpTopics.names).joined(separator: " ")
    // Only the parser's own help command takes any number of arguments.
    switch shell {
    case .bash:
      let candidates = "    __overlay-render_offer_flags_options -1\n"
      text = script.replacing(
        candidates, with: candidates + "    COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))\n")
    case .zsh:
      text = script.replacing("'*:subcommands:'", with: "'*:subcommands:(\(names))'")
    case .fish:
      text =
        script
        + "\ncomplete -c 'overlay-render' -n '__overlay-render_should_offer_completions_for_positional "
        + "\"overlay-render help\" -ge 1' -fa '\(names)'"
    default:
      text = script
    }
  }

  /// Creates the script that the arguments request; `nil` if they request something else.
  init?(requestedBy arguments: [String]) {
    let option = "--generate-completion-script"
    guard let index = arguments.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else { return nil }
    let name =
      arguments[index].contains("=")
      ? arguments[index].dropFirst(option.count + 1) : arguments[(index + 1)...].first?[...]
    guard let shell = name.flatMap({ CompletionShell(rawValue: String($0)) }) else { return nil }
    self.init(for: shell)
  }
}
