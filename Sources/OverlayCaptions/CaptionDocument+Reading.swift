/// Options for reading captions.
public struct CaptionReadingOptions: Sendable, Hashable {
  /// The format; `nil` to detect it from the content.
  public var format: CaptionFormat?
  /// The character encoding as an IANA name. If it is `nil`, the byte order mark decides, or else the encoding is UTF-8
  /// or what a ``CaptionEncodingDetector`` returns.
  public var encoding: String?
  /// The duration of each plain line. `nil` and values that are not positive numbers mean
  /// ``CaptionTrack/defaultLineInterval``.
  public var lineInterval: MediaTime?
  /// Whether content of no known format is read as plain lines.
  public var takesPlainLines: Bool
  /// The end of the sound that lyrics belong to. The last line is shown until then if the file does not specify an end.
  public var soundDuration: MediaTime?

  /// Creates options.
  public init(
    format: CaptionFormat? = nil, encoding: String? = nil, lineInterval: MediaTime? = nil,
    takesPlainLines: Bool = false, soundDuration: MediaTime? = nil
  ) {
    self.format = format
    self.encoding = encoding
    self.lineInterval = lineInterval
    self.takesPlainLines = takesPlainLines
    self.soundDuration = soundDuration
  }
}

extension CaptionDocument {
  /// Reads captions from the bytes of a file. What cannot be read exactly is listed in ``problems``.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - options: The options for reading.
  ///   - detectEncoding: A closure that guesses the encoding of a file that is not UTF-8 if no encoding is given. If
  ///     the guess does not fit, the file is read as windows-1252. Without this closure such a file is an error.
  /// - Throws: ``CaptionError`` if the bytes contain no captions at all. A file of a known format without cues is not
  ///   an error.
  public init(
    _ bytes: [UInt8], options: CaptionReadingOptions = CaptionReadingOptions(),
    detectEncoding: CaptionEncodingDetector? = nil
  ) throws(CaptionError) {
    try self.init(of: nil, options, detectEncoding) { () throws(CaptionError.Kind) in bytes }
  }

  /// Reads captions from a file, or from a FIFO until its writers close it. If the name ends in `.txt`, content of no
  /// known format is read as plain lines.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - options: The options for reading.
  ///   - detectEncoding: A closure that guesses the encoding of a file that is not UTF-8, as in
  ///     ``init(_:options:detectEncoding:)``.
  ///   - onWait: A closure that is called once if a FIFO provides nothing for a second, possibly because it has no
  ///     writer.
  /// - Throws: ``CaptionError`` if the file contains no captions at all. A file without cues is not an error.
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

  /// Reads captions from a file descriptor until its end. Content of no known format is read as plain lines. The
  /// descriptor stays open.
  ///
  /// - Parameters:
  ///   - descriptor: A descriptor that is open for reading.
  ///   - name: The name for the descriptor in errors.
  ///   - options: The options for reading.
  ///   - detectEncoding: A closure that guesses the encoding of text that is not UTF-8, as in
  ///     ``init(_:options:detectEncoding:)``.
  /// - Throws: ``CaptionError`` if the content contains no captions at all. Input without cues is not an error.
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
    // The memory of the text is released here.
    return CaptionDocument(reading, format: format, encoding: encoding)
  }

  /// Reads WebVTT, which has its own rule for bytes that are not UTF-8 (W3C WebVTT, section 6.1). The rule applies if
  /// the bytes are damaged UTF-8 and if no other encoding fits.
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

extension CaptionFormat {
  /// The number of nonempty lines that detection considers.
  private static let lineLimit = 100

  /// Detects the format of a text by its content.
  init(of text: [UInt8], takesPlainLines: Bool) throws(CaptionError.Kind) {
    var firstLine: Range<Int>?
    var lines = ByteLines(text)
    var count = 0
    while count < CaptionFormat.lineLimit, let line = lines.next() {
      let line = text.trimmed(line)
      guard !line.isEmpty else { continue }
      count += 1
      if firstLine == nil {
        firstLine = line
        if CaptionFormat.isWebVTT(text) {
          self = .webVTT
          return
        }
        if CaptionFormat.beginsAsJSON(text[line.lowerBound...]) {
          self = .json
          return
        }
        if let unsupported = UnsupportedCaptionFormat(text, firstLine: line) { throw .unsupportedFormat(unsupported) }
      }
      if SubRipTiming.Line(text, line).isTiming {
        self = .subRip
        return
      }
      if CaptionFormat.isLyrics(text[line]) {
        self = .lyrics
        return
      }
    }
    guard takesPlainLines else {
      throw firstLine.map { .unknownFormat(beginning: text[$0].excerpt) } ?? .empty
    }
    self = .lines
  }

  /// Returns whether a file has the signature of WebVTT (W3C WebVTT, section 4.1).
  static func isWebVTT(_ bytes: [UInt8]) -> Bool {
    let rest = bytes.dropFirst(bytes.starts(with: [UInt8].byteOrderMark) ? 3 : 0)
    guard rest.starts(with: "WEBVTT".utf8) else { return false }
    guard let next = rest.dropFirst(6).first else { return true }
    return next.isBlank || next == .lineFeed || next == .carriageReturn
  }

  /// Returns whether a text starts with an object or an array of objects. An array of anything else is the time stamp
  /// of a lyrics file.
  private static func beginsAsJSON(_ text: ArraySlice<UInt8>) -> Bool {
    let next = text.dropFirst().first { !$0.isBlank && $0 != .lineFeed && $0 != .carriageReturn }
    switch text.first {
    case UInt8(ascii: "{"): return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
    case UInt8(ascii: "["): return next == UInt8(ascii: "{") || next == UInt8(ascii: "]")
    default: return false
    }
  }

  /// Returns whether a line starts with a time stamp such as `[01:02` or with a tag such as `[ti:`.
  private static func isLyrics(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "[") else { return false }
    let rest = line.dropFirst()
    let name = rest.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "]") }
    guard let colon = rest.dropFirst(name.count).first, colon == UInt8(ascii: ":"), !name.isEmpty else { return false }
    if name.allSatisfy({ $0.digit != nil }) { return rest.dropFirst(name.count + 1).first?.digit != nil }
    return lyricsTags.contains(String(decoding: name.prefix(8), as: UTF8.self).lowercased())
  }

  private static let lyricsTags: Set = ["ti", "ar", "al", "au", "lr", "by", "offset", "length", "re", "ve", "la", "id"]
}
