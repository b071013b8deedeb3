extension CaptionDocument {
  /// Reads captions from the bytes of a file. What cannot be read as it stands is told in ``problems``.
  ///
  /// - Throws: Why the bytes give no captions at all. A file of a known kind without a cue is no error.
  public init(_ bytes: [UInt8], options: CaptionReadingOptions = CaptionReadingOptions()) throws(CaptionError) {
    try self.init(of: nil, options) { () throws(CaptionError.Kind) in bytes }
  }

  /// Reads captions from a file, or from a FIFO until its writers have closed it. A name that ends in `.txt` is taken for
  /// plain lines where the content is of no other kind.
  ///
  /// - Throws: Why the file gives no captions at all. One without a cue is no error.
  public init(
    contentsOfFile path: String, options: CaptionReadingOptions = CaptionReadingOptions()
  ) throws(CaptionError) {
    var options = options
    if CaptionFormat(fileName: path) == .lines { options.takesPlainLines = true }
    try self.init(of: path, options) { () throws(CaptionError.Kind) in try CaptionFile.bytes(ofFile: path) }
  }

  /// Reads captions from a descriptor until its end; content of no known kind is taken for plain lines. The descriptor
  /// stays open.
  ///
  /// - Throws: Why it gives no captions at all. Input without a cue is no error.
  public init(
    readingFrom descriptor: Int32, name: String = "standard input",
    options: CaptionReadingOptions = CaptionReadingOptions()
  ) throws(CaptionError) {
    var options = options
    options.takesPlainLines = true
    try self.init(of: name, options) { () throws(CaptionError.Kind) in try CaptionFile.bytes(from: descriptor) }
  }

  private init(
    of name: String?, _ options: CaptionReadingOptions, bytes: () throws(CaptionError.Kind) -> [UInt8]
  ) throws(CaptionError) {
    do throws(CaptionError.Kind) {
      let (reading, format) = try CaptionDocument.read(bytes(), options)
      self.init(reading, format: format)
    } catch {
      throw CaptionError(error, in: name)
    }
  }

  private static func read(
    _ bytes: [UInt8], _ options: CaptionReadingOptions
  ) throws(CaptionError.Kind) -> (CaptionReading, CaptionFormat) {
    // WebVTT has rules of its own for bytes that are no UTF-8.
    if options.encoding == nil, options.format ?? .webVTT == .webVTT, CaptionFormat.isWebVTT(bytes),
      let reading = WebVTTReader.read(bytes)
    {
      return (reading, .webVTT)
    }
    let text = try DecodedText(bytes, encoding: options.encoding)
    let takesPlainLines = options.takesPlainLines || options.lineInterval != nil
    let format =
      if let format = options.format {
        format
      } else {
        try CaptionFormat(of: text.utf8, takesPlainLines: takesPlainLines)
      }
    guard var reading = try CaptionDocument.reading(of: text.utf8, as: format, options) else {
      throw .notInFormat(format)
    }
    reading.problems.merge(text.problems)
    return (reading, format)
  }

  private static func reading(
    of text: [UInt8], as format: CaptionFormat, _ options: CaptionReadingOptions
  ) throws(CaptionError.Kind) -> CaptionReading? {
    switch format {
    case .lines: return PlainLinesReader.read(text, interval: options.lineInterval)
    case .subRip: return SubRipReader.read(text)
    case .webVTT: return WebVTTReader.read(text)
    case .lyrics: return LyricsReader.read(text, soundDuration: options.soundDuration)
    case .json:
      do {
        return try CaptionJSON.read(text)
      } catch {
        throw .badJSON(error)
      }
    }
  }
}
