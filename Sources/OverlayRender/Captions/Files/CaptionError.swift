/// Why a file gives no captions at all.
public struct CaptionError: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Kind: Error, Sendable, Hashable {
    /// There is no such file.
    case missing
    /// It is a folder.
    case folder
    /// It is a device, or something else that files are not read from.
    case notAFile
    /// The system refuses to read it.
    case unreadable(SystemError)
    /// It holds more than ``CaptionDocument/sizeLimit`` bytes, or becomes more than twice as many in UTF-8.
    case tooLarge
    /// There is nothing in it but blanks and line ends.
    case empty
    /// A byte, by its offset from 0, is no part of UTF-8.
    case notUTF8(offset: Int, byte: UInt8, line: Int)
    /// The bytes at an offset from 0 stand for nothing in the encoding that was named.
    case notInEncoding(String, offset: Int, line: Int)
    /// Nobody knows an encoding by this name; known names near to it, the nearest first.
    case unknownEncoding(String, near: [String])
    /// The C library has no tables for an encoding that files are found in.
    case encodingNotInstalled(String)
    /// It looks like UTF-16 and has no byte order mark.
    case unmarkedUTF16(encoding: String)
    /// It is no text.
    case binary
    /// It is of a kind that is not read.
    case foreign(ForeignFormat)
    /// It is text, and of no kind that is known.
    case unknownFormat(beginning: String)
    /// It is not of the kind that it was said to be.
    case notInFormat(CaptionFormat)
    /// Its JSON is none, or says something else than captions.
    case badJSON(CaptionJSONError)
  }

  /// What the captions were to be read from: a path as it was given, or `standard input`; `nil` for bytes.
  public let name: String?
  /// What is wrong.
  public let kind: Kind

  init(_ kind: Kind, in name: String?) {
    self.name = name
    self.kind = kind
  }

  /// The line, from 1, that the error is in; `nil` where it is in none.
  public var line: Int? {
    switch kind {
    case .notUTF8(_, _, let line), .notInEncoding(_, _, let line): line
    case .badJSON(let error): error.line
    default: nil
    }
  }
}

extension CaptionError: CustomStringConvertible {
  /// What is wrong, where, and how to mend it, in one line.
  public var description: String { line(saying: kind.description) }

  /// What is wrong in other words, behind the place.
  package func line(saying problem: String) -> String {
    let place = [name.map { String($0.quotedWhole.dropFirst().dropLast()) }, line.map(String.init)].compactMap(\.self)
    return (place + ["\(place.isEmpty ? "" : " ")\(problem)"]).joined(separator: ":")
  }
}

extension CaptionError.Kind: CustomStringConvertible {
  /// What is wrong and how to mend it, in one line, without the place.
  public var description: String {
    switch self {
    case .missing: "there is no such file: check its name"
    case .folder: "it is a folder: name a file in it"
    case .notAFile: "it is no file: name one that holds captions"
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
    case .binary: "it is no text: name a file of captions"
    case .foreign(let format): "it is \(format), which is not read here: \(format.advice)"
    case .unknownFormat(let beginning):
      "\(beginning.quoted) begins no SRT, WebVTT, LRC or JSON captions: "
        + "for plain lines, each a caption, read them as such or name the file .txt"
    case .notInFormat(let format): "it is no \(format): \(format.mark)"
    case .badJSON(let error): error.problem
    }
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

extension CaptionFormat {
  /// What a file of the format must have.
  fileprivate var mark: String {
    switch self {
    case .lines: "it has no lines"
    case .subRip: "no line of it gives times, as in 00:00:01,000 --> 00:00:02,000"
    case .webVTT: "it does not begin with WEBVTT"
    case .lyrics: "no line of it begins with a time, as in [00:12.50]"
    case .json: "it does not begin with { or ["
    }
  }
}

/// Why captions in JSON could not be read.
public struct CaptionJSONError: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Reason: Sendable, Hashable {
    /// It is no JSON.
    case malformed(String)
    /// Objects and lists lie too deep within one another.
    case tooDeep
    /// The value is of another kind than it should be.
    case wrongKind(expected: String)
    /// The value is of the right kind and not one of those that are possible.
    case badValue(String, expected: String)
    /// A member is not there.
    case missing(String)
  }

  /// The line of the file, from 1.
  public let line: Int
  /// Where in the document it is: `cues[3].start`; empty for the document itself.
  public let path: String
  /// What is wrong there.
  public let reason: Reason
}

extension CaptionJSONError: CustomStringConvertible {
  /// What is wrong, where, and how to mend it, in one line.
  public var description: String { "line \(line): \(problem)" }

  /// What is wrong, where in the document, and how to mend it, without the line.
  var problem: String {
    // A member's name is the file's.
    let path = path.isEmpty ? "the document" : String(path.quotedWhole.dropFirst().dropLast().prefix(200))
    let problem =
      switch reason {
      case .malformed(let what): "is no JSON: \(what)"
      case .tooDeep: "lies more than \(JSONScanner.deepest) levels deep: captions need no more than eight"
      case .wrongKind(let expected): "should be \(expected)"
      case .badValue(let text, let expected): "is \(text.quoted) and should be \(expected)"
      case .missing(let member): "has no \(member.quoted)"
      }
    return "\(path) \(problem)"
  }
}
