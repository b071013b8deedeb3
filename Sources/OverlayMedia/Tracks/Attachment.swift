import CFFmpeg

/// A file in a movie: a font, or a cover picture.
struct Attachment {
  private let source: UnsafeMutablePointer<AVStream>
  private let form: Form

  /// How a container holds it.
  private enum Form {
    /// A stream without packets, whose parameters contain the file, as in Matroska.
    case attachment(fileName: String, mimeType: String)
    /// A picture beside the others, as in mp4.
    case picture
  }

  /// The kinds of pictures that are covers: the names of FFmpeg's codecs, with file names and MIME types.
  private static let pictures: [String: (fileName: String, mimeType: String)] = [
    "mjpeg": ("cover.jpg", "image/jpeg"), "png": ("cover.png", "image/png"),
  ]

  /// Describes a stream, which must live as long as this. Returns `nil` if the container cannot hold it.
  init?(_ stream: UnsafeMutablePointer<AVStream>, in container: MovieContainer) {
    source = stream
    if stream.isCover {
      guard let picture = Self.pictures[stream.codecName], stream.pointee.attached_pic.size > 0 else { return nil }
      switch container.attachments {
      case .files: form = .attachment(fileName: picture.fileName, mimeType: picture.mimeType)
      case .coverTracks: form = .picture
      case .none: return nil
      }
    } else {
      guard container.attachments == .files, stream.pointee.codecpar.pointee.extradata_size > 0 else { return nil }
      form = .attachment(
        fileName: FFmpegDictionary.text("filename", in: stream.pointee.metadata) ?? "attachment",
        mimeType: FFmpegDictionary.text("mimetype", in: stream.pointee.metadata) ?? "application/octet-stream")
    }
  }

  /// Adds a stream for the attachment, before the header is written.
  ///
  /// - Returns: The packet to write after the header; `nil` for none.
  func addStream(to muxer: Muxer) throws(FFmpegStatus) -> AttachedPicture? {
    let stream = try muxer.addStream(timeBase: AVRational(num: 1, den: 90_000))
    guard case .attachment(let fileName, let mimeType) = form else {
      try FFmpegStatus.check(overlay_avcodec_parameters_copy(stream.pointee.codecpar, source.pointee.codecpar))
      stream.pointee.codecpar.pointee.codec_tag = 0
      stream.pointee.disposition |= AV_DISPOSITION_ATTACHED_PIC
      return AttachedPicture(source: source, stream: stream)
    }
    FFmpegDictionary.set([("filename", fileName), ("mimetype", mimeType)], in: &stream.pointee.metadata)
    let title = FFmpegDictionary.text("title", in: source.pointee.metadata)
    if let title { FFmpegDictionary.set([("title", title)], in: &stream.pointee.metadata) }
    guard source.isCover else {
      try FFmpegStatus.check(overlay_avcodec_parameters_copy(stream.pointee.codecpar, source.pointee.codecpar))
      stream.pointee.codecpar.pointee.codec_tag = 0
      return nil
    }
    let picture = source.pointee.attached_pic
    stream.pointee.codecpar.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
    stream.pointee.codecpar.pointee.codec_id = source.pointee.codecpar.pointee.codec_id
    try stream.pointee.codecpar.setHeader(UnsafeBufferPointer(start: picture.data, count: Int(picture.size)))
    return nil
  }
}

/// A cover picture that is written as a packet.
struct AttachedPicture {
  fileprivate let source: UnsafeMutablePointer<AVStream>
  fileprivate let stream: UnsafeMutablePointer<AVStream>

  /// Writes the packet, after the header.
  func write(to muxer: Muxer) throws {
    let packet = try Packet()
    try FFmpegStatus.check(overlay_av_packet_ref(packet.pointer, &source.pointee.attached_pic))
    packet.pointer.pointee.pts = 0
    packet.pointer.pointee.dts = 0
    packet.pointer.pointee.stream_index = stream.pointee.index
    try muxer.write(packet)
  }
}

extension UnsafeMutablePointer<AVStream> {
  /// Whether the stream is a cover picture.
  var isCover: Bool { pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 }

  /// The bytes of the cover picture; `nil` if the stream is none.
  var cover: [UInt8]? {
    let picture = pointee.attached_pic
    guard isCover, let bytes = picture.data, picture.size > 0 else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(picture.size)))
  }
}
