/// Renders pictures of a view at any times, drawing only the changes since the previous picture.
///
///     let renderer = try Renderer(ClockText(format: "HH:mm:ss"), configuration: .init(size: PixelSize(640, 360)))
///     let sample = try renderer.render(at: .seconds(5))
///
/// Use a renderer from one task at a time. The samples can be sent anywhere.
public final class Renderer {
  /// The configuration.
  public private(set) var configuration: RenderConfiguration
  /// The video format of the samples.
  public private(set) var format: VideoFormat
  /// The wall time at presentation time zero.
  private(set) var wallAnchor: WallTime
  /// The presentation time at which the stream began, from which stopwatches and timecode count.
  public let streamStart: MediaTime
  /// The time of the clock at presentation time zero.
  private let clockAnchor: MediaTime

  private let rasterizer: Rasterizer
  private var pool: PixelBufferPool
  private var converter: FrameConverter?
  private let clock: any MediaClock
  private let live: LiveEntries
  private var root: Scope.Resolve
  private var scene: Scene?
  // This is separate from the scene, because reading a field of an optional class property copies the whole structure.
  private var nextSceneChange = MediaTime.negativeInfinity
  private var history = RepaintHistory()
  private var stamp: UInt64 = 0
  /// The changes that are not drawn yet, including the changes in pictures that failed.
  private var pendingDamage = Damage.nothing
  /// The latest picture, as drawn and as converted; `converted` is `nil` until a sample of it is requested.
  private var latest: (drawn: PixelBuffer, converted: PixelBuffer?)?
  /// The difference of the latest picture from the one of the latest sample.
  private var sampleDamage = Damage.nothing
  /// The time of the latest picture, or of one that failed after it.
  private var latestTime = MediaTime.negativeInfinity
  /// The number of pictures so far. Two pictures with the same number are the same.
  private(set) var pictureNumber = 0
  /// The reason for resolving the whole view; `nil` if that is not necessary.
  private var resolveReason: ChangeCause?
  /// The damage that is tinted in the latest picture.
  private var tintedDamage = Damage.nothing
  private var explainer: FrameExplainer?
  private var drawnCount = 0
  private var hasInk = false

  /// Creates a renderer of a view.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - configuration: The configuration.
  ///   - streamStart: The presentation time at which the stream begins.
  ///   - clock: The clock for releasing unused memory.
  /// - Throws: `RenderError.format`, `font`, or `conversion`.
  public convenience init(
    _ view: some View, configuration: RenderConfiguration, streamStart: MediaTime = .zero,
    clock: any MediaClock = HostClock.shared
  ) throws(RenderError) {
    try self.init(
      root: { view.resolve(into: &$0) }, configuration: configuration, streamStart: streamStart, clock: clock)
  }

  /// Creates a renderer that shares no texts with others, and shapes each of them as a whole. It can prove that shared
  /// texts are right.
  package convenience init(
    alone view: some View, configuration: RenderConfiguration
  ) throws(RenderError) {
    let rasterizer = try RenderError.wrapping(RenderError.font) { () throws(FontError) in
      try Rasterizer(fonts: configuration.fonts, sharesTexts: false)
    }
    try self.init(
      root: { view.resolve(into: &$0) }, configuration: configuration, streamStart: .zero, clock: HostClock.shared,
      rasterizer: rasterizer)
  }

  /// Creates a renderer for a root closure. The rasterizer may be one that has drawn other views.
  ///
  /// `onUpdate` is called, on any thread, when a live value of the view has changed. The next change is immediate then.
  init(
    root: @escaping Scope.Resolve, configuration: RenderConfiguration, streamStart: MediaTime, clock: any MediaClock,
    clockAnchor: MediaTime = .zero, rasterizer: Rasterizer? = nil, onUpdate: @escaping @Sendable () -> Void = {}
  ) throws(RenderError) {
    self.configuration = configuration
    live = LiveEntries(onUpdate: onUpdate)
    self.root = root
    self.streamStart = streamStart
    self.clockAnchor = clockAnchor
    wallAnchor = configuration.start ?? clock.wallTime
    explainer = configuration.explain.map { FrameExplainer(clock: clock, explain: $0) }
    self.clock = clock
    (format, pool, converter) = try Self.memory(for: configuration, clock: clock)
    self.rasterizer = try RenderError.wrapping(RenderError.font) { () throws(FontError) in
      if let rasterizer { rasterizer } else { try Rasterizer(fonts: configuration.fonts) }
    }
  }

