import CFFmpeg
import OverlayRender

extension Frame {
  /// Gives the frame uninitialized memory for a picture of its own.
  func allocate(_ size: PixelSize, _ format: AVPixelFormat) throws(FFmpegStatus) {
    clear()
    pointer.pointee.format = format.rawValue
    pointer.pointee.width = Int32(size.width)
    pointer.pointee.height = Int32(size.height)
    try FFmpegStatus.check(overlay_av_frame_get_buffer(pointer, 0))
  }

  /// Makes the frame show a picture. The pixels are not copied: the picture lives until FFmpeg has released them.
  func show(_ picture: PixelBuffer, as format: AVPixelFormat) throws(FFmpegStatus) {
    clear()
    let frame = pointer
    frame.pointee.format = format.rawValue
    frame.pointee.width = Int32(picture.format.size.width)
    frame.pointee.height = Int32(picture.format.size.height)
    let bytes = try FFmpegStatus.check(picture.sharedBytes())
    frame.pointee.buf.0 = bytes
    guard let base = bytes.pointee.data else { throw .invalidArgument }
    withUnsafeMutableBytes(of: &frame.pointee.data) { data in
      let planes = data.assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
      for (index, plane) in picture.format.planes.enumerated() { planes[index] = base + plane.offset }
    }
    withUnsafeMutableBytes(of: &frame.pointee.linesize) { sizes in
      let lineSizes = sizes.assumingMemoryBound(to: Int32.self)
      for (index, plane) in picture.format.planes.enumerated() { lineSizes[index] = Int32(plane.bytesPerRow) }
    }
    frame.pointee.extended_data = UnsafeMutableRawPointer(frame)
      .advanced(by: MemoryLayout<AVFrame>.offset(of: \.data) ?? 0)
      .assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
  }
}

extension PixelBuffer {
  /// Returns a read-only reference of FFmpeg to the bytes, which keeps the picture alive; `nil` if memory is exhausted.
  func sharedBytes() -> UnsafeMutablePointer<AVBufferRef>? {
    withUnsafeBytes { bytes in
      // FFmpeg does not write to a buffer that is marked read-only.
      let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: UInt8.self)
      let owner = Unmanaged.passRetained(self)
      let reference = overlay_av_buffer_create(
        start, bytes.count, { owner, _ in owner.map { Unmanaged<PixelBuffer>.fromOpaque($0).release() } },
        owner.toOpaque(), AV_BUFFER_FLAG_READONLY)
      if reference == nil { owner.release() }
      return reference
    }
  }
}

extension UnsafeMutablePointer<AVFrame> {
  /// Whether the data of the picture contain captions of CEA-608 or CEA-708, as ATSC A/53 part 4, 6.2.3 embeds them.
  var hasClosedCaptions: Bool {
    guard let data = overlay_av_frame_get_side_data(self, AV_FRAME_DATA_A53_CC)?.pointee, let bytes = data.data else {
      return false
    }
    return stride(from: 0, to: Int(data.size) - 2, by: 3).contains { index in
      let (flags, first, second) = (bytes[index], bytes[index + 1], bytes[index + 2])
      let (isValid, isCEA708) = (flags & 0b100 != 0, flags & 0b10 != 0)
      // CEA-608 fills pauses with zeros, to which parity is added.
      return isValid && (isCEA708 || (first | second) & 0x7F != 0)
    }
  }
}
