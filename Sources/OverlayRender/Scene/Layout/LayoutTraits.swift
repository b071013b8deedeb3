/// What a node says to its parent besides its size: all that a parent may know of a child without offering it anything.
struct LayoutTraits: Equatable {
  /// Whether it takes room only along a stack: a spacer, whatever its priority.
  var isSpacer = false
  /// The priority that was given to it; `nil` where none was.
  var priority: Double?
  /// The values of ``LayoutValueKey``s, by the type of the key; `nil` if none is set.
  var values: [ObjectIdentifier: LayoutValue]?
  /// What a grid knows of its rows and cells.
  var grid = GridTraits()
  /// What captions know of their cues and regions.
  var cue = CueTraits()
}

extension LayoutTraits {
  /// The same as a wrapper around the node passes it on: what the node itself is, a spacer or a row, the wrapper is not.
  var wrapped: LayoutTraits {
    var traits = self
    traits.isSpacer = false
    traits.grid.row = nil
    return traits
  }
}

extension [SceneNode] {
  /// Returns what a node says to its parent.
  func traits(of node: Int) -> LayoutTraits {
    switch self[node].kind {
    case .leaf(let leaf): leaf.traits
    case .wrapper(let wrapper): wrapper.traits(of: node, in: self)
    case .arrangement(let arrangement): arrangement.traits(of: node, in: self)
    }
  }
}

/// The child with a priority, by which stacks and layers decide: `layoutPriority`.
struct PriorityWrapper {
  var priority: Double
}

extension PriorityWrapper: WrapperLayout {
  func traits(around child: LayoutTraits) -> LayoutTraits {
    var traits = child.wrapped
    traits.isSpacer = child.isSpacer
    traits.priority = priority
    return traits
  }
}
