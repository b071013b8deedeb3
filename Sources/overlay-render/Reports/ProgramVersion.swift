import CRevision
import OverlayMedia
import OverlayRender

/// What `--version` and `doctor` say about this program.
enum ProgramVersion {
  /// The version. The first two numbers say what is compatible: see Documentation/stability.md.
  static let number = "0.2.0"

  /// What `--version` shows: the version with its commit, the libraries, and the version of FFmpeg that can be loaded.
  static let text = libraries + "\nFFmpeg \(FFmpegLibraries.requiredVersion) for movies, if it is installed"

  /// The version with its commit, and the libraries that draw.
  static let libraries = {
    let revision = String(cString: overlay_revision)
    let versions = LibraryVersions()
    return """
      overlay-render \(number)\(revision.isEmpty ? "" : " (\(revision))")
      cairo \(versions.cairo), pango \(versions.pango), fontconfig \(versions.fontconfig)
      """
  }()
}
