/// How what is in a node is drawn.
enum NodeDrawing {
  /// Where it was laid out, the first child deepest.
  case inPlace
  /// Where it was laid out, the second child deepest.
  case secondBehindFirst
  /// As one picture that something is done to.
  case group(Effect)
  /// Away from where it was laid out.
  case offset(OffsetWrapper)
  /// More than once, each time at another place, and cut off at the edges of the node.
  case copies(TickerArrangement)

  /// Whether what is in the node is not simply drawn where it was laid out.
  var changesSurroundings: Bool {
    switch self {
    case .group, .offset, .copies: true
    case .inPlace, .secondBehindFirst: false
    }
  }
}

extension SceneNode.Kind {
  /// How what is in the node is drawn; nothing is in a leaf.
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
    case .padding, .frame, .fixedSize, .aspectRatio, .position, .priority, .layoutValue, .alignmentGuide, .gridCell,
      .cueBox:
      .inPlace
    }
  }
}

extension Arrangement {
  fileprivate var drawing: NodeDrawing {
    switch self {
    case .decoration(let decoration): decoration.isBehind ? .secondBehindFirst : .inPlace
    case .ticker(let ticker): .copies(ticker)
    case .stack, .layers, .grid, .gridRow, .safeArea, .geometryReader, .cues, .cueRegion, .fitting, .custom: .inPlace
    }
  }
}

extension [SceneNode] {
  /// The outermost node around some others that is drawn in copies, with all that is in it; `nil` where there is none.
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
