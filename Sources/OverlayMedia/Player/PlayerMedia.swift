import OverlayRender

/// Where a player gets pictures, sound and threads from. Tests replace them.
struct PlayerMedia: Sendable {
  var openPictures: @Sendable (_ path: String, any MediaClock) throws(MediaError) -> any PictureSource
  var openSound: @Sendable (_ path: String, AudioFormat) throws(MediaError) -> any SoundSource
  var startWorker: StartWorker

  /// Files, decoded on threads of their own.
  static let files = PlayerMedia(
    openPictures: { (path, clock) throws(MediaError) in try FilePictures(path: path, clock: clock) },
    openSound: { (path, format) throws(MediaError) in try FileSound(path: path, format: format) },
    startWorker: DecodingThread.start)
}
