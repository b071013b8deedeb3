import Foundation
import OverlayMedia
import OverlayRender
import Testing

/// The messages of errors to Swift programmers. The transcripts contain the messages of the command.
@Suite("Descriptions of media errors")
struct MediaErrorTests {
  static let messages: [(error: MediaError, description: String)] = [
    (
      .librariesMissing(
        reason: "libavutil.so.57: not found", required: 5, packages: ["libavformat59", "libswscale6"],
        purpose: .reading),
      "the libraries of FFmpeg 5 cannot be loaded (libavutil.so.57: not found): "
        + "install Debian's packages libavformat59 and libswscale6"
    ),
    (
      .noAudioTrack(path: "a.mkv", number: 3, tracks: ["1 (eng, aac)", "2 (deu, aac)"]),
      "a.mkv: has no audio track 3: choose 1 (eng, aac) or 2 (deu, aac)"
    ),
    (.noAudioTrack(path: "a.mkv", number: 1, tracks: []), "a.mkv: contains no sound: give a movie with sound"),
    (
      .librariesMissing(
        reason: "libavutil.so.57: not found", required: 5, packages: ["libavformat59", "libswscale6"],
        purpose: .writing),
      "the libraries of FFmpeg 5 cannot be loaded (libavutil.so.57: not found): "
        + "install Debian's packages libavformat59 and libswscale6, or write y4m or raw"
    ),
    (
      .librariesOfOtherVersion(required: 5, found: 7, purpose: .writing),
      "FFmpeg 5 is required, and this machine has FFmpeg 7: install a build of this program for this system, "
        + "or write y4m or raw"
    ),
    (
      .encoderMissing(codec: .av1, alternatives: [.vp9]),
      "FFmpeg has no encoder for av1: choose vp9"
    ),
    (
      .encoderMissing(codec: .h264, alternatives: []),
      "FFmpeg has no encoder for h264: "
        + "install Debian's package \(MovieCodec.encoderPackage), or an FFmpeg with libx264 or libopenh264"
    ),
    (
      .codecNotHeld(codec: .ffv1, container: "webm", supported: [.vp9, .av1]),
      "webm cannot hold ffv1: choose vp9 or av1"
    ),
    (
      .sizeNotDivisible(
        size: PixelSize(63, 35), pixelFormat: .yuv420p, multiple: PixelSize(2, 2), alternative: .yuv444p),
      "63x35 is not possible with yuv420p: give sides that are multiples of 2 and 2, or choose yuv444p"
    ),
    (
      .sizeNotDivisible(size: PixelSize(63, 35), pixelFormat: .yuv420p, multiple: PixelSize(2, 2), alternative: nil),
      "63x35 is not possible with yuv420p: give sides that are multiples of 2 and 2"
    ),
    (.fullRangeNotPossible(codec: .prores), "prores always has limited range: choose limited range"),
    (.valueNotPossible(.bitRate, value: "0"), "0 is not possible for a bit rate: give more than 0"),
    (
      .settingNotSupported(.fragments, by: "mkv", alternatives: ["mp4", "mov"]),
      "mkv does not support fragments: leave it out, or choose mp4 or mov"
    ),
    (
      .settingNotSupported(.constantRateFactor, by: "gif", alternatives: []),
      "gif does not support a constant quality: leave it out"
    ),
    (.presetUnknown("fast", codec: .vp9), "'fast' is not a preset of vp9: choose 0, 1, 2, 3, 4, 5, 6, 7 or 8"),
    (
      .qualityOutOfRange(51.5, codec: .h264, range: 0...51),
      "51.5 is not a quality of h264: give one from 0 to 51"
    ),
    (.soundNotHeld(container: "gif"), "gif cannot hold sound: choose no sound, or mp4, mov, mkv, webm or nut"),
    (
      .fileNotOpened(path: "a.mp4", reason: .system(SystemError(rawValue: EACCES))),
      "a.mp4: it cannot be opened (Permission denied): check the permissions of the file and of its folder"
    ),
    (
      .fileNotOpened(path: "https://example.org/a.mp4", reason: .url),
      "https://example.org/a.mp4: movies and sound are read from files, and not from a URL: "
        + "give a path, or save it with ffmpeg -i URL -c copy movie.mkv"
    ),
    (
      .movieEndsBefore(path: "a.mp4", time: .seconds(9), end: .milliseconds(2500), isDamaged: false),
      "a.mp4: the movie ends at 2.5 s and has no picture at 9 s: give an earlier time"
    ),
    (
      .movieEndsBefore(path: "a.mp4", time: .seconds(9), end: .seconds(2), isDamaged: true),
      "a.mp4: the movie is damaged or cut off, ends at 2 s and has no picture at 9 s: "
        + "give an earlier time, or a complete movie"
    ),
    (.noSound(path: "a.mp4"), "a.mp4: contains no sound: give a sound file or a movie with sound"),
  ]

  @Test("An error is one line that says what is wrong and how to fix it", arguments: messages.indices)
  func descriptions(index: Int) {
    let (error, description) = Self.messages[index]
    #expect(error.description == description)
    #expect((error as any Error).localizedDescription == description)
  }
}
