import ArgumentParser
import Glibc
import OverlayRender

/// Options for the font.
struct FontOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The font family, or a comma-separated list; sans, serif, monospace and system-ui are always available. "
        + "(default: the family of --font-file, or sans)",
      valueName: "name"))
  var font: String?

  @Option(
    help: ArgumentHelp(
      "A font file to use in addition, instead of installed fonts of its family; can be repeated.",
      valueName: "file"),
    completion: .file())
  var fontFile: [String] = []

  @Flag(help: "Fail if a family is missing, instead of using another one.")
  var strictFonts = false

  /// The requested family or comma-separated list, or else the families of the font files; `nil` without both.
  func family() throws(Failure) -> String? {
    guard let font else {
      let families = fontFile.compactMap { FontCatalog.face(inFile: $0)?.family }
      return families.isEmpty ? nil : families.joined(separator: ", ")
    }
    let family = try value(of: "--font", font, printableText)
    if family.allSatisfy(\.isWhitespace) { throw Failure(.usage, "--font: the name is empty: give one such as sans") }
    return family
  }

  /// Sets the family of a font. If a single font file is the only choice, sets weight and slant, too.
  func apply(to font: inout Font) throws(Failure) {
    if let family = try family() { font.family = family }
    guard self.font == nil, fontFile.count == 1, let face = FontCatalog.face(inFile: fontFile[0]) else { return }
    (font.weight, font.isItalic) = (face.weight, face.isItalic)
  }

  /// The available fonts.
  ///
  /// - Throws: `Failure` if a file is missing or cannot be read.
  func configuration() throws(Failure) -> FontConfiguration {
    for file in fontFile {
      guard access(file, R_OK) != 0 else { continue }
      let isThere = access(file, F_OK) == 0
      throw Failure(
        .noInput,
        isThere
          ? "\(file): permission denied: choose a readable font file"
          : "\(file): no such font file: check its name")
    }
    return FontConfiguration(files: fontFile)
  }

  /// Returns a note if the family is missing and another one is used; `nil` otherwise.
  ///
  /// - Throws: `Failure` if a family is missing and `--strict-fonts` is given.
  func note(from catalog: FontCatalog) throws(Failure) -> String? {
    guard let family = try family() else { return nil }
    if strictFonts, let missing = catalog.missingFamilies(of: family).first {
      let similar = catalog.families(near: missing)
      let advice = similar.isEmpty ? "install it, or give --font-file" : "near: \(similar.joined(separator: ", "))"
      throw Failure(.unavailable, "--font: the font family \(missing.quoted) is not installed: \(advice)")
    }
    guard let found = catalog.resolve(Font(family: family, size: 32)), !found.isOfRequestedFamily else { return nil }
    return "the font family \(family.quoted) is not installed: using \(found.family)"
  }
}
