/// Makes pictures of a view at moments that the caller chooses, drawing only what changed since the last one.
///
///     let renderer = try Renderer(ClockText(format: "HH:mm:ss"), configuration: .init(size: PixelSize(640, 360)))
///     let sample = try renderer.render(at: .seconds(5))
///
/// A renderer belongs to one task at a time; the samples it makes may go anywhere.
public final class Renderer {
  /// What was asked for.
  public let configuration: RenderConfiguration
  /// The format of the samples.
  public let format: VideoFormat
  /// The civil time at presentation time zero.
  public private(set) var wallAnchor: WallTime
  /// The presentation time at which the stream began: stopwatches and timecode count from here.
  public let streamStart: MediaTime

  private let rasterizer: Rasterizer
  private let pool: PixelBufferPool
  private let converter: FrameConverter?
  private let live: LiveEntries
  private var root: Scope.Resolve
  private var scene: Scene?
  // Apart from the scene, because reading a field of an optional class property copies all of the structure.
  private var nextSceneChange = MediaTime.negativeInfinity
  private var history = RepaintHistory()
  private var stamp: UInt64 = 0
  /// What changed in pictures that could not be made, and so is still to be drawn.
  private var owed = Damage.nothing
  /// The picture returned last, as it was drawn and as it was converted, and the time it was asked for.
  private var latest: (picture: PixelBuffer, drawn: PixelBuffer, time: MediaTime)?
  /// Why the whole view must be resolved, if it must.
  private var resolveReason: ChangeCause?
  /// The damage that is tinted in the latest picture.
  private var tint = Damage.nothing
  private var account: FrameAccount?
  private var drawnCount = 0
  private var hasInk = false

  /// Makes a renderer of a view.
  ///
  /// - Parameters:
  ///   - view: What is drawn.
  ///   - configuration: What it is drawn for.
  ///   - streamStart: The presentation time at which the stream begins.
  ///   - clock: Tells the age of unused memory.
  /// - Throws: `RenderError.format`, `font`, or `conversion`.
  public convenience init(
    _ view: some View, configuration: RenderConfiguration, streamStart: MediaTime = .zero,
    clock: any MediaClock = HostClock.shared
  ) throws(RenderError) {
    try self.init(
      root: { view.resolve(into: &$0) }, configuration: configuration, streamStart: streamStart, clock: clock)
  }

  /// Makes a renderer of what `root` resolves; a rasterizer may be one that drew other views before.
  ///
  /// `onNews` is called, from any thread, when a live value in the view has changed: the next change is then at once.
  init(
    root: @escaping Scope.Resolve, configuration: RenderConfiguration, streamStart: MediaTime, clock: any MediaClock,
    rasterizer: Rasterizer? = nil, onNews: @escaping @Sendable () -> Void = {}
  ) throws(RenderError) {
    self.configuration = configuration
    live = LiveEntries(onNews: onNews)
    self.root = root
    self.streamStart = streamStart
    wallAnchor = configuration.start ?? clock.wallTime
    account = configuration.explain.map { FrameAccount(clock: clock, explain: $0) }
    let core = try RenderError.wrapping(RenderError.format) { () throws(VideoFormatError) in
      try VideoFormat(size: configuration.size, pixelFormat: .bgraPremultiplied)
    }
    let format = try RenderError.wrapping(RenderError.format) { () throws(VideoFormatError) in
      try configuration.videoFormat()
    }
    self.format = format
    pool = PixelBufferPool(format: core, clock: clock)
    converter = try RenderError.wrapping(RenderError.conversion) { () throws(FrameConverterError) in
      guard format != core else { return nil }
      return try FrameConverter(from: core, to: format, clock: clock)
    }
    self.rasterizer = try RenderError.wrapping(RenderError.font) { () throws(FontError) in
      if let rasterizer { rasterizer } else { try Rasterizer(fonts: configuration.fonts) }
    }
  }

  /// When the view changes next, as a presentation time: +infinity for never, -infinity when the next picture may differ
  /// whatever its time, because a live value has changed. Before it, every picture is the same.
  public var nextChange: MediaTime {
    guard resolveReason == nil, !live.hasNews, owed.isEmpty, latest != nil else { return .negativeInfinity }
    return nextSceneChange
  }

