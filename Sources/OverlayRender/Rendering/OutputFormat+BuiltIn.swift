extension OutputFormat {
  /// PNG files, one for each frame, with straight alpha.
  public static let png = pngFiles(encode: PNGEncoder.encode)

  /// The formats that this module writes. The first one is the usual one of standard output, FIFOs and devices.
  public static let builtIn: [OutputFormat] = [.y4m, .raw, .png, .null]
}
