import ArgumentParser
import Glibc
import OverlayRender

/// Which font is taken, and from where.
struct FontOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A font family; sans, serif, monospace and system-ui are there always.", valueName: "name"))
  var font: String?

  @Option(
    help: ArgumentHelp("A font file to choose from as well; may be given again.", valueName: "file"),
    completion: .file())
  var fontFile: [String] = []

  @Flag(help: "Fail when the family is not there, instead of using another.")
  var strictFonts = false

  /// The family; `nil` when none is asked for.
  func family() throws(Failure) -> String? {
    guard let font else { return nil }
    let family = try value(of: "--font", font, printableText)
    if family.allSatisfy(\.isWhitespace) { throw Failure(.usage, "--font: the name is empty: give one such as sans") }
    return family
  }

  /// The fonts to choose from; files must be there.
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

  /// What to say when the family is not there and another one is taken instead.
  ///
  /// - Throws: `Failure` when that is not to be.
  func note(from catalog: FontCatalog) throws(Failure) -> String? {
    guard let family = try family(), let found = catalog.resolve(Font(family: family, size: 32)),
      !found.isOfRequestedFamily
    else { return nil }
    guard strictFonts else { return "no font family \(family.quoted) is here: \(found.family) is used instead" }
    let near = catalog.families(near: family)
    let advice = near.isEmpty ? "install it, or give --font-file" : "near: \(near.joined(separator: ", "))"
    throw Failure(.unavailable, "--font: no font family \(family.quoted) is here: \(advice)")
  }
}
