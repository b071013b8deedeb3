import CFFmpeg
import OverlayRender

/// Owns a packet of encoded data (`AVPacket`).
struct Packet: ~Copyable {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() throws(FFmpegStatus) {
    pointer = try FFmpegStatus.check(overlay_av_packet_alloc())
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = pointer
    overlay_av_packet_free(&pointer)
  }

  /// Releases the data.
  func clear() {
    overlay_av_packet_unref(pointer)
  }

  /// Makes the packet share the data and properties of another one.
  func become(_ other: borrowing Packet) throws(FFmpegStatus) { try become(other.pointer) }

  /// Makes the packet share the data and properties of one that something else owns.
  func become(_ other: UnsafePointer<AVPacket>) throws(FFmpegStatus) {
    clear()
    try FFmpegStatus.check(overlay_av_packet_ref(pointer, other))
  }
}

extension Int64 {
  /// Returns a number of ticks of `clock` as the nearest number of ticks of another one. A clock is the duration of a
  /// tick in seconds.
  func ticks(of clock: AVRational, on other: AVRational) -> Int64 {
    overlay_av_rescale_q_rnd(self, clock, other, AV_ROUND_NEAR_INF)
  }
}

extension MediaTime {
  /// Creates the time of a number of ticks of `clock`, which is the duration of a tick in seconds.
  init(ticks: Int64, of clock: AVRational) {
    self = MediaTime(value: ticks, timescale: clock.den).multiplied(by: Int64(clock.num), dividedBy: 1)
  }
}

/// Owns a frame of pixels or samples (`AVFrame`).
struct Frame: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFrame>

  init() throws(FFmpegStatus) {
    pointer = try FFmpegStatus.check(overlay_av_frame_alloc())
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    overlay_av_frame_free(&pointer)
  }

  /// Releases the data.
  func clear() {
    overlay_av_frame_unref(pointer)
  }
}

/// A frame that is complete, and can be shared.
// `@unchecked`: the frame is not changed any more, and FFmpeg counts the references to its data atomically.
final class DecodedFrame: @unchecked Sendable {
  private let frame: Frame

  /// Moves a frame here.
  init(moving other: borrowing Frame) throws(FFmpegStatus) {
    frame = try Frame()
    overlay_av_frame_move_ref(frame.pointer, other.pointer)
  }

  /// Shares the data of a frame.
  init(sharing other: UnsafeMutablePointer<AVFrame>) throws(FFmpegStatus) {
    frame = try Frame()
    try FFmpegStatus.check(overlay_av_frame_ref(frame.pointer, other))
  }

  var pointer: UnsafeMutablePointer<AVFrame> { frame.pointer }

  /// The number of bytes of its data.
  var byteCount: Int {
    withUnsafeBytes(of: &frame.pointer.pointee.buf) { bytes in
      bytes.assumingMemoryBound(to: UnsafeMutablePointer<AVBufferRef>?.self)
        .reduce(0) { $0 + Int($1?.pointee.size ?? 0) }
    }
  }
}
