import CCairo

/// The versions of the drawing libraries at run time.
package struct LibraryVersions: Sendable, Hashable {
  /// The version of Cairo, such as `1.16.0`.
  package let cairo = String(cString: cairo_version_string())
  /// The version of Pango.
  package let pango = String(cString: pango_version_string())
  /// The version of fontconfig.
  package let fontconfig: String

  /// Reads the versions from the libraries.
  package init() {
    // fontconfig returns one number, such as 21401 for 2.14.1.
    let version = FcGetVersion()
    fontconfig = "\(version / 10_000).\(version / 100 % 100).\(version % 100)"
  }
}
