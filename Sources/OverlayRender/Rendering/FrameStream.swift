/// A view as a stream of samples: each is a picture that differs from the one before, with its time and how long it holds.
///
///     let frames = FrameStream(FlashSale(opens: opens), size: PixelSize(1280, 720), frameRate: .fps(30))
///     for try await sample in frames.offline(duration: .seconds(60)) { try sink.write(sample) }
///
/// One call writes it to a file, a FIFO or standard output; what is written follows from the name:
///
///     try await FrameStream(ClockText(), size: PixelSize(640, 360)).write(to: "clock.y4m", duration: .seconds(10))
public struct FrameStream: Sendable {
  /// What is drawn, and how.
  public internal(set) var configuration: RenderConfiguration
  /// Writes the view into the tree.
  let root: @Sendable (inout SceneBuilder) -> Void

  /// Makes a stream of a view.
  public init(_ view: some View, configuration: RenderConfiguration) {
    self.configuration = configuration
    root = { view.resolve(into: &$0) }
  }

  /// Makes a stream of a view with the usual surroundings.
  public init(_ view: some View, size: PixelSize, frameRate: FrameRate = .fps(30), start: WallTime? = nil) {
    self.init(view, configuration: RenderConfiguration(size: size, frameRate: frameRate, start: start))
  }

  /// Makes a stream of one ``LiveView``: of views made from a value that changes while the stream runs.
  public init<Value, Content: View>(
    _ data: LiveData<Value>, configuration: RenderConfiguration,
    @ViewBuilder view: @escaping @Sendable (LiveData<Value>.Entry) -> Content
  ) {
    self.init(LiveView(data, content: view), configuration: configuration)
  }

  /// The changed pictures of a stretch of the stream, as fast as they are asked for.
  ///
  /// The pictures are those that the whole stream shows there, whatever the stretch. Nothing waits for live values: a
  /// frame takes them as they are when it is drawn, and where there is news the next frame is drawn that has not been
  /// promised to a sample before. For a value that must come at a certain time declare the time instead.
  ///
  /// - Parameters:
  ///   - start: The presentation time at which the stretch begins; the first sample is that of the first frame at or
  ///     after it. If it is not a number, the first sample throws `RenderError.timeNotNumeric`.
  ///   - duration: How long it is; `nil` or +infinity for a stream that never ends. If it is below zero or not a number, the
  ///     first sample throws `RenderError.impossibleDuration`.
  public func offline(from start: MediaTime = .zero, duration: MediaTime? = nil) -> OfflineFrames {
    OfflineFrames(stream: self, start: start, duration: duration)
  }

  /// The changed pictures as their time comes by the clock.
  ///
  /// - Parameters:
  ///   - clock: What to pace by.
  ///   - duration: When to end; `nil` or +infinity for never. If it is below zero or not a number, the first sample throws
  ///     `RenderError.impossibleDuration`.
  ///   - wallEnd: The civil time at which to end, if that comes first; it follows the wall clock when that is stepped.
  ///   - repeats: Whether unchanged frames of the grid are given as well, as the same picture again: for outputs whose
  ///     count of frames is their clock. Otherwise nothing wakes between changes.
  public func live(
    clock: any MediaClock = HostClock.shared, duration: MediaTime? = nil, until wallEnd: WallTime? = nil,
    repeats: Bool = false
  ) -> LiveFrames {
    LiveFrames(stream: self, clock: clock, duration: duration, wallEnd: wallEnd, repeats: repeats)
  }

  /// Refuses a duration that no stream can have.
  static func check(duration: MediaTime?) throws(RenderError) {
    guard let duration else { return }
    guard duration >= .zero, duration.isNumeric || duration == .positiveInfinity else {
      throw .impossibleDuration(duration)
    }
  }
}
