import CRevision
import OverlayMedia
import OverlayRender

/// What `--version` and `doctor` say about this program.
enum ProgramVersion {
  /// The version. The first two numbers say what is compatible: see Documentation/stability.md.
  static let number = "0.2.0"

  /// The version with its commit, and the libraries, a line each.
  static let text = {
    let revision = String(cString: overlay_revision)
    let libraries = LibraryVersions()
    return """
      overlay-render \(number)\(revision.isEmpty ? "" : " (\(revision))")
      cairo \(libraries.cairo), pango \(libraries.pango), fontconfig \(libraries.fontconfig)
      FFmpeg \(FFmpegLibraries.requiredVersion) for movies, if it is installed
      """
  }()
}
