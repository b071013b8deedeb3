import CFFmpeg
import OverlayRender

/// Decodes images that are not PNG with FFmpeg, whose libraries are loaded for the first of them.
struct FFmpegImageDecoder: ImageDecoder {
  func recognizes(_ firstBytes: [UInt8]) -> Bool {
    ImageFormat(ImageBytes(firstBytes)) != nil
  }

  func decode(_ bytes: [UInt8]) throws(ImageError.Reason) -> PixelBuffer {
    let file = ImageBytes(bytes)
    guard let format = ImageFormat(file) else { throw .unknownFormat }
    guard let header = ImageHeader(file, format), !format.isTruncated(file) else { throw .truncated }
    try Self.check(header.size)
    do {
      try FFmpegLibraries.load()
    } catch {
      throw .other("cannot be decoded: \(error), or give a PNG file")
    }
    let stored: PixelBuffer
    if format == .webP, let frame = WebPFile(file)?.frame {
      try Self.check(frame.size)
      stored = try Self.placed(Self.picture(in: frame.file, format, header), at: (frame.x, frame.y), on: header.size)
    } else {
      stored = try Self.picture(in: bytes, format, header)
    }
    guard header.orientation != .upright else { return stored }
    return try Self.draw(header.orientation.size(of: stored.format.size)) {
      $0.copyPixels(of: stored, turnedTo: header.orientation)
    }
  }

  private static func check(_ size: PixelSize) throws(ImageError.Reason) {
    let sides = VideoFormat.sideLimits
    guard sides.contains(size.width), sides.contains(size.height), size.pixelCount <= ImageError.maximumPixelCount
    else { throw .sizeOutOfRange(width: size.width, height: size.height) }
  }

  /// Decodes the first picture of a file as it is stored.
  private static func picture(
    in bytes: [UInt8], _ format: ImageFormat, _ header: ImageHeader
  ) throws(ImageError.Reason) -> PixelBuffer {
    do {
      let decoder = try Decoder(ofImages: format.codec)
      let packet = try Packet()
      try packet.copy(bytes)
      let frame = try Frame()
      try decoder.send(packet)
      try decoder.sendEnd()
      guard try decoder.receive(frame) else { throw FFmpegStatus.invalidData }
      // Images have color differences in the middle of their pixels unless they say otherwise, movies at the left.
      if frame.pointer.pointee.chroma_location == AVCHROMA_LOC_UNSPECIFIED {
        frame.pointer.pointee.chroma_location = AVCHROMA_LOC_CENTER
      }
      let size = PixelSize(Int(frame.pointer.pointee.width), Int(frame.pointer.pointee.height))
      let picture = try VideoFormat(size: size, pixelFormat: .bgraPremultiplied)
      let converter = DecodedFrameConverter(format: picture, arePremultiplied: header.isPremultiplied)
      return try converter.picture(of: frame.pointer)
    } catch let error as PixelBufferPoolError {
      if case .memory(let error) = error { throw .memory(error) }
      throw .other("cannot be decoded: \(error)")
    } catch let error as FFmpegStatus where error == .decoderNotFound {
      throw .other("is a \(format.rawValue) file, for which FFmpeg has no decoder: give a PNG file")
    } catch {
      throw .damaged
    }
  }

  /// Returns a transparent picture with another one in it, as far as it is inside.
  private static func placed(
    _ part: PixelBuffer, at origin: (x: Int, y: Int), on size: PixelSize
  ) throws(ImageError.Reason) -> PixelBuffer {
    let (width, height) = (part.format.size.width, part.format.size.height)
    guard origin.x + width <= size.width, origin.y + height <= size.height else { throw .damaged }
    return try draw(size) { draft in
      part.withUnsafeBytes { source in
        draft.withUnsafeMutableBytes { target in
          for y in 0..<height {
            let row = UnsafeRawBufferPointer(rebasing: source[(4 * y * width)...].prefix(4 * width))
            let start = 4 * ((origin.y + y) * size.width + origin.x)
            UnsafeMutableRawBufferPointer(rebasing: target[start...].prefix(4 * width)).copyMemory(from: row)
          }
        }
      }
    }
  }

  /// Returns a new picture.
  private static func draw(
    _ size: PixelSize, _ body: (inout PixelBufferDraft) -> Void
  ) throws(ImageError.Reason) -> PixelBuffer {
    guard let format = try? VideoFormat(size: size, pixelFormat: .bgraPremultiplied) else { throw .damaged }
    var draft: PixelBufferDraft
    do throws(PixelMemoryError) {
      draft = try PixelBufferDraft(format: format)
    } catch {
      throw .memory(error)
    }
    body(&draft)
    return draft.freeze()
  }
}

extension ImageFormat {
  fileprivate var codec: AVCodecID {
    switch self {
    case .jpeg: AV_CODEC_ID_MJPEG
    case .webP: AV_CODEC_ID_WEBP
    case .gif: AV_CODEC_ID_GIF
    case .bmp: AV_CODEC_ID_BMP
    case .tiff: AV_CODEC_ID_TIFF
    }
  }

  /// Whether a file certainly ends too early. Decoders would show a part of the picture.
  fileprivate func isTruncated(_ file: ImageBytes) -> Bool {
    switch self {
    // The marker of the end. In the data of pictures, its first byte is followed by zero.
    case .jpeg: !file.containsEndOfJPEG
    case .webP: WebPFile.isTruncated(file)
    case .bmp: file.number(at: 2, bytes: 4, .little).map { $0 > file.count } ?? true
    case .gif, .tiff: false
    }
  }
}

extension ImageBytes {
  /// Whether the marker of the end of a JPEG follows its data. Cameras add bytes after the end.
  fileprivate var containsEndOfJPEG: Bool {
    // Segments with their lengths come first. One of them may contain another picture.
    var position = 2
    while let marker = number(at: position, bytes: 2, .big), marker != 0xFFDA {
      guard marker > 0xFF00, let length = number(at: position + 2, bytes: 2, .big) else { return false }
      position += 2 + length
    }
    let data = bytes.dropFirst(position)
    return zip(data, data.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
  }
}

extension Packet {
  /// Makes the packet contain a copy of bytes, which decoders read beyond the end of.
  fileprivate func copy(_ bytes: [UInt8]) throws(FFmpegStatus) {
    try FFmpegStatus.check(overlay_av_new_packet(pointer, Int32(clamping: bytes.count)))
    pointer.pointee.data.update(from: bytes, count: bytes.count)
  }
}

/// Adds the decoder to the program before its code runs, like the formats of movies.
@section(".init_array") @used
private let registration: @convention(c) () -> Void = { ImageDecoders.register(FFmpegImageDecoder()) }
