/// What views write themselves into when they are resolved for a moment.
///
/// A view that depends on time opens a `scope(_:)` and says in it when it changes next; only that part of the tree is
/// resolved again when the time comes.
struct SceneBuilder {
  /// The moment that is resolved.
  let time: RenderTime
  var environment: EnvironmentValues
  var nodes: [SceneNode] = []
  var scopes: [Scope] = []
  /// The earliest change that was announced outside any scope, or in the scope that is being resolved.
  private(set) var nextChange = MediaTime.positiveInfinity
  /// Whether a size was asked for that only layout knows.
  private(set) var hasReaders = false
  /// The live values that the scope that is being resolved has read.
  private var dependencies: [any LiveDependency] = []
  private var position: Position
  /// The live values of the scene.
  private let live: LiveEntries
  private let readerSizes: [UInt64: Size]

  /// Where in the tree the next node goes.
  struct Position {
    /// The identity of the parent, and how many children of it came before.
    var parent: UInt64 = 0
    var slot: UInt64 = 0
    /// How many levels of views, and of readers of sizes, are around it.
    var depth = 0
    var readerDepth = 0
    /// Whether it is directly in a grid.
    var isInGrid = false
  }

  /// How deep views may lie within views; a body, a modifier, an `if` and a `for` are a level each. What lies deeper is
  /// left out, so that a tree without end cannot exhaust the stack of the thread that draws it.
  static let depthLimit = 512
  /// How deep readers of sizes may lie within one another: for each level the view is resolved once more.
  static let readerDepthLimit = 32

  /// Makes a builder; `readerSizes` are the sizes that readers of sizes had when the tree was laid out last, by identity.
  init(
    time: RenderTime, live: LiveEntries = LiveEntries(), environment: EnvironmentValues = EnvironmentValues(),
    position: Position = Position(), readerSizes: [UInt64: Size] = [:]
  ) {
    self.time = time
    self.live = live
    self.environment = environment
    self.position = position
    self.readerSizes = readerSizes
  }

  /// Whether what comes next is directly in a grid.
  var isInGrid: Bool { position.isInGrid }

  /// Says that what is being resolved changes at `next`; the earliest of several counts.
  mutating func changes(at next: MediaTime) {
    if next < nextChange { nextChange = next }
  }

  /// What this frame shows of a live value. The scope that is being resolved depends on it from now on.
  mutating func entry<Value>(of data: LiveData<Value>) -> LiveData<Value>.Entry {
    let record = live.record(of: data, streamStart: time.streamStart)
    dependencies.append(record)
    return record.entry
  }

  /// Adds a leaf.
  mutating func leaf(_ leaf: Leaf) {
    nodes.append(SceneNode(kind: .leaf(leaf), end: nodes.count + 1, identity: takeIdentity()))
  }

  /// Adds an arrangement and, within it, what `children` resolves.
  ///
  /// - Parameter keepsEmpty: Whether it is there even when nothing is in it.
  mutating func arrange(
    _ arrangement: Arrangement, keepsEmpty: Bool = true, _ children: (inout SceneBuilder) -> Void
  ) {
    container(.arrangement(arrangement), leastCount: keepsEmpty ? 0 : 1, children)
  }

  /// Adds a wrapper around what `content` resolves. Where that is nothing there is nothing to wrap, and the wrapper goes
  /// too, as a modifier of SwiftUI's `EmptyView` does; but see ``Wrapper/keepsEmptyContent``.
  ///
  /// - Parameter keepsEmpty: Whether it is there even around nothing.
  mutating func wrap(in wrapper: Wrapper, keepsEmpty: Bool = false, _ content: (inout SceneBuilder) -> Void) {
    container(.wrapper(wrapper), leastCount: keepsEmpty || wrapper.keepsEmptyContent ? 0 : 1, content)
  }

  /// Adds what `content` resolves, in layers of its own, and beside it what `decoration` does. Around nothing there is no
  /// decoration.
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

  /// Adds a node that takes all the space it is offered, and within it what `children` resolves for that size. Until a
  /// layout tells the size it is zero.
  mutating func geometryReader(_ children: (inout SceneBuilder, Size) -> Void) {
    guard position.readerDepth < SceneBuilder.readerDepthLimit else { return }
    hasReaders = true
    let size = readerSizes[mixed(position.parent, position.slot)] ?? .zero
    position.readerDepth += 1
    arrange(.geometryReader(GeometryReaderArrangement(size: size))) { children(&$0, size) }
    position.readerDepth -= 1
  }

