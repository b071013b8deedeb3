import Glibc
import OverlayRender

/// An input file of a run.
struct InputFile {
  /// The description in messages, such as "the caption file".
  let role: String
  /// Its path, or `-` for standard input.
  let path: String

  /// The file itself, whatever its name; `nil` if there is none.
  var identity: FileIdentity? {
    path == "-" ? FileIdentity(descriptor: STDIN_FILENO) : FileIdentity(path)
  }
}
