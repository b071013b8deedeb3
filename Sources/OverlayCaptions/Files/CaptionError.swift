/// An error that prevents reading any captions from a file.
public struct CaptionError: Error, Sendable, Hashable {
  /// The kind of an error.
  public enum Kind: Error, Sendable, Hashable {
    /// The file does not exist.
    case missing
    /// The path leads to a directory.
    case folder
    /// The path leads to a device or something else that is not a file.
    case notAFile
    /// The system cannot read the file.
    case unreadable(SystemError)
    /// The file is larger than 32 MiB, or more than twice as much in UTF-8.
    case tooLarge
    /// The file contains only spaces and line ends.
    case empty
    /// A byte is not valid UTF-8. The offset is from 0.
    case notUTF8(offset: Int, byte: UInt8, line: Int)
    /// The bytes at an offset, from 0, are not valid in the requested encoding.
    case notInEncoding(String, offset: Int, line: Int)
    /// The name of the encoding is unknown. `near` lists similar known names, the most similar first.
    case unknownEncoding(String, near: [String])
    /// The C library does not have the conversion tables for this encoding.
    case encodingNotInstalled(String)
    /// The file looks like UTF-16 and has no byte order mark.
    case unmarkedUTF16(encoding: String)
    /// The file is not text.
    case binary
    /// The file is in a known format that is not supported.
    case unsupportedFormat(UnsupportedCaptionFormat)
    /// The file is text in an unknown format.
    case unknownFormat(beginning: String)
    /// The file is not in the requested format.
    case notInFormat(CaptionFormat)
    /// The JSON is malformed or does not describe captions.
    case badJSON(CaptionJSONError)
  }

  /// The name of the source: the given path, or `standard input`; `nil` for bytes.
  public let name: String?
  /// The kind of the error.
  public let kind: Kind

  init(_ kind: Kind, in name: String?) {
    self.name = name
    self.kind = kind
  }

  /// The line of the file, from 1, that contains the error; `nil` if the error is not in a line.
  public var line: Int? {
    switch kind {
    case .notUTF8(_, _, let line), .notInEncoding(_, _, let line): line
    case .badJSON(let error): error.line
    default: nil
    }
  }
}

extension CaptionError: CustomStringConvertible {
  /// A description of the error, its location and how to fix it, in one line.
  public var description: String { line(saying: kind.description) }

  /// Returns the location followed by another description of the error.
  package func line(saying problem: String) -> String {
    let location = [name.map { String($0.quotedWhole.dropFirst().dropLast()) }, line.map(String.init)].compactMap(
      \.self)
    return (location + ["\(location.isEmpty ? "" : " ")\(problem)"]).joined(separator: ":")
  }
}

extension CaptionError.Kind: CustomStringConvertible {
  /// A description of the error and how to fix it, in one line, without the location.
  public var description: String {
    switch self {
    case .missing: "there is no such file: check its name"
    case .folder: "it is a folder: name a file in it"
    case .notAFile: "it is not a file: name a file that contains captions"
    case .unreadable(let error): "it cannot be read (\(error))"
    case .tooLarge: "it holds more than \(CaptionDocument.sizeLimit >> 20) MiB: split it"
    case .empty: "it is empty: there are no captions in it"
    case .notUTF8(let offset, let byte, _):
      "the byte \(hexadecimal(byte)) at offset \(offset) is not UTF-8: the file is in another encoding"
    case .notInEncoding(let encoding, let offset, _):
      "the bytes at offset \(offset) are not \(encoding): the file is in another encoding"
    case .unknownEncoding(let name, let near):
      "\(name.quoted): unknown encoding; "
        + (near.isEmpty
          ? "give a name such as windows-1252, Shift_JIS or GB18030" : "near: \(near.joined(separator: ", "))")
    case .encodingNotInstalled(let name):
      "this system's C library cannot read \(name): install its gconv modules, or save the file as UTF-8"
    case .unmarkedUTF16(let encoding):
      "it looks like UTF-16 without a byte order mark (\(encoding))"
    case .binary: "it is not text: name a caption file"
    case .unsupportedFormat(let format): "it is \(format), which is not supported: \(format.advice)"
    case .unknownFormat(let beginning):
      "\(beginning.quoted) is not the start of SRT, WebVTT, LRC or JSON captions: "
        + "for plain lines, each a caption, read them as such or name the file .txt"
    case .notInFormat(let format): "it is not \(format): \(format.requirement)"
    case .badJSON(let error): error.problem
    }
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

extension CaptionFormat {
  /// What a file in the format must contain, and this one does not.
  fileprivate var requirement: String {
    switch self {
    case .lines: "it has no lines"
    case .subRip: "no line has times, as in 00:00:01,000 --> 00:00:02,000"
    case .webVTT: "it does not start with WEBVTT"
    case .lyrics: "no line starts with a time, as in [00:12.50]"
    case .json: "it does not start with { or ["
    }
  }
}

/// An error in captions in JSON.
public struct CaptionJSONError: Error, Sendable, Hashable {
  /// The reason for an error.
  public enum Reason: Sendable, Hashable {
    /// The text is not valid JSON.
    case malformed(String)
    /// Objects and arrays are nested too deep.
    case tooDeep
    /// The value has the wrong type.
    case wrongKind(expected: String)
    /// The value has the right type but is not allowed.
    case badValue(String, expected: String)
    /// A required member is missing.
    case missing(String)
  }

  /// The line of the file, from 1.
  public let line: Int
  /// The path of the value in the document, such as `cues[3].start`; empty for the document itself.
  public let path: String
  /// The reason for the error.
  public let reason: Reason
}

extension CaptionJSONError: CustomStringConvertible {
  /// A description of the error, its location and how to fix it, in one line.
  public var description: String { "line \(line): \(problem)" }

  /// A description of the error, its path in the document and how to fix it, without the line.
  var problem: String {
    // The names of members come from the file and must be escaped.
    let path = path.isEmpty ? "the document" : String(path.quotedWhole.dropFirst().dropLast().prefix(200))
    let problem =
      switch reason {
      case .malformed(let what): "is not JSON: \(what)"
      case .tooDeep: "is nested more than \(JSONScanner.maximumDepth) levels deep: captions need no more than eight"
      case .wrongKind(let expected): "should be \(expected)"
      case .badValue(let text, let expected): "is \(text.quoted) and should be \(expected)"
      case .missing(let member): "has no \(member.quoted)"
      }
    return "\(path) \(problem)"
  }
}
