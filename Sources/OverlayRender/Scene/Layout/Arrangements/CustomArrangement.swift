/// The arrangement of a ``Layout``.
struct CustomArrangement {
  let layout: any Layout
}

extension CustomArrangement: Hashable {
  static func == (one: CustomArrangement, other: CustomArrangement) -> Bool {
    one.layout.isEqual(to: other.layout)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: layout)))
  }
}

extension Layout {
  fileprivate func isEqual(to other: any Layout) -> Bool {
    (other as? Self) == self
  }
}

extension CustomArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    let call = LayoutCall(of: node, lending: &pass)
    let size = layout.sizeThatFits(proposal: proposal, subviews: LayoutSubviews(of: call))
    call.end(returning: &pass)
    return Size(size.width.extent, size.height.extent)
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    let call = LayoutCall(of: node, lending: &pass)
    layout.placeSubviews(
      in: Rect(origin: .zero, size: size), proposal: proposal, subviews: LayoutSubviews(of: call))
    let middle = Point(x: size.width / 2, y: size.height / 2)
    for index in call.children.indices where call.places[index] == nil {
      call.place(index, at: middle, anchor: .center, proposal: proposal)
    }
    call.end(returning: &pass)
    return call.places.compactMap(\.self)
  }
}

/// One call of a ``Layout``. It owns the layout pass during the call, answers questions about the subviews, and records
/// where they are placed.
final class LayoutCall {
  let children: [Int]
  private(set) var places: [ChildPlace?]
  /// The pass; `nil` after the call, and while a subview answers.
  private var pass: LayoutPass?

  /// Takes over the pass, so that its arrays have one owner and are not copied on write.
  init(of node: Int, lending pass: inout LayoutPass) {
    children = Array(pass.children(of: node))
    places = Array(repeating: nil, count: children.count)
    self.pass = pass
    pass = LayoutPass(SceneLayout(unplaced: []), measuredBy: pass.measurer)
  }

  /// Returns the pass.
  func end(returning pass: inout LayoutPass) {
    if let lent = self.pass.take() { pass = lent }
  }

  func size(of index: Int, for proposal: ProposedViewSize) -> Size {
    ask { $0.size(of: children[index], for: proposal.limited) } ?? .zero
  }

  func dimensions(of index: Int, for proposal: ProposedViewSize) -> ViewDimensions {
    ask { $0.dimensions(of: children[index], for: proposal.limited) } ?? ViewDimensions(size: .zero, explicit: [:])
  }

  func priority(of index: Int) -> Double {
    ask { $0.traits(of: children[index]).priority }.flatMap { $0 } ?? 0
  }

  func value(of index: Int, for key: ObjectIdentifier) -> LayoutValue? {
    ask { $0.traits(of: children[index]).values?[key] } ?? nil
  }

  func place(_ index: Int, at position: Point, anchor: UnitPoint, proposal: ProposedViewSize) {
    let proposal = proposal.limited
    ask { pass in
      let size = pass.size(of: children[index], for: proposal)
      let offset = Point(
        x: (position.x - size.width * anchor.x).bounded, y: (position.y - size.height * anchor.y).bounded)
      places[index] = ChildPlace(node: children[index], offset: offset, proposal: proposal)
    }
  }

  /// Calls a function with the pass, unless the call has ended.
  @discardableResult
  private func ask<Answer>(_ question: (inout LayoutPass) -> Answer) -> Answer? {
    guard var pass = pass.take() else { return nil }
    defer { self.pass = pass }
    return question(&pass)
  }
}

extension Double {
  /// A length from a view: not negative, and either infinite or at most 1 000 000 pixels.
  fileprivate var extent: Double { self == .infinity ? self : Swift.max(bounded, 0) }
}

extension ProposedViewSize {
  /// The proposal with lengths as layout accepts them from views.
  fileprivate var limited: ProposedViewSize {
    ProposedViewSize(width: width?.extent, height: height?.extent)
  }
}
