/// What a parent knows of a child without proposing a size to it.
struct LayoutTraits: Equatable {
  /// Whether the child is a spacer, which takes space only along a stack.
  var isSpacer = false
  /// The layout priority; `nil` if none is set.
  var priority: Double?
  /// The depth among the siblings. Those with higher values are in front.
  var zIndex = 0.0
  /// The values of layout value keys, by the type of the key; `nil` if none is set.
  var values: [ObjectIdentifier: LayoutValue]?
  /// What a grid knows of its rows and cells.
  var grid = GridTraits()
  /// What captions know of their cues and regions.
  var cue = CueTraits()
}

extension LayoutTraits {
  /// The traits that a wrapper passes on. A wrapper around a spacer or a row is not one itself.
  var wrapped: LayoutTraits {
    var traits = self
    traits.isSpacer = false
    traits.grid.row = nil
    return traits
  }
}

extension [SceneNode] {
  /// Returns the traits of a node for its parent.
  func traits(of node: Int) -> LayoutTraits {
    switch self[node].kind {
    case .leaf(let leaf): leaf.traits
    case .wrapper(let wrapper): wrapper.traits(of: node, in: self)
    case .arrangement(let arrangement): arrangement.traits(of: node, in: self)
    }
  }
}
