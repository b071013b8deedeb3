/// A node that changes how its child is laid out or drawn.
enum Wrapper: Sendable, Hashable {
  /// Space around the child.
  case padding(PaddingWrapper)
  /// A box of a given size around the child.
  case frame(FrameWrapper)
  /// The child at its ideal size.
  case fixedSize(FixedSizeWrapper)
  /// The child with an aspect ratio.
  case aspectRatio(AspectRatioWrapper)
  /// The proposed space, with the center of the child at a position.
  case position(PositionWrapper)
  /// The child with a layout priority.
  case priority(PriorityWrapper)
  /// The child with another depth among its siblings.
  case zIndex(ZIndexWrapper)
  /// The child with a value for the layout around it.
  case layoutValue(LayoutValueWrapper)
  /// The child with a custom alignment line.
  case alignmentGuide(AlignmentGuide)
  /// The child as a cell of a grid that spans several columns.
  case gridCell(GridCellWrapper)
  /// The child as a cue in captions.
  case cueBox(CueBox)
  /// The child drawn with an effect. Layout is not affected.
  case effect(Effect)
  /// The child drawn at an offset. Layout is not affected.
  case offset(OffsetWrapper)
  /// The child laid out in one size and drawn in another one.
  case magnification(MagnificationWrapper)
}

extension Wrapper {
  /// Whether the wrapper stays in the tree when it has no content. A frame takes space by itself.
  var keepsEmptyContent: Bool {
    switch self {
    case .frame: true
    case .padding, .fixedSize, .aspectRatio, .position, .priority, .zIndex, .layoutValue, .alignmentGuide, .gridCell,
      .cueBox, .effect, .offset, .magnification:
      false
    }
  }
}

extension Wrapper: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    switch self {
    case .padding(let padding): padding.size(of: node, for: proposal, in: &pass)
    case .frame(let frame): frame.size(of: node, for: proposal, in: &pass)
    case .fixedSize(let fixedSize): fixedSize.size(of: node, for: proposal, in: &pass)
    case .aspectRatio(let aspectRatio): aspectRatio.size(of: node, for: proposal, in: &pass)
    case .position(let position): position.size(of: node, for: proposal, in: &pass)
    case .priority(let priority): priority.size(of: node, for: proposal, in: &pass)
    case .zIndex(let zIndex): zIndex.size(of: node, for: proposal, in: &pass)
    case .layoutValue(let value): value.size(of: node, for: proposal, in: &pass)
    case .alignmentGuide(let guide): guide.size(of: node, for: proposal, in: &pass)
    case .gridCell(let cell): cell.size(of: node, for: proposal, in: &pass)
    case .cueBox(let box): box.size(of: node, for: proposal, in: &pass)
    case .effect(let effect): effect.size(of: node, for: proposal, in: &pass)
    case .offset(let offset): offset.size(of: node, for: proposal, in: &pass)
    case .magnification(let wrapper): wrapper.size(of: node, for: proposal, in: &pass)
    }
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    switch self {
    case .padding(let padding): padding.places(of: node, for: proposal, size: size, in: &pass)
    case .frame(let frame): frame.places(of: node, for: proposal, size: size, in: &pass)
    case .fixedSize(let fixedSize): fixedSize.places(of: node, for: proposal, size: size, in: &pass)
    case .aspectRatio(let aspectRatio): aspectRatio.places(of: node, for: proposal, size: size, in: &pass)
    case .position(let position): position.places(of: node, for: proposal, size: size, in: &pass)
    case .priority(let priority): priority.places(of: node, for: proposal, size: size, in: &pass)
    case .zIndex(let zIndex): zIndex.places(of: node, for: proposal, size: size, in: &pass)
    case .layoutValue(let value): value.places(of: node, for: proposal, size: size, in: &pass)
    case .alignmentGuide(let guide): guide.places(of: node, for: proposal, size: size, in: &pass)
    case .gridCell(let cell): cell.places(of: node, for: proposal, size: size, in: &pass)
    case .cueBox(let box): box.places(of: node, for: proposal, size: size, in: &pass)
    case .effect(let effect): effect.places(of: node, for: proposal, size: size, in: &pass)
    case .offset(let offset): offset.places(of: node, for: proposal, size: size, in: &pass)
    case .magnification(let wrapper): wrapper.places(of: node, for: proposal, size: size, in: &pass)
    }
  }

  func position(
    of line: AlignmentLine, in node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass
  ) -> Double? {
    switch self {
    case .alignmentGuide(let guide):
      guide.position(of: line, in: node, for: proposal, size: size, in: &pass)
    case .padding, .frame, .fixedSize, .aspectRatio, .position, .priority, .zIndex, .layoutValue, .gridCell, .cueBox,
      .effect, .offset, .magnification:
      pass.combinedPosition(of: line, in: node, for: proposal, size: size)
    }
  }

  func traits(of node: Int, in nodes: [SceneNode]) -> LayoutTraits {
    switch self {
    case .padding(let padding): padding.traits(of: node, in: nodes)
    case .frame(let frame): frame.traits(of: node, in: nodes)
    case .fixedSize(let fixedSize): fixedSize.traits(of: node, in: nodes)
    case .aspectRatio(let aspectRatio): aspectRatio.traits(of: node, in: nodes)
    case .position(let position): position.traits(of: node, in: nodes)
    case .priority(let priority): priority.traits(of: node, in: nodes)
    case .zIndex(let zIndex): zIndex.traits(of: node, in: nodes)
    case .layoutValue(let value): value.traits(of: node, in: nodes)
    case .alignmentGuide(let guide): guide.traits(of: node, in: nodes)
    case .gridCell(let cell): cell.traits(of: node, in: nodes)
    case .cueBox(let box): box.traits(of: node, in: nodes)
    case .effect(let effect): effect.traits(of: node, in: nodes)
    case .offset(let offset): offset.traits(of: node, in: nodes)
    case .magnification(let wrapper): wrapper.traits(of: node, in: nodes)
    }
  }
}

extension Effect: WrapperLayout {}