  /// Returns the format, the memory and the conversion of the pictures.
  private static func memory(
    for configuration: RenderConfiguration, clock: any MediaClock
  ) throws(RenderError) -> (VideoFormat, PixelBufferPool, FrameConverter?) {
    let core = try RenderError.wrapping(RenderError.format) { () throws(VideoFormatError) in
      try VideoFormat(size: configuration.size, pixelFormat: .bgraPremultiplied)
    }
    let format = try RenderError.wrapping(RenderError.format) { () throws(VideoFormatError) in
      try configuration.videoFormat()
    }
    let converter = try RenderError.wrapping(RenderError.conversion) { () throws(FrameConverterError) in
      guard format != core else { return nil as FrameConverter? }
      return try FrameConverter(from: core, to: format, clock: clock)
    }
    return (format, PixelBufferPool(format: core, clock: clock), converter)
  }

  /// Changes the size of the pictures. The next picture is drawn as a whole; live values hold as before.
  ///
  /// - Throws: `RenderError.format` or `conversion` if the size is not possible. Then nothing changes.
  package func resize(to size: PixelSize) throws(RenderError) {
    guard size != configuration.size else { return }
    var configuration = configuration
    configuration.size = size
    (format, pool, converter) = try Self.memory(for: configuration, clock: clock)
    self.configuration = configuration
    scene = nil
    nextSceneChange = .negativeInfinity
    latest = nil
    history = RepaintHistory()
    (pendingDamage, sampleDamage, tintedDamage) = (.nothing, .nothing, .nothing)
  }

  /// The presentation time of the next change: +infinity for never, -infinity if a live value has changed, so that the
  /// next picture may differ at any time. All pictures before the next change are the same.
  public var nextChange: MediaTime { latest?.converted == nil ? .negativeInfinity : nextChangeOfDrawing }

  /// The presentation time of the next change of what is drawn, whether or not a sample of it was requested.
  var nextChangeOfDrawing: MediaTime {
    guard resolveReason == nil, !live.hasUpdates, pendingDamage.isEmpty, latest != nil else { return .negativeInfinity }
    return nextSceneChange
  }

  /// Whether a live value has changed since the latest picture.
  var hasUpdates: Bool { live.hasUpdates }

  /// Whether the latest picture is not right even at its own time, because a live value, the wall clock or the view has
  /// changed, or because it could not be drawn.
  var mustRedraw: Bool { resolveReason != nil || live.hasUpdates || !pendingDamage.isEmpty }

  /// Whether a picture can be drawn before its time: nothing but time changes the view, and no one wants to know when
  /// and why it is drawn.
  var canDrawAhead: Bool { live.count == 0 && explainer == nil && !mustRedraw }

  /// Returns the picture at a presentation time.
  ///
  /// If nothing changed since the latest picture, the sample has the same `PixelBuffer`, and nothing is resolved,
  /// compared, drawn or allocated. The damage of the sample is the difference from the latest picture. Its duration is
  /// invalid, because the renderer does not know the time of the next frame.
  ///
  /// - Throws: `RenderError.timeNotNumeric`; or `raster`, `memory` or `conversion`, after which the next call draws
  ///   what is missing.
  public func render(at time: MediaTime) throws(RenderError) -> SampleBuffer {
    guard time.isNumeric else { throw .timeNotNumeric(time) }
    if let converted = latest?.converted, time >= latestTime, time < nextChangeOfDrawing {
      latestTime = time
      return SampleBuffer(pixelBuffer: converted, presentationTime: time, damage: Damage.nothing)
    }
    try draw(at: time)
    return try sample(at: time)
  }

