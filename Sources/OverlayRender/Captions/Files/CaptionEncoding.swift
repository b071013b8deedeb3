/// The character encoding that a caption file was read in, by its IANA name, and how it was found.
public enum CaptionEncoding: Sendable, Hashable {
  /// The one that was asked for, that a byte order mark names, or UTF-8.
  case known(String)
  /// The one that the bytes look like.
  case detected(String)
  /// The bytes are not UTF-8 and look like nothing else: windows-1252, the most common of all older encodings.
  case assumed(String)

  /// The name of the encoding.
  public var name: String {
    switch self {
    case .known(let name), .detected(let name), .assumed(let name): name
    }
  }
}

/// Guesses the character encoding of bytes that are not UTF-8.
///
/// - Parameter bytes: The whole file.
/// - Returns: The name of an encoding as iconv(3) or IANA has it; `nil` for no answer.
public typealias CaptionEncodingDetector = (_ bytes: [UInt8]) -> String?

extension CaptionDocument {
  /// The names of the character encodings that caption files are found in. Every other one that iconv(3) knows is read as
  /// well.
  public static var encodingNames: [String] { EncodingName.common }
}
