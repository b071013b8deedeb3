/// What views write themselves into when they are resolved for a moment.
///
/// A view that depends on time opens a `scope(_:)` and says in it when it changes next; only that part of the tree is
/// resolved again when the time comes.
public struct SceneBuilder {
  /// The moment that is resolved.
  public let time: RenderTime
  var environment: Environment
  var nodes: [SceneNode] = []
  var scopes: [Scope] = []
  /// The earliest change that was announced outside any scope, or in the scope that is being resolved.
  private(set) var nextChange = MediaTime.positiveInfinity
  /// The identity of the parent, and how many children of it came before.
  private var parent: UInt64
  private var slot: UInt64 = 0

  init(time: RenderTime, environment: Environment = Environment(), parent: UInt64 = 0, slot: UInt64 = 0) {
    self.time = time
    self.environment = environment
    self.parent = parent
    self.slot = slot
  }

  /// Says that what is being resolved changes at `next`; the earliest of several counts.
  mutating func changes(at next: MediaTime) {
    if next < nextChange { nextChange = next }
  }

  /// Adds a node without children.
  mutating func leaf(_ kind: SceneNode.Kind) {
    nodes.append(SceneNode(kind: kind, end: nodes.count + 1, identity: takeIdentity()))
  }

  /// Adds a node and, within it, what `children` resolves.
  mutating func container(_ kind: SceneNode.Kind, children: (inout SceneBuilder) -> Void) {
    let index = nodes.count
    let identity = takeIdentity()
    nodes.append(SceneNode(kind: kind, end: 0, identity: identity))
    nested(in: identity, children)
    nodes[index].end = nodes.count
  }

  /// Adds a node around what `content` resolves, and within it what `behind` does. Where the content is nothing there is
  /// nothing to surround, and the node goes too, as a modifier of SwiftUI's `EmptyView` does.
  mutating func surround(
    _ kind: SceneNode.Kind, behind: ((inout SceneBuilder) -> Void)? = nil, _ content: (inout SceneBuilder) -> Void
  ) {
    let start = nodes.count
    let firstScope = scopes.count
    var isEmpty = false
    container(kind) { builder in
      guard let behind else {
        content(&builder)
        isEmpty = builder.nodes.count == start + 1
        return
      }
      builder.container(.layers(.center), children: content)
      isEmpty = builder.nodes.count == start + 2
      if !isEmpty { behind(&builder) }
    }
    guard isEmpty else { return }
    nodes.removeSubrange(start...)
    // What depends on time may be something later: its scopes stay.
    for index in firstScope..<scopes.count { scopes[index].nodes = start..<start }
  }

  /// Resolves `content` one level deeper without a node of its own, so that what comes after keeps its identity whether
  /// or not there is content.
  mutating func branch(_ id: UInt64 = 0, _ content: (inout SceneBuilder) -> Void) {
    let identity = takeIdentity()
    nested(in: mixed(identity, id), content)
  }

  /// Resolves `content` with another environment.
  mutating func with(_ change: (inout Environment) -> Void, _ content: (inout SceneBuilder) -> Void) {
    let outer = environment
    change(&environment)
    content(&self)
    environment = outer
  }

  /// Resolves a part that depends on time: `resolve` runs now and again each time the change comes that it announced.
  mutating func scope(_ resolve: @escaping Scope.Resolve) {
    let index = scopes.count
    let start = nodes.count
    scopes.append(
      Scope(
        nodes: start..<start, nestedCount: 0, nextChange: .positiveInfinity, environment: environment, parent: parent,
        slot: slot, resolve: resolve))
    let outer = nextChange
    nextChange = .positiveInfinity
    branch { resolve(&$0) }
    scopes[index].nodes = start..<nodes.count
    scopes[index].nestedCount = scopes.count - index - 1
    scopes[index].nextChange = nextChange
    nextChange = outer
  }

  private mutating func nested(in identity: UInt64, _ content: (inout SceneBuilder) -> Void) {
    let (outerParent, outerSlot) = (parent, slot)
    (parent, slot) = (identity, 0)
    content(&self)
    (parent, slot) = (outerParent, outerSlot)
  }

  private mutating func takeIdentity() -> UInt64 {
    defer { slot += 1 }
    return mixed(parent, slot)
  }
}

/// One step of a running hash (SplitMix64's finaliser): identities must be well spread, and the same in every run.
private func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var z = (a &* 0x9E37_79B9_7F4A_7C15) &+ b &+ 0x632B_E59B_D9B4_E019
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z >> 31)
}

/// A part of the tree that depends on time, with all it takes to resolve that part alone.
struct Scope {
  typealias Resolve = (inout SceneBuilder) -> Void

  /// Where its nodes stand in the flat tree.
  var nodes: Range<Int>
  /// How many of the scopes that follow lie within this one.
  var nestedCount: Int
  /// The presentation time of its next change; +infinity for never.
  var nextChange: MediaTime
  let environment: Environment
  let parent: UInt64
  let slot: UInt64
  let resolve: Resolve

  /// Resolves this part for another moment. The first scope of the result is this one again.
  func resolved(at time: RenderTime) -> SceneBuilder {
    var builder = SceneBuilder(time: time, environment: environment, parent: parent, slot: slot)
    builder.scope(resolve)
    return builder
  }
}
