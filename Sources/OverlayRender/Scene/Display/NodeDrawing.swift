/// The way in which the content of a node is drawn.
enum NodeDrawing {
  /// At the laid-out position. Of the same depth, the first child is deepest.
  case inPlace
  /// At the laid-out position, the second child in front of the first one or behind it.
  case decorated(isBehind: Bool)
  /// As one picture with an effect.
  case group(Effect)
  /// At an offset from the laid-out position.
  case offset(OffsetWrapper)
  /// Scaled to the size of the node.
  case magnified
  /// Several times, each at another position, clipped to the frame of the node.
  case copies(TickerArrangement)

  /// Whether the content is drawn other than at its laid-out position.
  var changesContext: Bool {
    switch self {
    case .group, .offset, .magnified, .copies: true
    case .inPlace, .decorated: false
    }
  }
}

extension SceneNode.Kind {
  /// The way in which the content of the node is drawn. A leaf has no content.
  var drawing: NodeDrawing {
    switch self {
    case .leaf: .inPlace
    case .wrapper(let wrapper): wrapper.drawing
    case .arrangement(let arrangement): arrangement.drawing
    }
  }
}

extension Wrapper {
  fileprivate var drawing: NodeDrawing {
    switch self {
    case .effect(let effect): .group(effect)
    case .offset(let offset): .offset(offset)
    case .magnification: .magnified
    case .padding, .frame, .fixedSize, .aspectRatio, .position, .priority, .zIndex, .layoutValue, .alignmentGuide,
      .gridCell, .cueBox:
      .inPlace
    }
  }
}

extension Arrangement {
  fileprivate var drawing: NodeDrawing {
    switch self {
    case .decoration(let decoration): .decorated(isBehind: decoration.isBehind)
    case .ticker(let ticker): .copies(ticker)
    case .stack, .layers, .grid, .gridRow, .safeArea, .geometryReader, .cues, .cueRegion, .fitting, .custom: .inPlace
    }
  }
}

extension [SceneNode] {
  /// Whether any node has another depth than its order says.
  var haveZIndices: Bool {
    contains {
      if case .wrapper(.zIndex) = $0.kind { true } else { false }
    }
  }

  /// Returns the outermost node around a range that is drawn in copies, with its descendants; `nil` if there is none.
  func drawnInCopies(around range: Range<Int>) -> Range<Int>? {
    var node = 0
    while node < range.lowerBound {
      guard self[node].end > range.lowerBound else {
        node = self[node].end
        continue
      }
      if case .copies = self[node].kind.drawing { return node..<self[node].end }
      node += 1
    }
    return nil
  }
}
