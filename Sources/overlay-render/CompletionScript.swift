import ArgumentParser

/// The script that completes the command in a shell: the parser's, in which `help` completes the commands too.
struct CompletionScript {
  let text: String

  /// Makes the script for a shell.
  init(for shell: CompletionShell) {
    let script = OverlayRenderCommand.completionScript(for: shell)
    let names = OverlayRenderCommand.subcommandNames.joined(separator: " ")
    // Only the parser's own help takes any number of arguments.
    switch shell {
    case .bash:
      let offer = "    __overlay-render_offer_flags_options -1\n"
      text = script.replacing(offer, with: offer + "    COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))\n")
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

  /// The script that the arguments ask for; `nil` when they ask for something else.
  init?(askedForBy arguments: [String]) {
    let option = "--generate-completion-script"
    guard let place = arguments.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else { return nil }
    let name =
      arguments[place].contains("=")
      ? arguments[place].dropFirst(option.count + 1) : arguments[(place + 1)...].first?[...]
    guard let shell = name.flatMap({ CompletionShell(rawValue: String($0)) }) else { return nil }
    self.init(for: shell)
  }
}
