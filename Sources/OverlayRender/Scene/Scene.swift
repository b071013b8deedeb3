/// The current state of a view: resolved, laid out, and listed for drawing. Each update returns the damage.
///
/// An update does nothing if nothing is due. Otherwise it resolves only the scopes that announced a change or read a
/// live value that is new. If they keep their size, only their display items are made again; otherwise the whole tree
/// is.
struct Scene {
  /// The work of all updates so far, from which tests and `--stats` see what was skipped.
  struct Work: Sendable, Hashable {
    /// The number of scopes that were resolved alone.
    var scopesResolved = 0
    /// The number of trees that were resolved and laid out as a whole.
    var treesResolved = 0
  }

  /// The size of the picture, in pixels.
  let size: PixelSize
  private(set) var work = Work()
  private(set) var list: DisplayList
  /// The presentation time of the next change; +infinity if there is none.
  private(set) var nextChange: MediaTime
  private var root: Scope.Resolve
  private(set) var layout: SceneLayout
  private(set) var scopes: [Scope]
  /// Whether a live value was new in the latest update.
  private(set) var hadUpdates = false
  private let alignment: Alignment
  /// The sizes for which geometry readers were resolved, by identity.
  private var readerSizes: [UInt64: Size]
  private let live: LiveEntries

  /// Creates a scene at its first time.
  ///
  /// A view with geometry readers is resolved again until their sizes are right. The content of a reader never affects
  /// the size of anything around it, so the number of rounds is limited by their depth, and the result does not depend
  /// on the initial sizes.
  init(
    size: PixelSize, alignment: Alignment, at time: RenderTime, live: LiveEntries = LiveEntries(),
    measuredBy measurer: some TextMeasurer, readerSizes: [UInt64: Size] = [:], root: @escaping Scope.Resolve
  ) {
    self.size = size
    self.alignment = alignment
    self.live = live
    self.root = root
    self.readerSizes = readerSizes
    let picture = Size(size)
    func resolved(readerSizes: [UInt64: Size]) -> SceneBuilder {
      Scene.resolved(root, size: size, alignment: alignment, at: time, live: live, readerSizes: readerSizes)
    }
    var builder = resolved(readerSizes: readerSizes)
    layout = SceneLayout(builder.nodes, in: picture, measuredBy: measurer)
    var rounds = 0
    while builder.hasReaders, !layout.readersFit(in: layout.nodes.indices), rounds <= SceneBuilder.readerDepthLimit {
      self.readerSizes = layout.readerSizes
      builder = resolved(readerSizes: self.readerSizes)
      layout = SceneLayout(builder.nodes, in: picture, measuredBy: measurer)
      rounds += 1
    }
    list = DisplayList(layout, in: size, measuredBy: measurer)
    scopes = builder.scopes
    nextChange = builder.earliestChange
    work.treesResolved = 1
    live.keepOnly(scopes.lazy.flatMap(\.dependencies))
  }

  /// The area of the picture that any item touches.
  var ink: Damage { list.ink }

  /// Returns the new reasons for which texts are not shown completely.
  mutating func takeTextLosses() -> Set<TextLoss> {
    defer { layout.textLosses = [] }
    return layout.textLosses
  }

  /// Whether anything is visible.
  var isVisible: Bool { list.isVisible }

  /// Updates the scene to a later time and returns the damage. For an earlier time, use
  /// ``resolveAll(at:root:measuredBy:)``.
  mutating func update(to time: RenderTime, measuredBy measurer: some TextMeasurer) -> Damage {
    guard nextChange <= time.presentation || live.hasUpdates else { return .nothing }
    let hasUpdates = live.takeUpdates(at: time.presentation)
    hadUpdates = hasUpdates
    var damage = Damage()
    var index = 0
    while index < scopes.count {
      if hasUpdates, scopes[index].hasUpdates { scopes[index].announceUpdate(at: time.presentation) }
      if scopes[index].nextChange <= time.presentation {
        guard let part = updateScope(index, to: time, measuredBy: measurer) else {
          damage.formUnion(resolveTree(at: time, measuredBy: measurer))
          return damage
        }
        damage.formUnion(part)
        index += scopes[index].nestedCount
      }
      index += 1
    }
    nextChange = scopes.reduce(.positiveInfinity) { min($0, $1.nextChange) }
    live.keepOnly(scopes.lazy.flatMap(\.dependencies))
    return damage
  }

