/// A comparison of two states of a scene, which finds the views that look different and the causes. It is made only for
/// explanations.
///
/// A view here is one that opened a scope. Changes inside it are reported as its own, except for views in it that
/// changed for a cause of their own.
struct SceneComparison {
  /// The identity of a scope in both scenes.
  private typealias Identity = SceneBuilder.Position.Identity

  private let old: Scene?
  private let new: Scene
  /// The views that changed for a cause of their own.
  private var causes: [Identity: ChangeCause] = [:]
  /// The cause for which the whole view was resolved, if it was.
  private let reason: ChangeCause?
  /// The changes found so far, with their nodes.
  private var found: [(node: Int, change: ViewChange)] = []
  /// Whether a change of each node has been reported.
  private var isReported: [Bool]

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - new: The scene at `time`.
  ///   - old: The previous scene; `nil` if there was none.
  ///   - time: The presentation time of the new scene.
  ///   - reason: The cause for which the whole view was resolved; `nil` if something was due or new.
  init(of new: Scene, with old: Scene?, at time: MediaTime, reason: ChangeCause?) {
    self.new = new
    self.old = old
    self.reason = reason
    isReported = Array(repeating: false, count: new.layout.nodes.count)
    let present = Set(new.scopes.map(\.position.identity))
    for scope in old?.scopes ?? [] where present.contains(scope.position.identity) {
      if new.hadUpdates, scope.hasUpdates {
        causes[scope.position.identity] = .data
      } else if let cause = reason ?? (scope.nextChange <= time ? scope.cause : nil) {
        causes[scope.position.identity] = cause
      }
    }
    if let reason {
      for scope in new.scopes where causes[scope.position.identity] == nil { causes[scope.position.identity] = reason }
    }
  }

  /// Whether the whole view was resolved.
  var isOfWholeView: Bool { old?.work.treesResolved != new.work.treesResolved }

  /// Returns the views that look different, in the order of the tree.
  func changes() -> [ViewChange] {
    var comparison = self
    comparison.findChangedContent()
    if isOfWholeView, let old { comparison.findMovedItems(in: old) }
    if comparison.found.isEmpty, let reason { return [ViewChange(view: "Background", cause: reason)] }
    // An outer view comes before inner ones that start with the same node, because it was found first.
    let order = comparison.found.indices.sorted { (comparison.found[$0].node, $0) < (comparison.found[$1].node, $1) }
    return order.map { comparison.found[$0].change }
  }

  private mutating func findChangedContent() {
    let oldParts = old.map { parts(of: $0) } ?? [:]
    let newParts = parts(of: new)
    for scope in new.scopes {
      guard let cause = causes[scope.position.identity] else { continue }
      let before = oldParts[scope.position.identity] ?? []
      let after = newParts[scope.position.identity] ?? []
      guard !after.elementsEqual(before, by: { $0.isAlike($1) }) else { continue }
      let texts = after.changed(since: before).compactMap(\.text)
      found.append((scope.nodes.lowerBound, ViewChange(view: "\(scope.name)", texts: texts, cause: cause)))
      for node in scope.nodes { isReported[node] = true }
    }
    // Nodes outside of any scope never change by themselves.
    guard let reason else { return }
    let others = Set((newParts[nil] ?? []).changed(since: oldParts[nil] ?? []).map(\.identity))
    let drawn = Set(new.list.items.map(\.identity))
    for (index, node) in new.layout.nodes.enumerated() where others.contains(node.identity) {
      guard drawn.contains(node.identity), let name = node.leafName else { continue }
      found.append((index, ViewChange(view: name, texts: node.text.map { [$0] } ?? [], cause: reason)))
      isReported[index] = true
    }
  }

  /// Finds what has another position or size without a cause of its own.
  private mutating func findMovedItems(in old: Scene) {
    let nodes = new.layout.nodes
    let indices = Dictionary(zip(nodes.map(\.identity), nodes.indices), uniquingKeysWith: { first, _ in first })
    let before = Dictionary(old.list.items.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    var innermost: [Int?] = Array(repeating: nil, count: nodes.count)
    for (index, scope) in new.scopes.enumerated() {
      for node in scope.nodes { innermost[node] = index }
    }
    var textsByScope: [Int: [String]] = [:]
    for item in new.list.items {
      guard let node = indices[item.identity], !isReported[node] else { continue }
      if let known = before[item.identity], known.isDrawnAlike(item) { continue }
      isReported[node] = true
      let texts = nodes[node].text.map { [$0] } ?? []
      if let scope = innermost[node] {
        textsByScope[scope, default: []] += texts
      } else {
        found.append((node, ViewChange(view: nodes[node].leafName ?? "Group", texts: texts, cause: .layout)))
      }
    }
    for (index, texts) in textsByScope.sorted(by: { $0.key < $1.key }) {
      let scope = new.scopes[index]
      found.append((scope.nodes.lowerBound, ViewChange(view: "\(scope.name)", texts: texts, cause: .layout)))
    }
  }

  /// Returns the nodes of each view that changed for a cause of its own, without the nodes of such views inside it. The
  /// other nodes are under `nil`.
  private func parts(of scene: Scene) -> [Identity?: [SceneNode]] {
    var owners: [Identity?] = Array(repeating: nil, count: scene.layout.nodes.count)
    for scope in scene.scopes where causes[scope.position.identity] != nil {
      for node in scope.nodes { owners[node] = scope.position.identity }
    }
    var parts: [Identity?: [SceneNode]] = [:]
    for (owner, node) in zip(owners, scene.layout.nodes) { parts[owner, default: []].append(node) }
    return parts
  }
}

extension SceneBuilder.Position {
  /// The identity of a position in a tree.
  struct Identity: Hashable {
    let parent: UInt64
    let slot: UInt64
  }

  fileprivate var identity: Identity { Identity(parent: parent, slot: slot) }
}

extension [SceneNode] {
  /// Returns the nodes that are not in `old` or have another kind there.
  fileprivate func changed(since old: [SceneNode]) -> [SceneNode] {
    let before = Dictionary(old.map { ($0.identity, $0.kind) }, uniquingKeysWith: { first, _ in first })
    return filter { before[$0.identity] != $0.kind }
  }
}

extension SceneNode {
  fileprivate func isAlike(_ other: SceneNode) -> Bool {
    identity == other.identity && kind == other.kind
  }

  /// The string of the node, if it is a text.
  fileprivate var text: String? {
    if case .leaf(.text(let content)) = kind { content.shape.string } else { nil }
  }

  /// The name of a node that draws something, for explanations.
  fileprivate var leafName: String? {
    switch kind {
    case .leaf(.text): "Text"
    case .leaf(.fill): "Rectangle"
    case .leaf(.shape): "Shape"
    case .leaf(.picture): "Image"
    case .leaf(.spacer), .wrapper, .arrangement: nil
    }
  }
}

extension DisplayItem {
  /// Returns whether an item is drawn like another one, apart from its members.
  fileprivate func isDrawnAlike(_ other: DisplayItem) -> Bool {
    content == other.content && x == other.x && y == other.y && phase == other.phase
  }
}
