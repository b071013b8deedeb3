/// An arrangement that takes the proposed space, with children inside a margin: `SafeArea`.
struct SafeAreaArrangement {
  /// The margin at each edge as a share of the length, less than 0.5.
  var margin: Double
  var alignment: Alignment
}

extension SafeAreaArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    pass.filledSize(for: proposal) {
      let inner = $0.largestChild(of: node, for: childProposal(for: proposal))
      return Size(inner.width / (1 - 2 * margin), inner.height / (1 - 2 * margin))
    }
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    let edges = Point(x: size.width * margin, y: size.height * margin)
    let area = Size(size.width - 2 * edges.x, size.height - 2 * edges.y)
    return pass.children(of: node).map { child in
      var place = pass.aligned(child, alignment, in: area, for: childProposal(for: proposal))
      place.offset = Point(x: place.offset.x + edges.x, y: place.offset.y + edges.y)
      return place
    }
  }

  private func childProposal(for proposal: ProposedViewSize) -> ProposedViewSize {
    func inner(_ length: Double) -> Double { length.isFinite ? length - 2 * (length * margin) : length }
    return ProposedViewSize(width: proposal.width.map(inner), height: proposal.height.map(inner))
  }
}

/// The margin at the edges of a picture.
enum SafeMargin: Sendable, Hashable {
  /// A share of the length at each edge, less than 0.5.
  case share(Double)
  /// A number of pixels at each edge.
  case pixels(Double)

  /// Creates a margin in pixels. `nil` stands for the title-safe area (SMPTE ST 2046-1).
  init(pixels: Double?) {
    self = pixels.map { .pixels(max($0.bounded, 0)) } ?? .share(0.05)
  }

  /// Returns the area of a picture inside the margins. Margins that would leave nothing are ignored.
  func area(of size: Size) -> Rect {
    var area = Rect(origin: .zero, size: size)
    for axis in [Axis.horizontal, .vertical] {
      let margin =
        switch self {
        case .share(let share): size[axis] * share
        case .pixels(let pixels): pixels
        }
      guard margin.isFinite, 2 * margin < size[axis] else { continue }
      area.origin[axis] = margin
      area.size[axis] = size[axis] - 2 * margin
    }
    return area
  }

  /// Returns the area for captions without a position. Players of pictures that are taller than wide show their buttons
  /// and texts in the lowest quarter.
  func areaForCaptions(of size: Size) -> Rect {
    var area = area(of: size)
    guard case .share = self, size.height > size.width else { return area }
    area.size.height = size.height * 0.75 - area.origin.y
    return area
  }

  /// Returns the size of a picture with a given area inside the margins.
  func size(around area: Size) -> Size {
    switch self {
    case .share(let share): Size(area.width / (1 - 2 * share), area.height / (1 - 2 * share))
    case .pixels(let pixels): Size(area.width + 2 * pixels, area.height + 2 * pixels)
    }
  }
}
