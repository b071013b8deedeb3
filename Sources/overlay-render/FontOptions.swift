import ArgumentParser
import Glibc
import OverlayRender

/// Which font is taken, and from where.
struct FontOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A font family, or a comma-separated list; sans, serif, monospace and system-ui are always available. (default: that of --font-file, or sans)",
      valueName: "name"))
  var font: String?

  @Option(
    help: ArgumentHelp(
      "A font file to choose from as well, which hides installed fonts of its family; may be given again.",
      valueName: "file"),
    completion: .file())
  var fontFile: [String] = []

  @Flag(help: "Fail when a family is missing, instead of using another.")
  var strictFonts = false

  /// The requested family or comma-separated list, or else the families of the font files; `nil` for neither.
  func family() throws(Failure) -> String? {
    guard let font else {
      let families = fontFile.compactMap { FontCatalog.face(inFile: $0)?.family }
      return families.isEmpty ? nil : families.joined(separator: ", ")
    }
    let family = try value(of: "--font", font, printableText)
    if family.allSatisfy(\.isWhitespace) { throw Failure(.usage, "--font: the name is empty: give one such as sans") }
    return family
  }

  /// Sets a font's family, and where one font file is the only choice, its weight and slant too.
  func choose(_ font: inout Font) throws(Failure) {
    if let family = try family() { font.family = family }
    guard self.font == nil, fontFile.count == 1, let face = FontCatalog.face(inFile: fontFile[0]) else { return }
    (font.weight, font.isItalic) = (face.weight, face.isItalic)
  }

  /// The fonts to choose from.
  ///
  /// - Throws: `Failure` if a file is missing or cannot be read.
  func configuration() throws(Failure) -> FontConfiguration {
    for file in fontFile {
      guard access(file, R_OK) != 0 else { continue }
      let isThere = access(file, F_OK) == 0
      throw Failure(
        .noInput,
        isThere
          ? "\(file): permission denied: choose a font file that you may read"
          : "\(file): no such font file: check its name")
    }
    return FontConfiguration(files: fontFile)
  }

  /// Returns a note if the family is missing and another one is used instead.
  ///
  /// - Throws: `Failure` with `--strict-fonts`, when a family is missing.
  func note(from catalog: FontCatalog) throws(Failure) -> String? {
    guard let family = try family() else { return nil }
    if strictFonts, let missing = catalog.missingFamilies(of: family).first {
      let near = catalog.families(near: missing)
      let advice = near.isEmpty ? "install it, or give --font-file" : "near: \(near.joined(separator: ", "))"
      throw Failure(.unavailable, "--font: the font family \(missing.quoted) is not installed: \(advice)")
    }
    guard let found = catalog.resolve(Font(family: family, size: 32)), !found.isOfRequestedFamily else { return nil }
    return "the font family \(family.quoted) is not installed: using \(found.family)"
  }
}
