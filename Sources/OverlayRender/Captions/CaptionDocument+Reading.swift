extension CaptionDocument {
  /// Reads captions from the bytes of a file. What cannot be read as it stands is listed in ``problems``.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - options: How it is read.
  ///   - detectEncoding: Guesses the encoding of a file that is not UTF-8, if it is not given. What the guess does not fit is
  ///     read as windows-1252. Without this closure such a file is an error.
  /// - Throws: Why the bytes give no captions at all. A file of a known kind without a cue is no error.
  public init(
    _ bytes: [UInt8], options: CaptionReadingOptions = CaptionReadingOptions(),
    detectEncoding: CaptionEncodingDetector? = nil
  ) throws(CaptionError) {
    try self.init(of: nil, options, detectEncoding) { () throws(CaptionError.Kind) in bytes }
  }

  /// Reads captions from a file, or from a FIFO until its writers have closed it. A name that ends in `.txt` is taken for
  /// plain lines where the content is of no other kind.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - options: How it is read.
  ///   - detectEncoding: Guesses the encoding of a file that is not UTF-8, as in ``init(_:options:detectEncoding:)``.
  ///   - onWait: Called once when a FIFO has given nothing for a second: it may have no writer.
  /// - Throws: Why the file gives no captions at all. One without a cue is no error.
  public init(
    contentsOfFile path: String, options: CaptionReadingOptions = CaptionReadingOptions(),
    detectEncoding: CaptionEncodingDetector? = nil, onWait: (() -> Void)? = nil
  ) throws(CaptionError) {
    var options = options
    if CaptionFormat(fileName: path) == .lines { options.takesPlainLines = true }
    try self.init(of: path, options, detectEncoding) { () throws(CaptionError.Kind) in
      try CaptionFile.bytes(ofFile: path, onWait: onWait)
    }
  }

  /// Reads captions from a descriptor until its end; content of no known kind is taken for plain lines. The descriptor
  /// stays open.
  ///
  /// - Parameters:
  ///   - descriptor: A descriptor that is open for reading.
  ///   - name: What errors call it.
  ///   - options: How its content is read.
  ///   - detectEncoding: Guesses the encoding of text that is not UTF-8, as in ``init(_:options:detectEncoding:)``.
  /// - Throws: Why it gives no captions at all. Input without a cue is no error.
  public init(
    readingFrom descriptor: Int32, name: String = "standard input",
    options: CaptionReadingOptions = CaptionReadingOptions(), detectEncoding: CaptionEncodingDetector? = nil
  ) throws(CaptionError) {
    var options = options
    options.takesPlainLines = true
    try self.init(of: name, options, detectEncoding) { () throws(CaptionError.Kind) in
      try CaptionFile.bytes(from: descriptor)
    }
  }

  private init(
    of name: String?, _ options: CaptionReadingOptions, _ detectEncoding: CaptionEncodingDetector?,
    bytes: () throws(CaptionError.Kind) -> [UInt8]
  ) throws(CaptionError) {
    do throws(CaptionError.Kind) {
      self = try CaptionDocument.read(bytes(), options, detectEncoding)
    } catch {
      throw CaptionError(error, in: name)
    }
  }

  private static func read(
    _ bytes: consuming [UInt8], _ options: CaptionReadingOptions, _ detectEncoding: CaptionEncodingDetector?
  ) throws(CaptionError.Kind) -> CaptionDocument {
    if options.encoding == nil, options.format ?? .webVTT == .webVTT, CaptionFormat.isWebVTT(bytes),
      let document = readWebVTT(bytes, detectEncoding)
    {
      return document
    }
    let text = try DecodedText(consume bytes, encoding: options.encoding, detectEncoding: detectEncoding)
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
    let encoding = text.encoding
    // The text itself is released here.
    return CaptionDocument(reading, format: format, encoding: encoding)
  }

  /// Reads WebVTT, which has a rule of its own for bytes that are not UTF-8 (W3C WebVTT, section 6.1): it holds where they
  /// are damaged, and where no other encoding fits.
  private static func readWebVTT(_ bytes: [UInt8], _ detectEncoding: CaptionEncodingDetector?) -> CaptionDocument? {
    let guess = detectEncoding.flatMap { DecodedText(guessing: bytes, $0) }
    guard var reading = WebVTTReader.read(guess?.utf8 ?? bytes) else { return nil }
    var problems = guess?.problems ?? CaptionProblems()
    if guess == nil { problems.append(invalidUTF8In: bytes) }
    reading.problems.merge(problems)
    return CaptionDocument(reading, format: .webVTT, encoding: guess?.encoding ?? .known("UTF-8"))
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
