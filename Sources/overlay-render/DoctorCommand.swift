import ArgumentParser
import OverlayRender

/// `overlay-render doctor`
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show the libraries and fonts of this machine, and scripts without glyphs.",
    discussion: """
      Examples:
        overlay-render doctor
        overlay-render doctor --font 'DejaVu Serif'
      """
  )

  @OptionGroup var fontOptions: FontOptions

  func run() throws {
    let catalog = try FontCatalog(fontOptions.configuration())
    let versions = LibraryVersions()
    try writeToStandardOutput("overlay-render \(OverlayRenderCommand.configuration.version)")
    try writeToStandardOutput("cairo \(versions.cairo), pango \(versions.pango), fontconfig \(versions.fontconfig)")
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
