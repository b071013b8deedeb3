/// A view as a stream of samples. Each sample is a picture that differs from the previous one, with its time and
/// duration.
///
///     let frames = FrameStream(FlashSale(opens: opens), size: PixelSize(1280, 720), frameRate: .fps(30))
///     for try await sample in frames.offline(duration: .seconds(60)) { try sink.write(sample) }
///
/// One call writes the stream to a file, a FIFO or standard output. The name decides the format:
///
///     try await FrameStream(ClockText(), size: PixelSize(640, 360)).write(to: "clock.y4m", duration: .seconds(10))
public struct FrameStream: Sendable {
  /// The configuration of the stream.
  public package(set) var configuration: RenderConfiguration
  /// Resolves the view into the tree.
  let root: @Sendable (inout SceneBuilder) -> Void
  /// The view of the stream.
  package var view: some View { StreamView(root: root) }

  /// Creates a stream of a view.
  public init(_ view: some View, configuration: RenderConfiguration) {
    self.configuration = configuration
    root = { view.resolve(into: &$0) }
  }

  /// Creates a stream of a view with default values for the rest of the configuration.
  public init(_ view: some View, size: PixelSize, frameRate: FrameRate = .fps(30), start: WallTime? = nil) {
    self.init(view, configuration: RenderConfiguration(size: size, frameRate: frameRate, start: start))
  }

  /// Creates a stream of a ``LiveView``, whose content depends on a value that changes while the stream runs.
  public init<Value, Content: View>(
    _ data: LiveData<Value>, configuration: RenderConfiguration,
    @ViewBuilder view: @escaping @Sendable (LiveData<Value>.Entry) -> Content
  ) {
    self.init(LiveView(data, content: view), configuration: configuration)
  }

  /// Returns the changed pictures of a part of the stream, as fast as they are requested.
  ///
  /// The pictures are the same as in the whole stream. Live values are not awaited: a frame uses the values at the time
  /// of drawing, and a change is drawn on the first frame that no earlier sample covers. For a value that must appear
  /// at a certain time, make the view depend on the time instead.
  ///
  /// - Parameters:
  ///   - start: The presentation time at which the part begins. The first sample shows the first frame at or after it.
  ///     If it is not a number, the first sample throws `RenderError.timeNotNumeric`.
  ///   - duration: The duration; `nil` or +infinity for an endless stream. If it is negative or not a number, the first
  ///     sample throws `RenderError.impossibleDuration`.
  public func offline(from start: MediaTime = .zero, duration: MediaTime? = nil) -> OfflineFrames {
    OfflineFrames(stream: self, start: start, duration: duration)
  }

  /// Returns the changed pictures of the first part of the stream, for a duration of the standard library.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func offline(from start: MediaTime = .zero, duration: Duration) -> OfflineFrames {
    offline(from: start, duration: MediaTime(duration))
  }

  /// Returns the changed pictures between two times of the stream: `stream.offline(.seconds(2) ..< .seconds(5))`.
  public func offline(_ range: Range<MediaTime>) -> OfflineFrames {
    offline(from: range.lowerBound, duration: range.upperBound - range.lowerBound)
  }

  /// Returns the changed pictures in real time.
  ///
  /// Presentation times count from the last whole second of the wall clock before the start, so the first one is
  /// usually not zero: it is 0.4 s for a stream that starts at 12:00:00.4. So the seconds of a clock change at whole
  /// seconds of the stream.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - duration: The duration; `nil` or +infinity for an endless stream. If it is negative or not a number, the first
  ///     sample throws `RenderError.impossibleDuration`.
  ///   - wallEnd: The wall time at which the stream ends, if that is earlier. It follows steps of the wall clock.
  ///   - repeats: Whether unchanged frames are returned as well, with the same picture, for outputs whose frame count
  ///     is their clock. Otherwise the stream sleeps between changes.
  public func live(
    clock: any MediaClock = HostClock.shared, duration: MediaTime? = nil, until wallEnd: WallTime? = nil,
    repeats: Bool = false
  ) -> LiveFrames {
    LiveFrames(stream: self, clock: clock, duration: duration, wallEnd: wallEnd, repeats: repeats)
  }

  /// Returns the changed pictures in real time, for a duration of the standard library.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func live(
    clock: any MediaClock = HostClock.shared, duration: Duration, until wallEnd: WallTime? = nil, repeats: Bool = false
  ) -> LiveFrames {
    live(clock: clock, duration: MediaTime(duration), until: wallEnd, repeats: repeats)
  }

  /// Returns a renderer of the stream's view.
  package func makeRenderer() throws(RenderError) -> Renderer {
    try Renderer(root: root, configuration: configuration, streamStart: .zero, clock: HostClock.shared)
  }

  /// Throws for a duration that no stream can have.
  static func check(duration: MediaTime?) throws(RenderError) {
    guard let duration else { return }
    guard duration >= .zero, duration.isNumeric || duration == .positiveInfinity else {
      throw .impossibleDuration(duration)
    }
  }
}

/// The view of a stream.
private struct StreamView: PrimitiveView {
  let root: @Sendable (inout SceneBuilder) -> Void

  func addNodes(to builder: inout SceneBuilder) { root(&builder) }
}
