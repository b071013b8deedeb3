import OverlayRender

/// The pictures of a movie with a view drawn over them, at the times of the movie.
///
///     let movie = try Movie(path: "talk.mp4")
///     try await FrameStream(Captions(track), size: movie.naturalSize).over(movie).write(to: "captioned.mp4")
///
/// The view is drawn at the size at which the movie is shown, for the time of each picture. A picture that lasts longer
/// than the view stays the same is split: it lasts until the first frame of the stream's rate, counted from its own
/// beginning, at which the view differs. Pictures of at most one and a half frames are never split.
public struct OverlaidFrames: AsyncSequence, Sendable {
  /// A picture of the movie with its time and duration.
  public typealias Element = SampleBuffer

  /// The movie.
  public let movie: Movie
  /// The stream of the view, with the size of the movie.
  let stream: FrameStream
  /// The part of the movie. An end of +infinity means the end of the movie.
  let (start, end): (MediaTime, MediaTime)
  /// Whether there is only the picture at the start, from presentation time zero on.
  let isStill: Bool
  /// The form of the pictures.
  package var form: Form
  /// Called at the end.
  package var onEnd: (@Sendable (Ending) -> Void)?

  /// What was read of the movie, at the end.
  package struct Ending: Sendable {
    /// The time of the last picture that was read.
    package let lastPicture: MediaTimeRange
    /// The damage that was found; `nil` for none.
    package let damage: MovieDamage?
    /// Whether the pictures contain closed captions, which are left out.
    package let hasClosedCaptions: Bool
    /// The number of pictures that are left out because they have the time of another one, or an earlier one.
    package let untimedCount: Int
    /// The number of pictures that no frame of the constant rate shows.
    package let unshownCount: Int
  }

  /// The form in which an output receives pictures.
  package struct Form: Sendable, Hashable {
    /// The pixel format; `nil` for the format of the movie, or the most similar one.
    var pixelFormat: PixelFormat?
    /// Whether pictures are turned as they are shown.
    var isUpright = true
    /// Whether the pixels become square.
    var hasSquarePixels = true
    /// Whether times are rounded to the nearest frames of the rate.
    var hasConstantRate = false
    /// Whether the pictures are decoded with exact arithmetic, whatever the processor can do.
    var isReproducible = false
  }

  /// The rate that splits pictures, and of outputs without times.
  package var frameRate: FrameRate { stream.configuration.frameRate }

  /// The layout of the pictures.
  func layout() throws(RenderError) -> PictureLayout { try movie.layout(in: form) }

  /// Returns the times of a sample in the output. At a constant rate, a sample that no frame shows has no duration.
  private func times(_ start: MediaTime, _ end: MediaTime) -> (MediaTime, MediaTime) {
    if isStill { return (.zero, frameRate.interval) }
    guard form.hasConstantRate else { return (start, end) }
    return (frameRate.time(nearestTo: start), frameRate.time(nearestTo: end))
  }

