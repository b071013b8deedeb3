/// The tree that views add their nodes to when they are resolved for a time.
///
/// A view that depends on time opens a `scope(_:)` and announces its next change there. Only that part of the tree is
/// then resolved again.
struct SceneBuilder {
  /// The time for which views are resolved, in the current part.
  private(set) var time: RenderTime
  /// How the times of the parts around the position follow the presentation time of the frame, from the outermost one.
  private var contentTimes: [ContentTime] = []
  var environment: EnvironmentValues
  var nodes: [SceneNode] = []
  var scopes: [Scope] = []
  /// The earliest change announced outside of any scope, or in the current scope.
  private(set) var nextChange = MediaTime.positiveInfinity
  /// Whether a geometry reader was resolved.
  private(set) var hasReaders = false
  /// The live values that the current scope has read.
  private var dependencies: [any LiveDependency] = []
  private var position: Position
  /// The live values of the scene.
  private let live: LiveEntries
  private let readerSizes: [UInt64: Size]

  /// A position in the tree.
  struct Position {
    /// The identity of the parent, and the number of its children so far.
    var parent: UInt64 = 0
    var slot: UInt64 = 0
    /// The number of levels of views, and of geometry readers, around the position.
    var depth = 0
    var readerDepth = 0
    /// Whether the parent is a grid.
    var isInGrid = false
  }

  /// The greatest depth of views. A body, a modifier, an `if` and a `for` are one level each. Deeper views are left
  /// out, so that an endless tree cannot overflow the stack.
  static let depthLimit = 512
  /// The greatest depth of geometry readers. Each level requires another pass.
  static let readerDepthLimit = 32

  /// Creates a builder. `readerSizes` contains the sizes of geometry readers in the last layout, by identity.
  init(
    time: RenderTime, live: LiveEntries = LiveEntries(), environment: EnvironmentValues = EnvironmentValues(),
    position: Position = Position(), contentTimes: [ContentTime] = [], readerSizes: [UInt64: Size] = [:]
  ) {
    self.time = contentTimes.reduce(time) { $1.time(at: $0) }
    self.contentTimes = contentTimes
    self.live = live
    self.environment = environment
    self.position = position
    self.readerSizes = readerSizes
  }

  /// Whether the parent of the next node is a grid.
  var isInGrid: Bool { position.isInGrid }

  /// Announces a change at `next`, in the time of the current part. The earliest of several changes counts.
  mutating func changes(at next: MediaTime) {
    let next = contentTimes.isEmpty ? next : contentTimes.reversed().reduce(next) { $1.outerTime(of: $0) }
    if next < nextChange { nextChange = next }
  }

  /// Returns the entry of a live value for this frame, and makes the current scope depend on it.
  mutating func entry<Value>(of data: LiveData<Value>) -> LiveData<Value>.Entry {
    let record = live.record(of: data, streamStart: time.streamStart)
    dependencies.append(record)
    return record.entry
  }

  /// Adds a leaf.
  mutating func leaf(_ leaf: Leaf) {
    nodes.append(SceneNode(kind: .leaf(leaf), end: nodes.count + 1, identity: takeIdentity()))
  }

  /// Adds an arrangement with the nodes that `children` adds.
  ///
  /// - Parameter keepsEmpty: Whether the arrangement stays if it has no children.
  mutating func arrange(
    _ arrangement: Arrangement, keepsEmpty: Bool = true, _ children: (inout SceneBuilder) -> Void
  ) {
    container(.arrangement(arrangement), leastCount: keepsEmpty ? 0 : 1, children)
  }

  /// Adds a wrapper with the nodes that `content` adds. A wrapper without content is removed, as a modifier of
  /// `EmptyView` in SwiftUI, unless ``Wrapper/keepsEmptyContent`` is `true`.
  ///
  /// - Parameter keepsEmpty: Whether the wrapper stays if it has no content.
  mutating func wrap(in wrapper: Wrapper, keepsEmpty: Bool = false, _ content: (inout SceneBuilder) -> Void) {
    container(.wrapper(wrapper), leastCount: keepsEmpty || wrapper.keepsEmptyContent ? 0 : 1, content)
  }

  /// Adds `content` in a stack of layers, with `decoration` beside it. Without content there is no decoration.
  mutating func decorate(
    _ arrangement: DecorationArrangement, with decoration: (inout SceneBuilder) -> Void,
    _ content: (inout SceneBuilder) -> Void
  ) {
    container(.arrangement(.decoration(arrangement)), leastCount: 2) { builder in
      let layers = builder.nodes.count
      builder.arrange(.layers(LayersArrangement(alignment: .center)), content)
      if builder.nodes.count > layers + 1 { decoration(&builder) }
    }
  }

  /// Adds a geometry reader with the nodes that `children` adds for its size. Before the first layout the size is zero.
  mutating func geometryReader(_ children: (inout SceneBuilder, Size) -> Void) {
    guard position.readerDepth < SceneBuilder.readerDepthLimit else { return }
    hasReaders = true
    let size = readerSizes[mixed(position.parent, position.slot)] ?? .zero
    position.readerDepth += 1
    arrange(.geometryReader(GeometryReaderArrangement(size: size))) { children(&$0, size) }
    position.readerDepth -= 1
  }

  /// Resolves `content` one level deeper without a node of its own. The views after it keep their identity whether
  /// there is content or not.
  mutating func branch(_ id: UInt64 = 0, _ content: (inout SceneBuilder) -> Void) {
    let identity = takeIdentity()
    nested(in: mixed(identity, id), isGrid: position.isInGrid, content)
  }