  /// Whether a live value has changed since the last picture.
  var hasNews: Bool { live.hasNews }

  /// The picture at a presentation time.
  ///
  /// When nothing changed since the last one it is the same `PixelBuffer` again, and nothing was resolved, compared,
  /// drawn or allocated. The sample's damage says what differs from the picture returned before; its duration is
  /// invalid, for only the caller knows which frame comes next.
  ///
  /// - Throws: `RenderError.timeNotNumeric`; or `raster`, `memory` or `conversion`, and the next call makes good what this one
  ///   could not draw.
  public func render(at time: MediaTime) throws(RenderError) -> SampleBuffer {
    guard time.isNumeric else { throw .timeNotNumeric(time) }
    if let latest, time >= latest.time, time < nextChange {
      self.latest?.time = time
      return SampleBuffer(pixelBuffer: latest.picture, presentationTime: time, damage: Damage.nothing)
    }
    let moment = RenderTime(
      presentation: time, streamStart: streamStart, wallAnchor: wallAnchor, frameRate: configuration.frameRate)
    account?.begin()
    updateScene(to: moment)
    var damage = owed
    if !owed.isEmpty { damage.formUnion(tint) }
    let picture = if damage.isEmpty, let latest { latest.drawn } else { try draw(damage) }
    let converted = try convert(picture, damage: damage)
    account?.finish(at: time, frameRate: configuration.frameRate, damage: owed)
    if configuration.showsDamage, !owed.isEmpty { tint = owed }
    owed = .nothing
    latest = (converted, picture, time)
    return SampleBuffer(pixelBuffer: converted, presentationTime: time, damage: damage)
  }

  /// Shows another view from the next picture on; only what differs is drawn.
  package func replaceView(_ view: some View) {
    root = { view.resolve(into: &$0) }
    resolveReason = .view
  }

  /// Moves the wall clock: presentation times stay, what shows civil time is resolved anew.
  public func anchorWallClock(at wall: WallTime) {
    guard wall != wallAnchor else { return }
    wallAnchor = wall
    resolveReason = resolveReason ?? .wallClock
  }

  /// What was done so far.
  public var work: RenderWork {
    RenderWork(
      picturesDrawn: drawnCount, pixelsDrawn: rasterizer.pixelsDrawn,
      surfacesDrawn: rasterizer.surfaces.drawnCount, scopesResolved: scene?.work.scopesResolved ?? 0,
      treesResolved: scene?.work.treesResolved ?? 0, buffersAllocated: pool.allocatedBufferCount, hasInk: hasInk)
  }

  private func updateScene(to moment: RenderTime) {
    let before = account == nil ? nil : scene
    var reason = resolveReason
    if scene == nil {
      reason = .start
      scene = Scene(
        size: configuration.size, alignment: configuration.alignment, at: moment, live: live,
        measuredBy: rasterizer.text, root: root)
      owed = Damage(format.bounds)
    } else {
      if moment.presentation < (latest?.time ?? moment.presentation) { reason = reason ?? .seek }
      let damage =
        reason == nil
        ? scene?.update(to: moment, measuredBy: rasterizer.text)
        : scene?.resolveAll(at: moment, root: root, measuredBy: rasterizer.text)
      owed.formUnion(damage ?? .nothing)
    }
    resolveReason = nil
    nextSceneChange = scene?.nextChange ?? .negativeInfinity
    guard account != nil, let scene else { return }
    account?.note { SceneComparison(of: scene, with: before, at: moment.presentation, reason: reason) }
  }