  /// Creates an iterator that starts at the beginning.
  public func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }

  /// An iterator that decodes and draws a picture when it is requested.
  public final class Iterator: AsyncIteratorProtocol {
    private let frames: OverlaidFrames
    private var run: Run?
    /// Whether a picture so far contains closed captions.
    private var hasClosedCaptions = false
    /// Whether the iterator has reached the end.
    package private(set) var hasEnded = false
    /// The end of the latest sample.
    package private(set) var endOfRecording: MediaTime

    /// The objects of a run.
    private struct Run {
      let reader: PictureReader
      let renderer: Renderer
      let compositor: FrameCompositor
      /// The number of the next part of the current picture: the frame of the rate at which it begins.
      var part: Int64 = 0
      /// The pictures that were left out before the start.
      let untimedCount: Int
      /// Whether the current picture is shown.
      var isShown = false
      /// The number of pictures before the current one that are not shown.
      var unshownCount = 0
    }

    init(_ frames: OverlaidFrames) {
      self.frames = frames
      endOfRecording = frames.isStill ? .zero : frames.start
    }

    /// Returns the next picture; `nil` at the end.
    ///
    /// - Throws: `MediaError` if the movie cannot be read, or `RenderError` if the overlay cannot be drawn.
    public func next() async throws -> SampleBuffer? {
      try nextSample()
    }

    /// Returns the next picture, on the executor of the caller; `nil` at the end.
    ///
    /// - Throws: `MediaError` if the movie cannot be read, or `RenderError` if the overlay cannot be drawn.
    public func next(isolation actor: isolated (any Actor)?) async throws -> SampleBuffer? {
      try nextSample()
    }

    private func nextSample() throws -> SampleBuffer? {
      guard !hasEnded else { return nil }
      try Task.checkCancellation()
      var run = try self.run ?? makeRun()
      defer { self.run = run }
      while true {
        let reader = run.reader
        var time = reader.time + frames.frameRate.time(ofFrame: run.part)
        if time >= reader.end {
          if !run.isShown, reader.end > frames.start { run.unshownCount += 1 }
          run.isShown = false
          guard try reader.next() else { return end(of: run) }
          (run.part, time) = (0, reader.time)
        }
        guard time < frames.end, !(frames.isStill && endOfRecording > .zero) else { return end(of: run) }
        let overlay = try run.renderer.render(at: time)
        try drawing { try run.compositor.setOverlay(overlay) }
        run.part = partOfNextChange(run)
        let partEnd = Swift.min(reader.end, reader.time + frames.frameRate.time(ofFrame: run.part))
        // The parts before the beginning are the same as in the whole movie.
        let (start, end) = frames.times(Swift.max(time, frames.start), Swift.min(partEnd, frames.end))
        if partEnd > frames.start, start < end {
          run.isShown = true
          return try sample(of: run, from: start, to: end)
        }
      }
    }

    private func makeRun() throws -> Run {
      let reader = try PictureReader(path: frames.movie.path, isReproducible: frames.form.isReproducible)
      guard try frames.start > .zero ? reader.seek(to: frames.start) : reader.next() else {
        throw MediaError.movieEndsBefore(
          path: frames.movie.path, time: frames.start, end: reader.end.isNumeric ? reader.end : nil,
          isDamaged: reader.isDamaged)
      }
      return Run(
        reader: reader, renderer: try frames.stream.makeRenderer(),
        compositor: try FrameCompositor(frames.movie.pictures, layout: frames.layout()),
        untimedCount: frames.start > .zero ? reader.untimedCount : 0)
    }

    /// Returns the part of the current picture that begins at the next change of the view, or after the picture.
    private func partOfNextChange(_ run: Run) -> Int64 {
      let rate = frames.frameRate
      let duration = run.reader.end - run.reader.time
      let afterEnd = rate.frame(atOrAfter: duration)
      // Times that are rounded in the file do not split a picture of a frame.
      guard duration.multiplied(by: 2, dividedBy: 1) > rate.time(ofFrame: 3) else { return afterEnd }
      let change = run.renderer.nextChange
      guard change < run.reader.end else { return afterEnd }
      guard change > run.reader.time else { return run.part + 1 }
      return Swift.max(rate.frame(atOrAfter: change - run.reader.time), run.part + 1)
    }

    private func sample(of run: Run, from start: MediaTime, to end: MediaTime) throws -> SampleBuffer {
      let picture = try drawing { try run.compositor.picture(of: run.reader.frame) }
      if !hasClosedCaptions { hasClosedCaptions = run.reader.frame.hasClosedCaptions }
      endOfRecording = end
      return SampleBuffer(pixelBuffer: picture, presentationTime: start, duration: end - start)
    }

    private func drawing<Result>(_ body: () throws -> Result) throws -> Result {
      try namingDrawingErrors({ .movieUnreadable(path: frames.movie.path, reason: $0) }, body)
    }

    private func end(of run: Run) -> SampleBuffer? {
      hasEnded = true
      let reader = run.reader
      // A part of the movie may end before the pictures do.
      let isAtEnd = reader.isLast && reader.end < frames.end
      frames.onEnd?(
        Ending(
          lastPicture: MediaTimeRange(start: reader.time, end: reader.end),
          damage: isAtEnd || reader.isDamaged ? MovieDamage(after: reader) : nil, hasClosedCaptions: hasClosedCaptions,
          untimedCount: reader.untimedCount - run.untimedCount, unshownCount: run.unshownCount))
      return nil
    }
  }
}

extension Movie {
  /// Returns the layout of the pictures in a form.
  func layout(in form: OverlaidFrames.Form) throws(RenderError) -> PictureLayout {
    let pixelFormat = form.pixelFormat ?? pictures.pixelFormat(among: PixelFormat.ofMovies, isUpright: true)
    do {
      return try PictureLayout(
        pictures, pixelFormat: pixelFormat ?? .yuv420p, isUpright: form.isUpright,
        hasSquarePixels: form.hasSquarePixels)
    } catch {
      throw .format(error)
    }
  }

  /// The rate of a view over the movie: the rate of its pictures.
  ///
  /// If they are slower than ten per second, as in slide shows, it is the smallest multiple of at least 25, so that a
  /// clock does not skip seconds.
  package var overlayFrameRate: FrameRate {
    let rate = nominalFrameRate
    let (numerator, denominator) = (Int64(rate.numerator), Int64(rate.denominator))
    guard numerator < 10 * denominator else { return rate }
    let factor = (25 * denominator + numerator - 1) / numerator
    let multiple = Int32(exactly: numerator * factor).flatMap {
      try? FrameRate(numerator: $0, denominator: rate.denominator)
    }
    return multiple ?? .fps(25)
  }
}

extension OverlaidFrames: RecordableFrames {}

extension OverlaidFrames.Iterator: RecordableIterator {
  /// The work of drawing the overlay so far.
  package var work: RenderWork { run?.renderer.work ?? RenderWork() }
  /// Always `nil`: the pictures are not due at a time.
  package var lateness: MediaTime? { nil }
  /// Always `nil`: the pictures have no schedule.
  package var schedule: LiveSchedule? { nil }
  /// Always false: a movie has an end.
  package var isEndless: Bool { false }
}

extension FrameRate {
  /// Returns the time of the frame that is nearest to a time.
  fileprivate func time(nearestTo time: MediaTime) -> MediaTime {
    self.time(ofFrame: frame(atOrBefore: time + interval.multiplied(by: 1, dividedBy: 2)))
  }
}
