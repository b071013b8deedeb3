import CFFmpeg

extension MovieContainer {
  /// Returns whether the container holds a codec of sound in a way that players know.
  func holdsSound(of codec: AVCodecID) -> Bool {
    guard let sound, sound.copiedCodecs?.contains(codec.name) ?? true else { return false }
    return overlay_avformat_query_codec(overlay_av_guess_format(muxerName, nil, nil), codec, FF_COMPLIANCE_NORMAL) == 1
  }

  /// Returns FFmpeg's name of the encoder for sound that is encoded again: an encoder of its own codec, or a lossless
  /// one for lossless sound; `nil` if the container does not hold them, or FFmpeg does not have them.
  func encoderName(for sound: UnsafeMutablePointer<AVCodecParameters>) -> String? {
    let codec = sound.pointee.codec_id
    var codecs = [codec]
    if codec.isLossless {
      let isDeep = sound.pointee.bits_per_raw_sample > 16
      codecs += [AV_CODEC_ID_FLAC, isDeep ? AV_CODEC_ID_PCM_S24LE : AV_CODEC_ID_PCM_S16LE]
    }
    return codecs.lazy.filter { holdsSound(of: $0) }.compactMap(\.soundEncoderName)
      .first { overlay_avcodec_find_encoder_by_name($0) != nil }
  }
}

extension AVCodecID {
  /// FFmpeg's name of the codec.
  var name: String { String(cString: overlay_avcodec_get_name(self)) }

  /// Whether decoding always returns what was encoded.
  var isLossless: Bool {
    guard let descriptor = overlay_avcodec_descriptor_get(self) else { return false }
    return descriptor.pointee.props & (AV_CODEC_PROP_LOSSLESS | AV_CODEC_PROP_LOSSY) == AV_CODEC_PROP_LOSSLESS
  }

  /// FFmpeg's name of the encoder for sound; `nil` if no good one is known.
  fileprivate var soundEncoderName: String? {
    switch self {
    case AV_CODEC_ID_FLAC, AV_CODEC_ID_ALAC, AV_CODEC_ID_AAC, AV_CODEC_ID_AC3: name
    case AV_CODEC_ID_OPUS: "libopus"
    case AV_CODEC_ID_VORBIS: "libvorbis"
    case AV_CODEC_ID_MP3: "libmp3lame"
    default: name.hasPrefix("pcm_") ? name : nil
    }
  }
}