  /// Draws the picture at a presentation time, for `sample(at:)`. Its ``pictureNumber`` is another one if it differs.
  ///
  /// - Throws: `RenderError.timeNotNumeric`, `raster` or `memory`.
  func draw(at time: MediaTime) throws(RenderError) {
    guard time.isNumeric else { throw .timeNotNumeric(time) }
    try DrawingWatch.drawing { () throws(RenderError) in try update(to: time) }
  }

  private func update(to time: MediaTime) throws(RenderError) {
    explainer?.begin()
    updateScene(to: moment(at: time))
    var damage = pendingDamage
    if !pendingDamage.isEmpty { damage.formUnion(tintedDamage) }
    sampleDamage.formUnion(damage)
    if !damage.isEmpty || latest == nil {
      latest = (try draw(damage), nil)
      pictureNumber += 1
    }
    explainer?.finish(at: time, frameRate: configuration.frameRate, damage: pendingDamage)
    if configuration.showsDamage, !pendingDamage.isEmpty { tintedDamage = pendingDamage }
    pendingDamage = .nothing
  }

  /// Returns the picture that was drawn last, converted, as a sample for a presentation time. Its damage is the
  /// difference from the latest sample.
  ///
  /// - Precondition: A picture was drawn.
  /// - Throws: `RenderError.conversion`.
  func sample(at time: MediaTime) throws(RenderError) -> SampleBuffer {
    guard let latest else { preconditionFailure("a picture must be drawn before its sample") }
    // `??` would lose the type of the error.
    let converted = if let done = latest.converted { done } else { try convert(latest.drawn, damage: sampleDamage) }
    self.latest?.converted = converted
    let damage = sampleDamage
    sampleDamage = .nothing
    return SampleBuffer(pixelBuffer: converted, presentationTime: time, damage: damage)
  }

  /// Returns the picture at a presentation time, drawn as a whole into new memory. It has the same bytes as the picture
  /// of ``render(at:)`` before its conversion. Only comparisons of cost need it.
  ///
  /// - Throws: `RenderError.timeNotNumeric`, `raster` or `memory`.
  package func redraw(at time: MediaTime) throws(RenderError) -> SampleBuffer {
    guard time.isNumeric else { throw .timeNotNumeric(time) }
    updateScene(to: moment(at: time))
    latest = nil
    let whole = Damage(PixelRect(configuration.size))
    pendingDamage = whole
    var draft: PixelBufferDraft
    do { draft = try PixelBufferDraft(format: pool.format) } catch { throw .memory(.memory(error)) }
    try draw(whole, isBlank: true, into: &draft)
    return SampleBuffer(pixelBuffer: draft.freeze(), presentationTime: time)
  }

  /// Replaces the view. The next picture draws only the differences.
  package func replaceView(_ view: some View) {
    root = { view.resolve(into: &$0) }
    resolveReason = .view
  }

  /// Moves the wall clock. Presentation times stay, and views that show civil time are resolved again.
  package func anchorWallClock(at wall: WallTime) {
    guard wall != wallAnchor else { return }
    wallAnchor = wall
    resolveReason = resolveReason ?? .wallClock
  }

  /// The work so far.
  public var work: RenderWork {
    RenderWork(
      picturesDrawn: drawnCount, pixelsDrawn: rasterizer.pixelsDrawn,
      surfacesDrawn: rasterizer.surfaces.drawnCount, scopesResolved: scene?.work.scopesResolved ?? 0,
      treesResolved: scene?.work.treesResolved ?? 0, buffersAllocated: pool.allocatedBufferCount, hasInk: hasInk)
  }

