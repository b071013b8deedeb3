import ArgumentParser
import OverlayMedia
import OverlayRender

/// `overlay-render doctor`
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show the libraries, fonts and codecs of this machine, and what is missing.",
    discussion: """
      Examples:
        overlay-render doctor
        overlay-render doctor --font 'DejaVu Serif'
      """
  )

  @OptionGroup var fontOptions: FontOptions

  func run() throws {
    let catalog: FontCatalog?
    do { catalog = try FontCatalog(fontOptions.configuration()) } catch FontError.noFonts { catalog = nil }
    try writeToStandardOutput(ProgramVersion.libraries)
    if let catalog {
      try listFonts(of: catalog)
    } else {
      try writeToStandardOutput("\nFonts\n  \(FontError.noFonts.message)")
    }
    try listMovies()
  }

  private func listFonts(of catalog: FontCatalog) throws {
    try writeToStandardOutput("\nFonts (\(catalog.familyNames.count) families)")
    for (label, font) in try requests() {
      try writeToStandardOutput(Self.line(label, Self.text(of: catalog.resolve(font), requested: font)))
    }
    _ = try fontOptions.note(from: catalog)

    try writeToStandardOutput("\nScripts")
    let missing = ScriptSample.common.filter { catalog.unknownGlyphCount(in: $0.text) > 0 }
    if missing.isEmpty { try writeToStandardOutput("  all \(ScriptSample.common.count) tested scripts have glyphs") }
    for sample in missing {
      try writeToStandardOutput(Self.line(sample.script, "no glyphs for \(sample.text): install \(sample.package)"))
    }
  }

  private func listMovies() throws {
    let capabilities: FFmpegCapabilities
    do throws(MediaError) {
      capabilities = try FFmpegCapabilities()
    } catch {
      try writeToStandardOutput("\nMovies\n  \(error.message)")
      return
    }
    try writeToStandardOutput("\nMovies (FFmpeg \(capabilities.version))")
    let libraries = capabilities.libraries.map { "\($0.name) \($0.version)" }
    try writeToStandardOutput(Self.line("libraries", libraries.joined(separator: ", ")))
    for entry in capabilities.pictureCodecs { try writeToStandardOutput(Self.line(entry.name, Self.text(of: entry))) }
    try writeToStandardOutput(Self.line(MovieCodec.gif.rawValue, "built in"))
    let (available, missing) = (
      capabilities.soundEncoders.filter { !$0.encoders.isEmpty }, capabilities.soundEncoders.filter(\.encoders.isEmpty)
    )
    try writeToStandardOutput(Self.line("sound", available.map(\.name).joined(separator: ", ")))
    for entry in missing { try writeToStandardOutput(Self.line(entry.name, Self.text(of: entry))) }
    try writeToStandardOutput(Self.line("sound files", Self.text(ofDecoders: capabilities.soundDecoders)))
    try writeToStandardOutput(Self.line("protocols", capabilities.protocols.joined(separator: ", ")))
  }

  /// The encoders of an entry, or what to install if there is none.
  static func text(of entry: FFmpegCapabilities.Entry) -> String {
    entry.encoders.isEmpty
      ? "no encoder: install Debian's package \(MovieCodec.encoderPackage), "
        + "or an FFmpeg with \(entry.missing.listed(with: "or"))"
      : entry.encoders.joined(separator: ", ")
  }

  /// The best known decoders, and the number of the others.
  static func text(ofDecoders names: [String]) -> String {
    let known = ["aac", "ac3", "alac", "flac", "mp2", "mp3", "opus", "pcm_s16le", "vorbis", "wavpack", "wmav2"]
    let shown = known.filter(names.contains)
    let missing = known.filter { !names.contains($0) }
    return shown.joined(separator: ", ") + " and \(names.count - shown.count) others"
      + (missing.isEmpty ? "" : "; no decoder for \(missing.listed(with: "or"))")
  }

  private func requests() throws -> [(label: String, font: Font)] {
    let size = 96.0
    let styles = [
      ("sans", Font(size: size)), ("serif", Font(family: "serif", size: size)),
      ("monospace", Font(family: "monospace", size: size)), ("bold", Font(size: size, weight: .bold)),
      ("italic", Font(size: size, isItalic: true)),
    ]
    guard try fontOptions.family() != nil else { return styles }
    var font = Font(size: size)
    try fontOptions.apply(to: &font)
    return styles + [(fontOptions.font == nil ? "--font-file" : "--font", font)]
  }

  private static func text(of font: FontCatalog.ResolvedFont?, requested: Font) -> String {
    guard let font else { return "no font can be loaded" }
    let substitution = font.isOfRequestedFamily ? "" : " instead of \(requested.family.quoted)"
    return "\(font.family) \(font.style)\(substitution) (\(font.file))"
  }

  private static func line(_ label: String, _ text: String) -> String {
    "  " + label + String(repeating: " ", count: max(1, 12 - label.count)) + text.escapedOnOneLine
  }
}