  /// Resolves `content` one level deeper without a node of its own, so that what comes after keeps its identity whether
  /// or not there is content.
  mutating func branch(_ id: UInt64 = 0, _ content: (inout SceneBuilder) -> Void) {
    let identity = takeIdentity()
    nested(in: mixed(identity, id), isGrid: position.isInGrid, content)
  }

  /// Resolves one of several elements, whose identity is their own wherever among the others they stand.
  mutating func element(_ id: ElementIdentity, _ content: (inout SceneBuilder) -> Void) {
    nested(in: mixed(mixed(position.parent, id.value), id.repetition), isGrid: position.isInGrid, content)
  }

  /// Resolves `content` with another environment.
  mutating func with(_ change: (inout EnvironmentValues) -> Void, _ content: (inout SceneBuilder) -> Void) {
    let outer = environment
    change(&environment)
    deeper(content)
    environment = outer
  }

  /// Resolves the body of a view: a level of its own, so that a view whose body is only itself comes to an end.
  mutating func body(_ content: (inout SceneBuilder) -> Void) {
    deeper(content)
  }

  /// Resolves a part that depends on time or on live values: `resolve` runs now, and again each time the change comes
  /// that it announced, or news of a value that it read.
  ///
  /// - Parameters:
  ///   - name: The view that it is, for explanations.
  ///   - cause: Why it changes when no value is new: time, or a transition.
  ///   - resolve: Adds the part.
  mutating func scope(
    _ name: StaticString, changesBy cause: ChangeCause = .time, _ resolve: @escaping Scope.Resolve
  ) {
    let index = scopes.count
    let start = nodes.count
    scopes.append(
      Scope(
        nodes: start..<start, nestedCount: 0, nextChange: .positiveInfinity, environment: environment,
        position: position,
        name: name, cause: cause, resolve: resolve))
    let outer = (nextChange, dependencies)
    (nextChange, dependencies) = (.positiveInfinity, [])
    branch { resolve(&$0) }
    scopes[index].nodes = start..<nodes.count
    scopes[index].nestedCount = scopes.count - index - 1
    scopes[index].nextChange = nextChange
    scopes[index].dependencies = dependencies
    (nextChange, dependencies) = outer
  }

  /// Adds a node and, within it, what `children` resolves. With fewer than `leastCount` nodes in it, it is taken away
  /// again with them.
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
    // What depends on time may be something later: its scopes stay.
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

/// What tells one element of a `ForEach` from the others.
struct ElementIdentity: Sendable, Hashable {
  /// The hash of its id; Swift's hashes differ from run to run, and so do identities made of them, but nothing that is drawn.
  var value: UInt64
  /// How many elements of the same id came before.
  var repetition: UInt64

  init(_ id: some Hashable, repetition: UInt64 = 0) {
    value = UInt64(bitPattern: Int64(id.hashValue))
    self.repetition = repetition
  }
}

/// One step of a running hash (SplitMix64's finaliser): identities must be well spread, and the same in every run.
private func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var z = (a &* 0x9E37_79B9_7F4A_7C15) &+ b &+ 0x632B_E59B_D9B4_E019
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z >> 31)
}

/// A part of the tree that depends on time or on live values, with all it takes to resolve that part alone.
struct Scope {
  typealias Resolve = (inout SceneBuilder) -> Void

  /// Where its nodes stand in the flat tree.
  var nodes: Range<Int>
  /// How many of the scopes that follow lie within this one.
  var nestedCount: Int
  /// The presentation time of its next change; +infinity for never.
  var nextChange: MediaTime
  /// The live values that it read itself.
  var dependencies: [any LiveDependency] = []
  let environment: EnvironmentValues
  let position: SceneBuilder.Position
  /// The view that opened it.
  let name: StaticString
  /// Why it changes at the time that it announced.
  let cause: ChangeCause
  let resolve: Resolve

  /// Resolves this part for another moment. The first scope of the result is this one again.
  func resolved(at time: RenderTime, live: LiveEntries, readerSizes: [UInt64: Size]) -> SceneBuilder {
    var builder = SceneBuilder(
      time: time, live: live, environment: environment, position: position, readerSizes: readerSizes)
    builder.scope(name, changesBy: cause, resolve)
    return builder
  }
}