  private func updateScene(to moment: RenderTime) {
    let before = explainer == nil ? nil : scene
    var reason = resolveReason
    if scene == nil {
      reason = .start
      scene = Scene(
        size: configuration.size, alignment: configuration.alignment, at: moment, live: live,
        measuredBy: rasterizer.text, root: root)
      pendingDamage = Damage(format.bounds)
    } else {
      if moment.presentation < latestTime { reason = reason ?? .seek }
      let damage =
        reason == nil
        ? scene?.update(to: moment, measuredBy: rasterizer.text)
        : scene?.resolveAll(at: moment, root: root, measuredBy: rasterizer.text)
      pendingDamage.formUnion(damage ?? .nothing)
    }
    latestTime = moment.presentation
    resolveReason = nil
    nextSceneChange = scene?.nextChange ?? .negativeInfinity
    if let report = configuration.reportTextLoss {
      for loss in scene?.takeTextLosses() ?? [] { report(loss, moment.presentation) }
    }
    guard explainer != nil, let scene else { return }
    explainer?.add { SceneComparison(of: scene, with: before, at: moment.presentation, reason: reason) }
  }

  private func draw(_ damage: Damage) throws(RenderError) -> PixelBuffer {
    // Without another reference, the memory of the latest picture returns to the pool, and the damage is drawn over it.
    latest = nil
    var draft: PixelBufferDraft
    do { draft = try pool.draft() } catch { throw .memory(error) }
    stamp += 1
    history.append(stamp: stamp, damage: damage)
    let isBlank = draft.previousStamp == nil
    let repaintDamage = draft.previousStamp.flatMap { history.damage(since: $0) } ?? wholePicture(isBlank: isBlank)
    try draw(repaintDamage, isBlank: isBlank, into: &draft)
    if configuration.showsDamage { draft.tint(pendingDamage) }
    return draft.freeze(stamp: stamp)
  }

  private func draw(
    _ damage: Damage, isBlank: Bool, into draft: inout PixelBufferDraft
  ) throws(RenderError) {
    guard let scene else { preconditionFailure("the scene must exist before it is drawn") }
    do {
      try rasterizer.draw(
        scene.list, background: configuration.background, damage: damage, isBlank: isBlank, into: &draft)
    } catch {
      throw .raster(error)
    }
    drawnCount += 1
    if !hasInk { hasInk = scene.isVisible }
  }

  private func moment(at time: MediaTime) -> RenderTime {
    RenderTime(
      presentation: time, streamStart: streamStart, wallAnchor: wallAnchor, clockAnchor: clockAnchor,
      frameRate: configuration.frameRate)
  }

  /// The area to draw in memory without usable content. Fresh pages without ink stay untouched.
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

/// The work of a renderer, which shows what it did not have to do.
public struct RenderWork: Sendable, Hashable {
  /// The number of drawn pictures, including one that a live stream has drawn before it is due.
  public package(set) var picturesDrawn = 0
  /// The number of pixels inside the drawn damage.
  public package(set) var pixelsDrawn = 0
  /// The number of shapes, blurs, layers and other surfaces that were drawn before they were blended. A cached one does
  /// not count again.
  public package(set) var surfacesDrawn = 0
  /// The number of parts of views that were resolved on their own.
  package var scopesResolved = 0
  /// The number of times that the whole view was resolved and laid out.
  package var treesResolved = 0
  /// The number of pictures in mapped memory.
  public package(set) var buffersAllocated = 0
  /// Whether any picture showed more than the background.
  package var hasInk = false

  /// Creates a record of work.
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

  /// Returns the work of two renderers.
  package static func + (left: RenderWork, right: RenderWork) -> RenderWork {
    RenderWork(
      picturesDrawn: left.picturesDrawn + right.picturesDrawn, pixelsDrawn: left.pixelsDrawn + right.pixelsDrawn,
      surfacesDrawn: left.surfacesDrawn + right.surfacesDrawn,
      scopesResolved: left.scopesResolved + right.scopesResolved,
      treesResolved: left.treesResolved + right.treesResolved,
      buffersAllocated: left.buffersAllocated + right.buffersAllocated, hasInk: left.hasInk || right.hasInk)
  }
}
