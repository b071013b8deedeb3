/// The name of the program, by which the desktop and the user know its windows.
package enum ProgramName {
  /// The name of the file of the program, without its folder.
  package static let current =
    CommandLine.arguments.first?.split(separator: "/").last.map { String($0) } ?? "OverlayRender"
}