  /// Resolves an element of a collection, whose identity does not depend on its position.
  mutating func element(_ id: ElementIdentity, _ content: (inout SceneBuilder) -> Void) {
    nested(in: mixed(mixed(position.parent, id.value), id.repetition), isGrid: position.isInGrid, content)
  }

  /// Resolves `content` with a changed environment.
  mutating func with(_ change: (inout EnvironmentValues) -> Void, _ content: (inout SceneBuilder) -> Void) {
    let outer = environment
    change(&environment)
    deeper(content)
    environment = outer
  }

  /// Resolves `content` with a time of its own.
  mutating func with(_ contentTime: ContentTime, _ content: (inout SceneBuilder) -> Void) {
    let outer = time
    contentTimes.append(contentTime)
    time = contentTime.time(at: outer)
    deeper(content)
    contentTimes.removeLast()
    time = outer
  }

  /// Resolves the body of a view. This is a level of its own, so that a view whose body is itself reaches the depth
  /// limit.
  mutating func body(_ content: (inout SceneBuilder) -> Void) {
    deeper(content)
  }

  /// Resolves a part that depends on time or on live values. `resolve` runs now, and again at the announced change or
  /// when a value that it read changes.
  ///
  /// - Parameters:
  ///   - name: The name of the view, for explanations.
  ///   - cause: The cause of a change when no live value is new.
  ///   - resolve: Adds the nodes of the part.
  mutating func scope(
    _ name: StaticString, changesBy cause: ChangeCause = .time, _ resolve: @escaping Scope.Resolve
  ) {
    let index = scopes.count
    let start = nodes.count
    scopes.append(
      Scope(
        nodes: start..<start, nestedCount: 0, nextChange: .positiveInfinity, environment: environment,
        position: position, contentTimes: contentTimes, name: name, cause: cause, resolve: resolve))
    let outer = (nextChange, dependencies)
    (nextChange, dependencies) = (.positiveInfinity, [])
    branch { resolve(&$0) }
    scopes[index].nodes = start..<nodes.count
    scopes[index].nestedCount = scopes.count - index - 1
    scopes[index].nextChange = nextChange
    scopes[index].dependencies = dependencies
    (nextChange, dependencies) = outer
  }

  /// Adds a node with the nodes that `children` adds. If they are fewer than `leastCount`, the node is removed with
  /// them.
  private mutating func container(
    _ kind: SceneNode.Kind, leastCount: Int, _ children: (inout SceneBuilder) -> Void
  ) {
    let index = nodes.count
    let firstScope = scopes.count
    let identity = takeIdentity()
    nodes.append(SceneNode(kind: kind, end: 0, identity: identity))
    let isGrid = if case .arrangement(.grid) = kind { true } else { false }
    nested(in: identity, isGrid: isGrid, children)
    nodes[index].end = nodes.count
    guard nodes.count - index - 1 < leastCount else { return }
    nodes.removeSubrange(index...)
    // The scopes stay, because they may have content at a later time.
    for scope in firstScope..<scopes.count { scopes[scope].nodes = index..<index }
  }

  private mutating func nested(
    in identity: UInt64, isGrid: Bool, _ content: (inout SceneBuilder) -> Void
  ) {
    let outer = position
    position.parent = identity
    position.slot = 0
    position.isInGrid = isGrid
    deeper(content)
    position = outer
  }

  private mutating func deeper(_ content: (inout SceneBuilder) -> Void) {
    guard position.depth < SceneBuilder.depthLimit else { return }
    position.depth += 1
    content(&self)
    position.depth -= 1
  }

  private mutating func takeIdentity() -> UInt64 {
    defer { position.slot += 1 }
    return mixed(position.parent, position.slot)
  }
}

/// The identity of an element of a `ForEach`.
struct ElementIdentity: Sendable, Hashable {
  /// The hash of its id. Swift's hashes differ between runs, and so do the identities, but no picture depends on them.
  var value: UInt64
  /// The number of previous elements with the same id.
  var repetition: UInt64

  init(_ id: some Hashable, repetition: UInt64 = 0) {
    value = UInt64(bitPattern: Int64(id.hashValue))
    self.repetition = repetition
  }
}

/// Returns the next value of a running hash (the finalizer of SplitMix64).
private func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var z = (a &* 0x9E37_79B9_7F4A_7C15) &+ b &+ 0x632B_E59B_D9B4_E019
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z >> 31)
}

/// A part of the tree that depends on time or on live values, with everything needed to resolve it alone.
struct Scope {
  typealias Resolve = (inout SceneBuilder) -> Void

  /// The range of its nodes in the flat tree.
  var nodes: Range<Int>
  /// The number of following scopes that are inside of this one.
  var nestedCount: Int
  /// The presentation time of its next change; +infinity if it never changes.
  var nextChange: MediaTime
  /// The live values that the scope itself has read.
  var dependencies: [any LiveDependency] = []
  let environment: EnvironmentValues
  let position: SceneBuilder.Position
  let contentTimes: [ContentTime]
  /// The name of the view that opened the scope.
  let name: StaticString
  /// The cause of an announced change.
  let cause: ChangeCause
  let resolve: Resolve

  /// Resolves this part for another time. The first scope of the result is this one.
  func resolved(at time: RenderTime, live: LiveEntries, readerSizes: [UInt64: Size]) -> SceneBuilder {
    var builder = SceneBuilder(
      time: time, live: live, environment: environment, position: position, contentTimes: contentTimes,
      readerSizes: readerSizes)
    builder.scope(name, changesBy: cause, resolve)
    return builder
  }
}
