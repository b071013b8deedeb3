import OverlayRender

/// An error about a movie or a sound.
public enum MediaError: Error, Sendable, Hashable {
  /// The FFmpeg libraries are not installed. `required` is the major version of FFmpeg, and `packages` are Debian's
  /// packages of it.
  case librariesMissing(reason: String, required: Int, packages: [String], purpose: Purpose)
  /// The FFmpeg libraries have another major version than the one for which this program is compiled.
  case librariesOfOtherVersion(required: Int, found: Int, purpose: Purpose)
  /// FFmpeg has no encoder of this codec. `alternatives` are codecs that the container can hold and that are there.
  case encoderMissing(codec: MovieCodec, alternatives: [MovieCodec])
  /// The container cannot hold the codec.
  case codecNotHeld(codec: MovieCodec, container: String, supported: [MovieCodec])
  /// The container holds no pictures of this size.
  case sizeTooLarge(container: String, size: PixelSize, maximumPixelCount: Int)
  /// The pixel format needs sides that are multiples of `multiple`. `alternative` is a pixel format of the codec that
  /// does not.
  case sizeNotDivisible(size: PixelSize, pixelFormat: PixelFormat, multiple: PixelSize, alternative: PixelFormat?)
  /// The colors of the codec always have limited range.
  case fullRangeNotPossible(codec: MovieCodec)
  /// The encoder does not accept its options or the picture. `encoder` is FFmpeg's name.
  case encoderNotOpened(encoder: String, reason: String)
  /// A picture or a sound cannot be encoded. `encoder` is FFmpeg's name.
  case encodingFailed(encoder: String, reason: String)
  /// The container can be written to a file only, because its beginning is completed at the end.
  case notStreamable(name: String, container: String)
  /// The stream has ended without any picture.
  case noPicture(name: String)
  /// A server cannot be reached, or does not accept the stream. `name` is the URL without its secrets.
  case streamFailed(name: String, reason: String)
  /// The certificate of a server does not show that it is the server of the URL. Nothing was sent to it. `name` is the
  /// URL without its secrets.
  case serverNotVerified(name: String, reason: String)
  /// Another program has the port on which this side waits for a connection. `name` is the URL without its secrets.
  case portInUse(name: String, port: Int)
  /// A stream that reconnects has ended before a server has got a frame. `reason` is why the latest attempt failed.
  case nothingSent(name: String, reason: String)
  /// The URL of a stream or a feed is not valid. `name` is the URL without its secrets.
  case streamURLNotValid(name: String, reason: String)
  /// The container cannot be written.
  case containerFailed(name: String, reason: String)
  /// A file of a movie or of sound cannot be opened.
  case fileNotOpened(path: String, reason: FileReason)
  /// A sound file cannot be read.
  case soundUnreadable(path: String, reason: String)
  /// FFmpeg has no encoder for sound with this name.
  case soundEncoderMissing(name: String)
  /// A movie cannot be read.
  case movieUnreadable(path: String, reason: String)
  /// A file contains no pictures that move; `hasSound` if it contains sound.
  case noPictures(path: String, hasSound: Bool = false)
  /// A file is an animated WebP, whose pictures FFmpeg does not read.
  case animatedWebP(path: String)
  /// FFmpeg has no decoder for the pictures of a movie. `codec` is FFmpeg's name.
  case decoderMissing(path: String, codec: String)
  /// The pictures of a movie have more pixels than can be decoded.
  case pictureTooLarge(path: String, size: PixelSize)
  /// A movie has no subtitle track of this number. `tracks` are those that it has: each with its number, language and
  /// codec.
  case noSubtitleTrack(path: String, number: Int, tracks: [String])
  /// A movie has no audio track of this number. `tracks` are those that it has: each with its number, language and
  /// codec.
  case noAudioTrack(path: String, number: Int, tracks: [String])
  /// A subtitle track of a movie consists of pictures, or has a codec that cannot be read as text. `codec` is FFmpeg's
  /// name.
  case subtitlesNotText(path: String, number: Int, codec: String)
  /// A movie ends before a time. `end` is the end of its last picture, or `nil` if it is not known. `isDamaged` is
  /// whether the file may have contained more.
  case movieEndsBefore(path: String, time: MediaTime, end: MediaTime?, isDamaged: Bool)
  /// The pictures of a movie have a size that the codec cannot encode. `alternative` is a pixel format of the codec
  /// that can have it, and `codecs` are others that the container can hold.
  case movieSizeNotPossible(
    path: String, size: PixelSize, pixelFormat: PixelFormat, codec: MovieCodec, alternative: PixelFormat?,
    codecs: [MovieCodec])
  /// A file contains no sound.
  case noSound(path: String)
  /// The container cannot hold any sound.
  case soundNotHeld(container: String)
  /// A codec or a container does not have a setting. `alternatives` are codecs of the container, or containers, that
  /// do.
  case settingNotSupported(MovieOptions.Setting, by: String, alternatives: [String])
  /// Two settings exclude each other.
  case settingsExclusive(MovieOptions.Setting, MovieOptions.Setting)
  /// The value of a choice is not possible.
  case valueNotPossible(MovieOptions.Setting, value: String)
  /// The codec has no such preset.
  case presetUnknown(String, codec: MovieCodec)
  /// The quality is outside the range of the codec.
  case qualityOutOfRange(Double, codec: MovieCodec, range: ClosedRange<Double>)

