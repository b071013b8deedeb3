import CCairo
import Glibc

/// Owns a Pango font map and its fontconfig configuration.
///
/// It does not use the default map of the thread, which other code in the process could change.
final class FontMap {
  let pointer: UnsafeMutablePointer<PangoFontMap>

  init(_ configuration: FontConfiguration) throws(FontError) {
    ShapedText.shaping.lock()
    defer { ShapedText.shaping.unlock() }
    // Otherwise Pango initializes fontconfig in a thread, and at the same time it would be initialized here.
    FcInit()
    guard let map = pango_cairo_font_map_new() else { throw .noFonts }
    pointer = map
    let hasFonts: Bool
    if configuration == .system {
      hasFonts = FontMap.hasFonts(nil)
    } else {
      let fonts = configuration.includesSystemFonts ? FcInitLoadConfig() : FcConfigCreate()
      guard let fonts else { throw .noFonts }
      defer { FcConfigDestroy(fonts) }
      if !configuration.includesSystemFonts {
        FcConfigParseAndLoadFromMemory(fonts, FontMap.bitmapScaling, 1)
      }
      for file in configuration.files {
        // fontconfig also accepts folders, and does not report files without a font.
        let isFont = FontMap.pattern(ofFile: file) { _ in true } ?? false
        guard isFont, FcConfigAppFontAddFile(fonts, file) != 0 else { throw FontError(aboutFile: file) }
      }
      if configuration.includesSystemFonts {
        let families = FontMap.families(in: FcSetApplication, of: fonts)
        if !families.isEmpty { FcConfigParseAndLoadFromMemory(fonts, FontMap.rejection(of: families), 1) }
        FcConfigBuildFonts(fonts)
      }
      pango_fc_font_map_set_config(overlay_pango_fc_font_map(map), fonts)
      hasFonts = FontMap.hasFonts(fonts)
    }
    if !hasFonts { throw .noFonts }
  }

  deinit {
    g_object_unref(pointer)
  }

  /// The names of all families, in no particular order.
  var familyNames: [String] {
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_font_map_list_families(pointer, &families, &count)
    defer { g_free(families) }
    return (0..<Int(count)).compactMap { index in
      families?[index].flatMap { pango_font_family_get_name($0) }.map { String(cString: $0) }
    }
  }

  /// Creates a context for text in video: grayscale antialiasing without subpixel order, no hinting of outlines or
  /// metrics, and subpixel positions.
  func makeContext() -> OpaquePointer? {
    guard let context = pango_font_map_create_context(pointer) else { return nil }
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    pango_context_set_round_glyph_positions(context, 0)
    pango_context_set_language(context, FontMap.language)
    return context
  }

  /// The language of texts that have none: the language of the environment, or English if Pango does not know it.
  ///
  /// For text in a script of other languages, Pango takes the usual language of that script, and so a font that has its
  /// marks as well as its letters. It does so only if it knows the language of the text. By default that is the locale
  /// of the C library, which stays `C` in a program that does not set it.
  private static var language: OpaquePointer? {
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"]
    let values = variables.map { (name: String) in getenv(name).map { String(cString: $0) } ?? "" }
    let name = (values.first { !$0.isEmpty } ?? "").prefix { $0 != "." && $0 != "@" }
    let language = pango_language_from_string(String(name))
    return pango_language_get_scripts(language, nil) == nil ? pango_language_from_string("en") : language
  }

  /// The rule that bitmap fonts, such as color emoji, scale to the requested size. A configuration without the system's
  /// files needs only this rule (it is fontconfig's 10-scale-bitmap-fonts.conf, limited to scalable bitmap fonts).
  private static let bitmapScaling = """
    <?xml version="1.0"?>
    <fontconfig>
      <match target="font">
        <test name="outline" compare="eq"><bool>false</bool></test>
        <edit name="pixelsizefixupfactor" mode="assign">
          <divide><name target="pattern">pixelsize</name><name target="font">pixelsize</name></divide>
        </edit>
        <edit name="matrix" mode="assign">
          <times>
            <name>matrix</name>
            <matrix>
              <name>pixelsizefixupfactor</name><double>0</double>
              <double>0</double><name>pixelsizefixupfactor</name>
            </matrix>
          </times>
        </edit>
        <edit name="size" mode="assign">
          <divide><name>size</name><name>pixelsizefixupfactor</name></divide>
        </edit>
      </match>
    </fontconfig>
    """