  private func draw(_ damage: Damage) throws(RenderError) -> PixelBuffer {
    guard let scene else { preconditionFailure("the scene is made before it is drawn") }
    var draft: PixelBufferDraft
    do { draft = try pool.draft() } catch { throw .memory(error) }
    stamp += 1
    history.append(stamp: stamp, damage: damage)
    var isBlank = draft.previousStamp == nil
    var repair = draft.previousStamp.flatMap { history.damage(since: $0) } ?? wholePicture(isBlank: isBlank)
    if isBlank, let latest, pool.hasRetiredBuffers {
      // Memory that was lent does not come back: what stays is copied from the latest picture, not drawn again.
      draft.copyBytes(of: latest.drawn, in: repair)
      (isBlank, repair) = (false, damage)
    }
    do {
      try rasterizer.draw(
        scene.list, background: configuration.background, damage: repair, isBlank: isBlank, into: &draft)
    } catch {
      throw .raster(error)
    }
    if configuration.showsDamage { draft.tint(owed) }
    drawnCount += 1
    if !hasInk { hasInk = scene.isVisible }
    return draft.freeze(stamp: stamp)
  }

  /// What must be painted in memory whose content is of no use; fresh pages that nothing inks are not touched.
  private func wholePicture(isBlank: Bool) -> Damage {
    if isBlank, configuration.background.alpha == 0, let scene { return scene.ink }
    return Damage(format.bounds)
  }

  private func convert(_ picture: PixelBuffer, damage: Damage) throws(RenderError) -> PixelBuffer {
    guard let converter else { return picture }
    return try RenderError.wrapping(RenderError.conversion) { () throws(FrameConverterError) in
      try converter.convert(picture, damage: damage)
    }
  }
}

/// Why a picture cannot be made.
public enum RenderError: Error, Hashable, CustomStringConvertible {
  /// The size is impossible.
  case format(VideoFormatError)
  /// The fonts are not there.
  case font(FontError)
  /// Cairo cannot draw.
  case raster(RasterError)
  /// There is no memory for a picture.
  case memory(PixelBufferPoolError)
  /// The picture cannot be converted to the pixel format.
  case conversion(FrameConverterError)
  /// A presentation time that is not a number: no frame is due then.
  case timeNotNumeric(MediaTime)
  /// A duration below zero, or one that is neither a number nor +infinity.
  case impossibleDuration(MediaTime)

  /// What is wrong, and how to mend it, in one line.
  public var description: String {
    switch self {
    case .format(let error): error.description
    case .font(let error): error.description
    case .raster(let error): error.description
    case .memory(let error): error.description
    case .conversion(let error): error.description
    case .timeNotNumeric(let time): "a frame cannot be due at \(time): give a time that is a number"
    case .impossibleDuration(let duration):
      "a stream cannot last \(duration): give a duration that is zero or more, or none for an endless stream"
    }
  }
}

extension RenderError {
  /// Runs `body`; what it throws becomes a case of this error.
  fileprivate static func wrapping<Result, Failure: Error>(
    _ wrap: (Failure) -> RenderError, _ body: () throws(Failure) -> Result
  ) throws(RenderError) -> Result {
    do { return try body() } catch { throw wrap(error) }
  }
}

/// What a renderer has done: the proof of what it did not do.
public struct RenderWork: Sendable, Hashable {
  /// Pictures rasterised.
  public var picturesDrawn = 0
  /// Pixels inside the damage that was rasterised.
  public var pixelsDrawn = 0
  /// Shapes, blurs, layers and other pictures of their own that were drawn before they were blended. A blur that is kept
  /// is not counted again.
  public var surfacesDrawn = 0
  /// Parts of views resolved again by themselves.
  package var scopesResolved = 0
  /// Whole views resolved and laid out.
  package var treesResolved = 0
  /// Pictures whose memory is mapped.
  public var buffersAllocated = 0
  /// Whether a picture showed anything but the background: false while there was nothing to draw in any.
  public var hasInk = false

  /// Makes a count of what was done.
  package init(
    picturesDrawn: Int = 0, pixelsDrawn: Int = 0, surfacesDrawn: Int = 0, scopesResolved: Int = 0,
    treesResolved: Int = 0, buffersAllocated: Int = 0, hasInk: Bool = false
  ) {
    self.picturesDrawn = picturesDrawn
    self.pixelsDrawn = pixelsDrawn
    self.surfacesDrawn = surfacesDrawn
    self.scopesResolved = scopesResolved
    self.treesResolved = treesResolved
    self.buffersAllocated = buffersAllocated
    self.hasInk = hasInk
  }
}
