// What a node tells its parent beside its size.

extension Layout {
  /// All that a parent knows of a child without asking for a size.
  struct Traits: Equatable {
    var isSpacer: Bool
    var priority: Double
    var columns: Int
    /// Whether it is a row of a grid, and how its cells stand.
    var row: Row?
    /// Where it stands on a board.
    var place: BoardPlace?
    /// Whether it is a window on a board, and how boxes roll through it.
    var roll: BoardRoll?
  }

  struct Row: Equatable {
    var alignment: VerticalAlignment?
  }

  func traits(of node: Int) -> Traits {
    var row: Row?
    if case .gridRow(let alignment) = nodes[node].kind { row = Row(alignment: alignment) }
    return Traits(
      isSpacer: isSpacer(node), priority: priority(of: node), columns: columns(of: node), row: row,
      place: boardPlace(of: node), roll: boardRoll(of: node))
  }

  /// Whether it takes room only along a stack: a spacer, whatever its priority.
  func isSpacer(_ node: Int) -> Bool {
    var node = node
    while case .priority = nodes[node].kind, let child = onlyChild(of: node) { node = child }
    return nodes[node].kind.isSpacer
  }

  /// The priority given to a view or, as in SwiftUI, to the one view that it is wrapped around; 0 where none is.
  func priority(of node: Int) -> Double {
    trait(of: node) { if case .priority(let priority) = $0 { priority } else { nil } } ?? 0
  }

  /// Over how many columns of a grid a view reaches.
  func columns(of node: Int) -> Int {
    trait(of: node) { if case .gridCell(let columns) = $0 { columns } else { nil } } ?? 1
  }

  /// Where a view stands on the board around it, if that was told.
  func boardPlace(of node: Int) -> BoardPlace? {
    trait(of: node) { if case .boardPlace(let place) = $0 { place } else { nil } }
  }

  /// How boxes roll through a view that is a window on the board around it.
  func boardRoll(of node: Int) -> BoardRoll? {
    trait(of: node) { if case .boardRoll(let roll) = $0 { roll } else { nil } }
  }

  private func trait<Value>(of node: Int, _ read: (SceneNode.Kind) -> Value?) -> Value? {
    var node = node
    while true {
      if let value = read(nodes[node].kind) { return value }
      guard nodes[node].kind.isWrapper, let child = onlyChild(of: node) else { return nil }
      node = child
    }
  }

  private func onlyChild(of node: Int) -> Int? {
    let child = node + 1
    // What is decorated stands in a pile of its own.
    if case .decoration = nodes[node].kind { return onlyChild(of: child) }
    return child < nodes[node].end && nodes[child].end == nodes[node].end ? child : nil
  }
}

extension SceneNode.Kind {
  var isSpacer: Bool {
    if case .spacer = self { true } else { false }
  }

  /// Whether it is what a modifier adds around a view, and so passes on what that view tells its parent.
  fileprivate var isWrapper: Bool {
    switch self {
    case .padding, .frame, .decoration, .fixedSize, .aspectRatio, .position, .priority, .alignmentGuide, .gridCell,
      .boardPlace, .effect, .offset:
      true
    case .text, .fill, .shape, .picture, .spacer, .stack, .layers, .safeArea, .geometryReader, .grid, .gridRow, .ticker,
      .board, .boardRoll:
      false
    }
  }
}