  /// Returns a rule that hides installed fonts of some families. If it is added to a configuration before the installed
  /// fonts are loaded, it does not affect the fonts in files.
  private static func rejection(of families: Set<String>) -> String {
    let patterns = families.map { family in
      let name = family.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      return "<pattern><patelt name=\"family\"><string>\(name)</string></patelt></pattern>"
    }
    return "<?xml version=\"1.0\"?><fontconfig><selectfont><rejectfont>" + patterns.joined()
      + "</rejectfont></selectfont></fontconfig>"
  }

  /// Returns all names of the families in a set of fonts.
  private static func families(in set: FcSetName, of configuration: OpaquePointer) -> Set<String> {
    guard let fonts = FcConfigGetFonts(configuration, set)?.pointee else { return [] }
    return (0..<Int(fonts.nfont)).reduce(into: []) { names, index in
      if let pattern = fonts.fonts[index] { names.formUnion(FontMap.strings(FC_FAMILY, of: pattern)) }
    }
  }

  /// Returns the values of a font property, in fontconfig's order.
  static func strings(_ property: String, of pattern: OpaquePointer) -> [String] {
    var values: [String] = []
    var value: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(pattern, property, Int32(values.count), &value) == FcResultMatch, let found = value {
      values.append(String(cString: found))
    }
    return values
  }

  /// Returns whether a configuration (`nil` for the system's) has any font. Pango's families do not show this: Pango
  /// always lists `Sans`, `Serif` and `Monospace`.
  private static func hasFonts(_ configuration: OpaquePointer?) -> Bool {
    [FcSetSystem, FcSetApplication].contains { set in
      FcConfigGetFonts(configuration, set).map { $0.pointee.nfont > 0 } ?? false
    }
  }

  /// Calls `body` with fontconfig's pattern of the first font in a file. Returns `nil` if there is none. Only regular
  /// files are opened: opening a FIFO waits for its writer, and opening a device may have side effects.
  static func pattern<Result>(ofFile path: String, _ body: (OpaquePointer) -> Result?) -> Result? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var count: Int32 = 0
    guard let pattern = FcFreeTypeQuery(path, 0, nil, &count) else { return nil }
    defer { FcPatternDestroy(pattern) }
    return count > 0 ? body(pattern) : nil
  }
}

extension FontConfiguration {
  /// Reads fontconfig's configuration in a thread while the program starts, which takes some milliseconds.
  package static func prepare() {
    // Without a thread, it is read when the first text is shaped.
    try? DetachedThread.start("fonts") { ShapedText.shaping.withLock { _ = FcInit() } }
  }
}

/// An error in the fonts of a configuration.
public enum FontError: Error, Hashable, CustomStringConvertible {
  /// There are no fonts.
  case noFonts
  /// A file is missing or cannot be read.
  case unreadable(file: String, SystemError)
  /// A file is not a font.
  case notAFont(file: String)

  /// One line that says what is wrong and how to fix it.
  public var description: String {
    switch self {
    case .noFonts: "no font was found: install one (such as Debian's fonts-dejavu-core) or give a font file"
    case .unreadable(let file, let error): "\(file): cannot be read (\(error)): give a font file"
    case .notAFont(let file): "\(file): is not a font file: give a TrueType or OpenType file"
    }
  }
}

extension FontError {
  /// Returns the reason why a file has no font.
  fileprivate init(aboutFile file: String) {
    self = access(file, R_OK) == 0 ? .notAFont(file: file) : .unreadable(file: file, .last)
  }
}

/// Owns a Pango font description.
struct FontDescription: ~Copyable {
  let pointer: OpaquePointer?

  /// Takes ownership of a description from Pango.
  init(owning pointer: OpaquePointer? = pango_font_description_new()) {
    self.pointer = pointer
  }

  /// Creates a description with the family, size, weight and slant of a font.
  init(_ font: Font) {
    self.init()
    pango_font_description_set_family(pointer, font.family)
    pango_font_description_set_absolute_size(pointer, font.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(pointer, PangoWeight(UInt32(font.weight.rawValue)))
    if font.isItalic { pango_font_description_set_style(pointer, PANGO_STYLE_ITALIC) }
  }

  deinit {
    pango_font_description_free(pointer)
  }
}
