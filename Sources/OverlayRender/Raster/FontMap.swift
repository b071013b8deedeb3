import CCairo
import Glibc

/// Owns a Pango font map of its own, and the fontconfig configuration it chooses from.
///
/// Not the per-thread default map: what other code in the process does to that one must not change a picture.
final class FontMap {
  let pointer: UnsafeMutablePointer<PangoFontMap>

  init(_ configuration: FontConfiguration) throws(FontError) {
    guard let map = pango_cairo_font_map_new() else { throw .noFonts }
    pointer = map
    let holdsFonts: Bool
    if configuration == .system {
      holdsFonts = FontMap.holdsFonts(nil)
    } else {
      let fonts = configuration.includesSystemFonts ? FcInitLoadConfig() : FcConfigCreate()
      guard let fonts else { throw .noFonts }
      defer { FcConfigDestroy(fonts) }
      if !configuration.includesSystemFonts {
        FcConfigParseAndLoadFromMemory(fonts, FontMap.bitmapScaling, 1)
      }
      for file in configuration.files {
        // fontconfig takes a folder as well, and says nothing about files that hold no font.
        let isFont = FontMap.pattern(ofFile: file) { _ in true } ?? false
        guard isFont, FcConfigAppFontAddFile(fonts, file) != 0 else { throw .notAFont(file: file) }
      }
      if configuration.includesSystemFonts {
        let families = FontMap.families(in: FcSetApplication, of: fonts)
        if !families.isEmpty { FcConfigParseAndLoadFromMemory(fonts, FontMap.rejection(of: families), 1) }
        FcConfigBuildFonts(fonts)
      }
      pango_fc_font_map_set_config(overlay_pango_fc_font_map(map), fonts)
      holdsFonts = FontMap.holdsFonts(fonts)
    }
    if !holdsFonts { throw .noFonts }
  }

  deinit {
    g_object_unref(pointer)
  }

  /// The names of all families there are, in no order.
  var familyNames: [String] {
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_font_map_list_families(pointer, &families, &count)
    defer { g_free(families) }
    return (0..<Int(count)).compactMap { index in
      families?[index].flatMap { pango_font_family_get_name($0) }.map { String(cString: $0) }
    }
  }

  /// A context that draws text as video needs it: greyscale antialiasing, no order of subpixels, no hinting of outlines
  /// or metrics, positions by fractions of a pixel.
  func makeContext() -> OpaquePointer? {
    guard let context = pango_font_map_create_context(pointer) else { return nil }
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    pango_context_set_round_glyph_positions(context, 0)
    return context
  }

  /// The one rule that a configuration without the system's files needs: bitmap fonts, as colour emoji are, scale to the
  /// size asked for (fontconfig's own 10-scale-bitmap-fonts.conf, for the fonts that may scale).
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

  /// A rule that hides installed fonts of some families. Added to a configuration before the installed fonts are loaded, it
  /// leaves fonts of files alone.
  private static func rejection(of families: Set<String>) -> String {
    let patterns = families.map { family in
      let name = family.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      return "<pattern><patelt name=\"family\"><string>\(name)</string></patelt></pattern>"
    }
    return "<?xml version=\"1.0\"?><fontconfig><selectfont><rejectfont>" + patterns.joined()
      + "</rejectfont></selectfont></fontconfig>"
  }

  /// The families of a set of fonts, by all of their names.
  private static func families(in set: FcSetName, of configuration: OpaquePointer) -> Set<String> {
    guard let fonts = FcConfigGetFonts(configuration, set)?.pointee else { return [] }
    return (0..<Int(fonts.nfont)).reduce(into: []) { names, index in
      if let pattern = fonts.fonts[index] { names.formUnion(FontMap.strings(FC_FAMILY, of: pattern)) }
    }
  }

  /// The values of a property of a font, in fontconfig's order.
  static func strings(_ property: String, of pattern: OpaquePointer) -> [String] {
    var values: [String] = []
    var value: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(pattern, property, Int32(values.count), &value) == FcResultMatch, let found = value {
      values.append(String(cString: found))
    }
    return values
  }

  /// Whether a configuration, `nil` for the system's, has any font. Pango's families do not tell: it always lists `Sans`,
  /// `Serif` and `Monospace`.
  private static func holdsFonts(_ configuration: OpaquePointer?) -> Bool {
    [FcSetSystem, FcSetApplication].contains { set in
      FcConfigGetFonts(configuration, set).map { $0.pointee.nfont > 0 } ?? false
    }
  }

  /// Passes what fontconfig says of the first font in a file; `nil` for a file without one. Only a regular file is opened:
  /// opening a FIFO waits for its writer, and opening a device may set it off.
  static func pattern<Result>(ofFile path: String, _ body: (OpaquePointer) -> Result?) -> Result? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var count: Int32 = 0
    guard let pattern = FcFreeTypeQuery(path, 0, nil, &count) else { return nil }
    defer { FcPatternDestroy(pattern) }
    return count > 0 ? body(pattern) : nil
  }
}

/// Why text cannot be set as asked.
public enum FontError: Error, Hashable, CustomStringConvertible {
  /// There is no font at all.
  case noFonts
  /// A file is missing or holds no font.
  case notAFont(file: String)

  /// What is wrong and what to do about it, in one line.
  public var description: String {
    switch self {
    case .noFonts: "no font was found: install one (such as Debian's fonts-dejavu-core) or give a font file"
    case .notAFont(let file): "\(file): no font can be read from it: give a TrueType or OpenType file"
    }
  }
}

/// Owns a Pango font description.
struct FontDescription: ~Copyable {
  let pointer: OpaquePointer?

  /// Takes over a description that Pango made.
  init(owning pointer: OpaquePointer? = pango_font_description_new()) {
    self.pointer = pointer
  }

  /// Describes a font by family, size, weight and slant.
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
