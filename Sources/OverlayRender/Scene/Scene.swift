/// A view as it looks at a moment, kept up to date: resolved, laid out, listed; each update returns what it damaged.
///
/// Nothing here draws. An update when nothing is due does nothing at all. When something is due, only the scopes that
/// announced the change, or that read a live value that is new, are resolved again; if what they became takes the same room, only their display items are made
/// again; otherwise the whole tree is.
struct Scene {
  /// What updates did so far; tests and `--stats` prove by it what was not done.
  struct Work: Sendable, Hashable {
    /// Scopes resolved again by themselves.
    var scopesResolved = 0
    /// Trees resolved and laid out as a whole.
    var treesResolved = 0
  }

  /// The picture's size in pixels.
  let size: PixelSize
  private(set) var work = Work()
  private(set) var list: DisplayList
  /// When this scene changes next; +infinity for never.
  private(set) var nextChange: MediaTime
  private var root: Scope.Resolve
  private(set) var layout: SceneLayout
  private(set) var scopes: [Scope]
  /// Whether live values were new in the latest update.
  private(set) var hadUpdates = false
  private let alignment: Alignment
  /// The sizes that the view was resolved for where it reads them, by identity.
  private var readerSizes: [UInt64: Size]
  private let live: LiveEntries

  /// Resolves a view for its first moment.
  ///
  /// A view that reads sizes is resolved again with the sizes that layout gave them, until these are the right ones. What
  /// is in a reader never decides the size of anything around it; so one more round than readers lie within one another
  /// is enough, and the result does not depend on the sizes it began with.
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

  /// Everything that is inked, within the picture.
  var ink: Damage { list.ink }

  /// Whether anything shows in the picture.
  var isVisible: Bool { list.isVisible }

  /// Brings the scene to a later moment; returns what that damaged. For an earlier one see ``resolveAll(at:root:measuredBy:)``.
  mutating func update(to time: RenderTime, measuredBy measurer: some TextMeasurer) -> Damage {
    guard nextChange <= time.presentation || live.hasUpdates else { return .nothing }
    let hasUpdates = live.takeUpdates(at: time.presentation)
    hadUpdates = hasUpdates
    var damage = Damage()
    var index = 0
    while index < scopes.count {
      if scopes[index].nextChange <= time.presentation || hasUpdates && scopes[index].hasUpdates {
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

  /// Resolves the whole view anew: another root, a wall clock that was stepped, an earlier time.
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

  /// The size that a view takes when it may choose freely, rounded up to whole pixels. What is in a reader of sizes has no
  /// part in it.
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

  /// Resolves one scope again; `nil` when what it became cannot take the place of what it was.
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
    let nested = index...(index + scopes[index].nestedCount)
    scopes.replaceSubrange(nested, with: part.scopes.map { $0.moved(by: range.lowerBound) })
    return damage
  }
}

extension Arrangement {
  /// The stack that the views of a scene are in.
  fileprivate static func rootStack(_ alignment: HorizontalAlignment) -> Arrangement {
    .stack(
      StackArrangement(
        axis: .vertical, alignment: .horizontal(alignment), spacing: StackArrangement.defaultSpacing))
  }
}

extension SceneBuilder {
  /// The earliest change that anything in the tree announced.
  var earliestChange: MediaTime {
    scopes.reduce(nextChange) { min($0, $1.nextChange) }
  }
}

extension Scope {
  /// Whether a live value that it read is new in this frame.
  var hasUpdates: Bool { dependencies.contains(where: \.isNew) }

  fileprivate func moved(by offset: Int) -> Scope {
    var moved = self
    moved.nodes = (nodes.lowerBound + offset)..<(nodes.upperBound + offset)
    return moved
  }
}
