/// A node that places its children.
enum Arrangement: Sendable, Hashable {
  /// Children one after another.
  case stack(StackArrangement)
  /// Children stacked in depth, the first deepest.
  case layers(LayersArrangement)
  /// Rows of cells that are aligned in columns.
  case grid(GridArrangement)
  /// The cells of one row of a grid.
  case gridRow(GridRowArrangement)
  /// The first child with the second one behind or in front of it.
  case decoration(DecorationArrangement)
  /// Children in the proposed space, inside a margin.
  case safeArea(SafeAreaArrangement)
  /// Children that are made for the proposed space.
  case geometryReader(GeometryReaderArrangement)
  /// One child that moves through the frame in copies.
  case ticker(TickerArrangement)
  /// Cues that do not overlap, in the proposed space.
  case cues(CueArrangement)
  /// A region of cues that roll up.
  case cueRegion(CueRegionArrangement)
  /// The first child that fits.
  case fitting(FittingArrangement)
  /// Children at the positions that a ``Layout`` chooses.
  case custom(CustomArrangement)
}

extension Arrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    switch self {
    case .stack(let stack): stack.size(of: node, for: proposal, in: &pass)
    case .layers(let layers): layers.size(of: node, for: proposal, in: &pass)
    case .grid(let grid): grid.size(of: node, for: proposal, in: &pass)
    case .gridRow(let row): row.size(of: node, for: proposal, in: &pass)
    case .decoration(let decoration): decoration.size(of: node, for: proposal, in: &pass)
    case .safeArea(let safeArea): safeArea.size(of: node, for: proposal, in: &pass)
    case .geometryReader(let reader): reader.size(of: node, for: proposal, in: &pass)
    case .ticker(let ticker): ticker.size(of: node, for: proposal, in: &pass)
    case .cues(let cues): cues.size(of: node, for: proposal, in: &pass)
    case .cueRegion(let region): region.size(of: node, for: proposal, in: &pass)
    case .fitting(let fitting): fitting.size(of: node, for: proposal, in: &pass)
    case .custom(let custom): custom.size(of: node, for: proposal, in: &pass)
    }
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    switch self {
    case .stack(let stack): stack.places(of: node, for: proposal, size: size, in: &pass)
    case .layers(let layers): layers.places(of: node, for: proposal, size: size, in: &pass)
    case .grid(let grid): grid.places(of: node, for: proposal, size: size, in: &pass)
    case .gridRow(let row): row.places(of: node, for: proposal, size: size, in: &pass)
    case .decoration(let decoration): decoration.places(of: node, for: proposal, size: size, in: &pass)
    case .safeArea(let safeArea): safeArea.places(of: node, for: proposal, size: size, in: &pass)
    case .geometryReader(let reader): reader.places(of: node, for: proposal, size: size, in: &pass)
    case .ticker(let ticker): ticker.places(of: node, for: proposal, size: size, in: &pass)
    case .cues(let cues): cues.places(of: node, for: proposal, size: size, in: &pass)
    case .cueRegion(let region): region.places(of: node, for: proposal, size: size, in: &pass)
    case .fitting(let fitting): fitting.places(of: node, for: proposal, size: size, in: &pass)
    case .custom(let custom): custom.places(of: node, for: proposal, size: size, in: &pass)
    }
  }

  func position(
    of line: AlignmentLine, in node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass
  ) -> Double? {
    switch self {
    case .decoration(let decoration):
      decoration.position(of: line, in: node, for: proposal, size: size, in: &pass)
    case .geometryReader(let reader):
      reader.position(of: line, in: node, for: proposal, size: size, in: &pass)
    case .fitting(let fitting):
      fitting.position(of: line, in: node, for: proposal, size: size, in: &pass)
    case .stack, .layers, .grid, .gridRow, .safeArea, .ticker, .cues, .cueRegion, .custom:
      pass.combinedPosition(of: line, in: node, for: proposal, size: size)
    }
  }

  func traits(of node: Int, in nodes: [SceneNode]) -> LayoutTraits {
    switch self {
    case .gridRow(let row): row.traits(of: node, in: nodes)
    case .decoration(let decoration): decoration.traits(of: node, in: nodes)
    case .cueRegion(let region): region.traits(of: node, in: nodes)
    case .stack, .layers, .grid, .safeArea, .geometryReader, .ticker, .cues, .fitting, .custom: LayoutTraits()
    }
  }
}
