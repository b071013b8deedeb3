import OverlayRender

/// The pictures of a live feed with a view drawn over them, in real time and at a constant rate.
///
///     let feed = try LiveFeed("srt://127.0.0.1:9000?mode=listener")
///     try await FrameStream(ClockText(), size: feed.naturalSize).over(feed).write(to: "rtmp://example.com/live/key")
///
/// The view is drawn as in a live stream: a clock shows the wall time, and data that changes is followed. While the
/// feed sends nothing, its last picture stays, and the view continues over it. The frames end with the feed, unless it
/// reconnects. A feed has one iterator at a time.
public struct LiveOverlaidFrames: AsyncSequence, Sendable {
  /// A picture of the feed with its time. The first one has the time zero.
  public typealias Element = SampleBuffer

  /// The feed.
  public let feed: LiveFeed
  /// The view, in the size of the feed.
  let overlays: LiveFrames
  /// The form in which outputs receive the pictures.
  package var form: OverlaidFrames.Form
  /// The rate of the pictures.
  package let frameRate: FrameRate
  /// The number of pictures; `nil` if it is not known.
  package let frameCount: Int64?

  /// Creates the pictures.
  package init(
    _ stream: FrameStream, over feed: LiveFeed, clock: any MediaClock = HostClock.shared, duration: MediaTime?,
    until wallEnd: WallTime? = nil, frameRate: FrameRate? = nil
  ) {
    var stream = stream
    form = OverlaidFrames.Form(pixelFormat: stream.configuration.pixelFormat)
    let rate = frameRate ?? feed.overlayFrameRate
    stream.configuration.size = feed.naturalSize
    stream.configuration.frameRate = rate
    stream.configuration.pixelFormat = nil
    self.feed = feed
    self.frameRate = rate
    overlays = stream.live(clock: clock, duration: duration, until: wallEnd, repeats: true)
    frameCount = duration.flatMap { $0.isNumeric ? rate.frame(atOrAfter: $0) : nil }
  }

  /// Creates an iterator. The first picture is the current one at its first request.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// An iterator that waits for the time of each picture. It ends when its task is canceled.
  public final class Iterator: AsyncIteratorProtocol {
    private let frames: LiveOverlaidFrames
    private let overlays: LiveFrames.Iterator
    private var compositor: FrameCompositor?
    /// The presentation time of the first overlay.
    private var beginning: MediaTime?
    /// What the latest picture consists of.
    private var latest: (frame: FeedFrame, overlay: PixelBuffer?, picture: PixelBuffer)?
    /// Whether the feed, or its requested part, has ended.
    package private(set) var hasEnded = false

    init(_ frames: LiveOverlaidFrames) {
      self.frames = frames
      overlays = frames.overlays.makeAsyncIterator()
    }

    /// Returns the next picture at its time; `nil` at the end, or when the task is canceled.
    ///
    /// - Throws: `RenderError` if the overlay cannot be drawn, or `MediaError` if a picture cannot be converted.
    public func next() async throws -> SampleBuffer? {
      try await next(isolation: #isolation)
    }

    /// Returns the next picture, on the executor of the caller.
    ///
    /// - Throws: `RenderError` if the overlay cannot be drawn, or `MediaError` if a picture cannot be converted.
    public func next(isolation actor: isolated (any Actor)?) async throws -> SampleBuffer? {
      guard !hasEnded, let overlay = try await overlays.next(isolation: actor), let schedule = overlays.schedule else {
        hasEnded = hasEnded || overlays.hasEnded
        return nil
      }
      let due = schedule.anchor + overlay.presentationTime
      if beginning == nil { frames.feed.receiver.begin(at: due) }
      let beginning = beginning ?? overlay.presentationTime
      self.beginning = beginning
      // The nearest picture, which is due half an interval later or earlier.
      let halfInterval = frames.frameRate.interval.multiplied(by: 1, dividedBy: 2)
      let (receiver, duration) = (frames.feed.receiver, frames.feed.nominalFrameRate.interval)
      guard let frame = receiver.picture(at: due + halfInterval, lasting: duration) else {
        hasEnded = true
        guard latest != nil else {
          throw frames.feed.problem
            ?? .streamFailed(name: frames.feed.name, reason: "it ended before its first picture")
        }
        return nil
      }
      let picture = try namingDrawingErrors({ .streamFailed(name: frames.feed.name, reason: $0) }) {
        try self.picture(of: frame, overlay)
      }
      return SampleBuffer(pixelBuffer: picture, presentationTime: overlay.presentationTime - beginning)
    }

    /// Returns the picture of a frame with the overlay: the latest one if both are the same.
    private func picture(of frame: FeedFrame, _ overlay: SampleBuffer) throws -> PixelBuffer {
      let compositor =
        try self.compositor
        ?? FrameCompositor(frames.feed.movie.pictures, layout: frames.feed.movie.layout(in: frames.form))
      self.compositor = compositor
      try compositor.setOverlay(overlay)
      if let latest, latest.frame.frame === frame.frame, latest.overlay === overlay.pixelBuffer {
        return latest.picture
      }
      let picture = try compositor.picture(of: frame.frame.pointer)
      latest = (frame, overlay.pixelBuffer, picture)
      return picture
    }
  }
}

extension LiveFeed {
  /// The rate of a view over the feed: the rate of its pictures, if it is a usual one.
  package var overlayFrameRate: FrameRate {
    // Some feeds announce the rate of their clock instead.
    nominalFrameRate.nominalFramesPerSecond <= 240 ? movie.overlayFrameRate : .fps(30)
  }
}

extension LiveOverlaidFrames: RecordableFrames {}

extension LiveOverlaidFrames.Iterator: RecordableIterator {
  /// The work of drawing the overlay so far.
  package var work: RenderWork { overlays.work }
  /// The lateness of the latest picture, relative to the time at which its frame was due.
  package var lateness: MediaTime? { overlays.lateness }
  /// The schedule of the frames; `nil` before the first one.
  package var schedule: LiveSchedule? { overlays.schedule }
  /// The number of times that a lost connection to the feed was made again.
  package var reconnections: Int64 { frames.feed.reconnections }
  /// Whether no end is requested. The feed may end nevertheless.
  package var isEndless: Bool { overlays.isEndless }
  /// The presentation time of the end if the frames end now.
  package var endOfRecording: MediaTime {
    beginning.map { Swift.max(overlays.endOfRecording - $0, .zero) } ?? .zero
  }
}
