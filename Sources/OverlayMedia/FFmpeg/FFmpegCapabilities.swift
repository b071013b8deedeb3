import CFFmpeg

/// What the installed FFmpeg libraries can do.
package struct FFmpegCapabilities: Sendable {
  /// A codec or an encoder that movies use, with what is there for it.
  package struct Entry: Sendable, Hashable {
    /// The name of the codec or the encoder.
    package let name: String
    /// FFmpeg's encoders for it that are there, the preferred one first.
    package let encoders: [String]
    /// FFmpeg's encoders for it that are missing. One that is there is enough.
    package let missing: [String]
  }

  /// The version of FFmpeg.
  package let version: String
  /// The names and versions of the libraries.
  package let libraries: [(name: String, version: String)]
  /// The codecs of pictures, except raw pictures, which need no encoder.
  package let pictureCodecs: [Entry]
  /// The encoders of sound that the containers use.
  package let soundEncoders: [Entry]
  /// The names of the sound codecs that can be decoded, sorted.
  package let soundDecoders: [String]
  /// The protocols for writing.
  package let protocols: [String]

  /// Loads the libraries and reads what they can do.
  ///
  /// - Throws: ``MediaError/librariesMissing(reason:required:packages:purpose:)``.
  package init() throws(MediaError) {
    try FFmpegLibraries.load()
    version = String(cString: overlay_av_version_info())
    libraries = [
      ("libavformat", overlay_avformat_version()), ("libavcodec", overlay_avcodec_version()),
      ("libavutil", overlay_avutil_version()),
      ("libswscale", overlay_swscale_version()), ("libswresample", overlay_swresample_version()),
    ].map { ($0, Self.text(ofVersion: $1)) }
    pictureCodecs = MovieCodec.allCases.filter { !$0.encoderNames.isEmpty }
      .map { Self.entry($0.rawValue, encoders: $0.encoderNames) }
    soundEncoders = MovieContainer.all.compactMap(\.sound?.encoderName).withoutRepetitions
      .map { Self.entry($0, encoders: [$0]) }
    soundDecoders = Self.namesOfSoundDecoders()
    protocols = Self.namesOfOutputProtocols()
  }

  private static func entry(_ name: String, encoders: [String]) -> Entry {
    let isThere = { (encoder: String) in overlay_avcodec_find_encoder_by_name(encoder) != nil }
    return Entry(name: name, encoders: encoders.filter(isThere), missing: encoders.filter { !isThere($0) })
  }

  private static func namesOfSoundDecoders() -> [String] {
    var names: Set<String> = []
    var position: UnsafeMutableRawPointer?
    while let codec = overlay_av_codec_iterate(&position) {
      if codec.pointee.type == AVMEDIA_TYPE_AUDIO, overlay_av_codec_is_decoder(codec) != 0 {
        names.insert(codec.pointee.id.name)
      }
    }
    return names.sorted()
  }

  private static func namesOfOutputProtocols() -> [String] {
    var names: [String] = []
    var position: UnsafeMutableRawPointer?
    while let name = overlay_avio_enum_protocols(&position, 1) { names.append(String(cString: name)) }
    return names
  }

  /// The text of a version number, as `AV_VERSION_INT` composes it.
  private static func text(ofVersion version: UInt32) -> String {
    "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
  }
}