  /// What the FFmpeg libraries are needed for.
  public enum Purpose: Sendable, Hashable {
    /// Reading a movie, a sound or an image, or information about FFmpeg.
    case reading
    /// Writing a movie.
    case writing

    /// What works without the libraries, as the end of a remedy.
    fileprivate var alternative: String { self == .writing ? ", or write y4m or raw" : "" }
  }
}

extension MediaError: CustomStringConvertible {
  /// One line that says what is wrong and how to fix it.
  public var description: String { "\(problem): \(text.remedy)" }

  /// The problem, without a remedy.
  package var problem: String { text.problem }

  private var text: (problem: String, remedy: String) {
    switch self {
    case .librariesMissing(let reason, let required, let packages, let purpose):
      (
        "the libraries of FFmpeg \(required) cannot be loaded (\(reason))",
        "install Debian's packages \(packages.listed(with: "and"))" + purpose.alternative
      )
    case .librariesOfOtherVersion(let required, let found, let purpose):
      (
        "FFmpeg \(required) is required, and this machine has FFmpeg \(found)",
        "install a build of this program for this system" + purpose.alternative
      )
    case .encoderMissing(let codec, let alternatives):
      (
        "FFmpeg has no encoder for \(codec)",
        alternatives.isEmpty
          ? "install Debian's package \(MovieCodec.encoderPackage), or an FFmpeg with "
            + codec.encoderNames.listed(with: "or")
          : "choose \(alternatives.map(\.rawValue).listed(with: "or"))"
      )
    case .codecNotHeld(let codec, let container, let supported):
      ("\(container) cannot hold \(codec)", "choose \(supported.map(\.rawValue).listed(with: "or"))")
    case .sizeTooLarge(let container, let size, let maximum):
      ("\(container): \(size) has more than \(maximum) pixels", "choose a smaller size")
    case .sizeNotDivisible(let size, let pixelFormat, let multiple, let alternative):
      (
        "\(size) is not possible with \(pixelFormat)",
        "give sides that are multiples of \(multiple.width) and \(multiple.height)"
          + (alternative.map { ", or choose \($0)" } ?? "")
      )
    case .fullRangeNotPossible(let codec): ("\(codec) always has limited range", "choose limited range")
    case .encoderNotOpened(let encoder, let reason): ("\(encoder) cannot be used (\(reason))", "check its options")
    case .encodingFailed(let encoder, let reason):
      ("\(encoder) failed (\(reason))", "choose another codec, or a smaller size")
    case .notStreamable(let name, let container):
      ("\(name): \(container) can be written to a file only", "give the name of a file, or choose another format")
    case .noPicture(let name): ("\(name): there is no picture to write", "give a longer duration")
    case .streamFailed(let name, let reason):
      ("\(name): the stream failed (\(reason))", "check the URL and the server, or reconnect")
    case .serverNotVerified(let name, let reason):
      (
        "\(name): the server cannot be verified (\(reason))",
        "correct the host, renew the certificate, or add its authority to the system or to the file of SSL_CERT_FILE"
      )
    case .portInUse(let name, let port):
      ("\(name): another program uses port \(port)", "end it, or give another port")
    case .nothingSent(let name, let reason): ("\(name): nothing was sent (\(reason))", "check the URL and the server")
    case .streamURLNotValid(let name, let reason): ("\(name): \(reason)", "correct the URL")
    case .containerFailed(let name, let reason): ("\(name): cannot be written (\(reason))", "choose another format")
    case .fileNotOpened(let path, let reason): ("\(path): \(reason.text.problem)", reason.text.remedy)
    case .soundUnreadable(let path, let reason):
      ("\(path): cannot be read as sound (\(reason))", "give a sound file or a movie with sound")
    case .soundEncoderMissing(let name):
      ("FFmpeg has no encoder \(name) for sound", "write mp4 or mov, or install an FFmpeg that has it")
    case .movieUnreadable(let path, let reason):
      ("\(path): cannot be read as a movie (\(reason))", "check that it is complete, and that it plays elsewhere")
    case .noPictures(let path, let hasSound):
      ("\(path): contains no moving pictures" + (hasSound ? ", only sound" : ""), "give a movie")
    case .animatedWebP(let path):
      ("\(path): is an animated WebP, whose pictures FFmpeg does not read", "convert it to a gif, an apng or a movie")
    case .decoderMissing(let path, let codec):
      ("\(path): FFmpeg has no decoder for \(codec)", "convert the movie, or install an FFmpeg that has it")
    case .pictureTooLarge(let path, let size):
      (
        "\(path): its pictures have \(size) pixels",
        "give a movie of at most \(Decoder.maximumPixelCount / 1_000_000) megapixels"
      )
    case .noSubtitleTrack(let path, let number, let tracks):
      tracks.isEmpty
        ? ("\(path): contains no subtitle tracks", "give a movie with subtitles, or a caption file")
        : ("\(path): has no subtitle track \(number)", "choose \(tracks.listed(with: "or"))")
    case .noAudioTrack(let path, let number, let tracks):
      tracks.isEmpty
        ? ("\(path): contains no sound", "give a movie with sound")
        : ("\(path): has no audio track \(number)", "choose \(tracks.listed(with: "or"))")
    case .subtitlesNotText(let path, let number, let codec):
      (
        "\(path): subtitle track \(number) (\(codec)) is not text",
        "choose a text track, or convert it with a program that recognizes text in pictures"
      )
    case .movieEndsBefore(let path, let time, let end, let isDamaged):
      (
        "\(path): the movie " + (isDamaged ? "is damaged or cut off, " : "")
          + (end.map { "ends at \($0.inSeconds(places: 3)) and " } ?? "") + "has no picture at \(time.inSeconds())",
        "give an earlier time" + (isDamaged ? ", or a complete movie" : "")
      )
    case .movieSizeNotPossible(let path, let size, let pixelFormat, let codec, let alternative, let codecs):
      (
        "\(path): \(codec) cannot encode \(size) in \(pixelFormat)",
        "choose "
          + ([alternative.map(\.name)].compactMap(\.self) + codecs.map(\.rawValue) + ["another container"])
          .listed(with: "or")
      )
    case .noSound(let path): ("\(path): contains no sound", "give a sound file or a movie with sound")
    case .soundNotHeld(let container):
      ("\(container) cannot hold sound", "choose no sound, or \(MovieContainer.namesWithSound.listed(with: "or"))")
    case .settingsExclusive(let first, let second):
      ("\(first) and \(second) exclude each other", "leave one of them out")
    case .valueNotPossible(let setting, let value):
      ("\(value) is not possible for \(setting)", setting == .playCount ? "give 1 to 65535" : "give more than 0")
    case .settingNotSupported(let setting, let name, let alternatives):
      (
        "\(name) does not support \(setting)",
        alternatives.isEmpty ? "leave it out" : "leave it out, or choose \(alternatives.listed(with: "or"))"
      )
    case .presetUnknown(let preset, let codec):
      ("\(preset.quoted) is not a preset of \(codec)", "choose \(codec.presets.listed(with: "or"))")
    case .qualityOutOfRange(let quality, let codec, let range):
      (
        "\(Int(exactly: quality)?.description ?? quality.description) is not a quality of \(codec)",
        "give \(codec.hasWholeQualities ? "a whole number" : "one") from \(Int(range.lowerBound)) to "
          + "\(Int(range.upperBound))"
      )
    }
  }
}

extension MediaError: CategorizedError {
  package var category: ErrorCategory {
    switch self {
    case .librariesMissing, .librariesOfOtherVersion, .encoderMissing, .soundEncoderMissing, .decoderMissing:
      .unavailable
    case .fileNotOpened(_, .empty), .fileNotOpened(_, .playlist), .soundUnreadable, .noSound, .movieUnreadable,
      .noPictures, .animatedWebP, .pictureTooLarge, .subtitlesNotText, .movieEndsBefore(_, _, _, isDamaged: true):
      .data
    case .fileNotOpened: .input
    case .noSubtitleTrack(_, _, let tracks), .noAudioTrack(_, _, let tracks): tracks.isEmpty ? .data : .usage
    case .encodingFailed, .containerFailed, .streamFailed, .serverNotVerified, .portInUse, .nothingSent: .transfer
    default: .usage
    }
  }
}