  /// Resolves the whole view again: for another root, another wall clock, or an earlier time.
  mutating func resolveAll(
    at time: RenderTime, root: Scope.Resolve? = nil, measuredBy measurer: some TextMeasurer
  ) -> Damage {
    if let root { self.root = root }
    hadUpdates = live.takeUpdates(at: time.presentation)
    return resolveTree(at: time, measuredBy: measurer)
  }

  private mutating func resolveTree(at time: RenderTime, measuredBy measurer: some TextMeasurer) -> Damage {
    let (work, hadUpdates) = (work, hadUpdates)
    let old = list
    self = Scene(
      size: size, alignment: alignment, at: time, live: live, measuredBy: measurer, readerSizes: readerSizes,
      root: self.root)
    self.hadUpdates = hadUpdates
    self.work.scopesResolved = work.scopesResolved
    self.work.treesResolved += work.treesResolved
    return list.damage(since: old, measuredBy: measurer)
  }

  /// Returns the ideal size of a view, rounded up to whole pixels. The content of geometry readers does not affect it.
  static func idealSize(
    at time: RenderTime, measuredBy measurer: some TextMeasurer, root: @escaping Scope.Resolve
  ) -> (size: Size, nextChange: MediaTime) {
    var builder = SceneBuilder(time: time)
    builder.arrange(.rootStack(.center), root)
    let size = SceneLayout.idealSize(of: builder.nodes, measuredBy: measurer)
    return (Size(size.width.rounded(.up), size.height.rounded(.up)), builder.earliestChange)
  }

  private static func resolved(
    _ root: Scope.Resolve, size: PixelSize, alignment: Alignment, at time: RenderTime, live: LiveEntries,
    readerSizes: [UInt64: Size]
  ) -> SceneBuilder {
    var builder = SceneBuilder(time: time, live: live, readerSizes: readerSizes)
    let picture = FrameConstraints(width: .fixed(Double(size.width)), height: .fixed(Double(size.height)))
    builder.wrap(in: .frame(FrameWrapper(constraints: picture, alignment: alignment))) {
      $0.arrange(.rootStack(alignment.horizontal), root)
    }
    return builder
  }

  /// Resolves a scope again and returns the damage. Returns `nil` if the new nodes cannot replace the old ones.
  private mutating func updateScope(
    _ index: Int, to time: RenderTime, measuredBy measurer: some TextMeasurer
  ) -> Damage? {
    let range = scopes[index].nodes
    let part = scopes[index].resolved(at: time, live: live, readerSizes: readerSizes)
    work.scopesResolved += 1
    var damage = Damage()
    if !part.nodes.elementsEqual(layout.nodes[range], by: { $0.kind == $1.kind && $0.identity == $1.identity }) {
      guard layout.replace(range, with: part.nodes, measuredBy: measurer),
        !part.hasReaders || layout.readersFit(in: range),
        let changed = list.replace(range, of: layout, measuredBy: measurer)
      else { return nil }
      damage = changed
    }
    if part.scopes.count == 1, scopes[index].nestedCount == 0 {
      scopes[index] = part.scopes[0].moved(by: range.lowerBound)
    } else {
      let nested = index...(index + scopes[index].nestedCount)
      scopes.replaceSubrange(nested, with: part.scopes.map { $0.moved(by: range.lowerBound) })
    }
    return damage
  }
}

extension Arrangement {
  /// The stack around the views of a scene.
  fileprivate static func rootStack(_ alignment: HorizontalAlignment) -> Arrangement {
    .stack(
      StackArrangement(
        axis: .vertical, alignment: .horizontal(alignment), spacing: StackArrangement.defaultSpacing))
  }
}

extension SceneBuilder {
  /// The earliest announced change in the tree.
  var earliestChange: MediaTime {
    scopes.reduce(nextChange) { min($0, $1.nextChange) }
  }
}

extension Scope {
  /// Whether a live value that the scope read is new in this frame.
  var hasUpdates: Bool { dependencies.contains(where: \.isNew) }

  /// Announces a change for a new live value. In a part with a time of its own it may show later.
  fileprivate mutating func announceUpdate(at time: MediaTime) {
    nextChange = min(nextChange, contentTimes.reduce(time) { max($0, $1.timeOfUpdate(at: time)) })
  }

  fileprivate func moved(by offset: Int) -> Scope {
    var moved = self
    moved.nodes = (nodes.lowerBound + offset)..<(nodes.upperBound + offset)
    return moved
  }
}
