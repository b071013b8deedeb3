/// A custom container that chooses its size and places its subviews.
///
///     struct Diagonal: Layout {
///       var step = 20.0
///
///       func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews) -> Size {
///         proposal.replacingUnspecifiedDimensions(by: Size(width: 100, height: 100))
///       }
///
///       func placeSubviews(in bounds: Rect, proposal: ProposedViewSize, subviews: Subviews) {
///         for (index, subview) in subviews.enumerated() {
///           let distance = step * Double(index)
///           subview.place(at: Point(x: bounds.minX + distance, y: bounds.minY + distance), proposal: .unspecified)
///         }
///       }
///     }
///
/// Call the value with its views, as with any other container:
///
///     Diagonal(step: 40) {
///       Text("One")
///       Text("Two")
///     }
///
/// Both functions must be pure: their results may depend only on the stored values of the layout, the parameters, and
/// the answers of the subviews. Answers are cached, so the functions are not called for each frame. Two layouts that
/// are equal must arrange their subviews alike.
public protocol Layout: Sendable, Equatable {
  /// The views that the layout arranges.
  typealias Subviews = LayoutSubviews

  /// Returns the size that the container takes for a proposal.
  ///
  /// Ask subviews for their sizes with ``LayoutSubview/sizeThatFits(_:)``. A length that is negative or `NaN` becomes
  /// 0.
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews) -> Size

  /// Places the subviews with ``LayoutSubview/place(at:anchor:proposal:)``.
  ///
  /// A subview that is not placed is centered and proposed `proposal`.
  ///
  /// - Parameters:
  ///   - bounds: The frame of the container. Its size is the one that ``sizeThatFits(proposal:subviews:)`` returned.
  ///   - proposal: The size that was proposed to the container.
  ///   - subviews: The views in the container.
  func placeSubviews(in bounds: Rect, proposal: ProposedViewSize, subviews: Subviews)
}

/// The views that a ``Layout`` arranges, in the order of their declaration.
///
/// They are valid only during the call of the layout that they are passed to.
public struct LayoutSubviews: RandomAccessCollection {
  private let call: LayoutCall

  init(of call: LayoutCall) {
    self.call = call
  }

  /// The position of the first subview: 0.
  public var startIndex: Int { 0 }

  /// The position after the last subview, which is the number of subviews.
  public var endIndex: Int { call.children.count }

  /// Returns the subview at a position.
  public subscript(position: Int) -> LayoutSubview {
    precondition(indices.contains(position), "a layout has \(count) subviews, and none at \(position)")
    return LayoutSubview(index: position, call: call)
  }
}

/// A view that a ``Layout`` arranges.
///
/// It is valid only during the call of the layout that it is passed to. After that its size is zero, and it cannot be
/// placed.
public struct LayoutSubview {
  fileprivate let index: Int
  fileprivate let call: LayoutCall

  /// Returns the size that the view takes for a proposal.
  public func sizeThatFits(_ proposal: ProposedViewSize) -> Size {
    call.size(of: index, for: proposal)
  }

  /// Returns the size that the view takes for a proposal, and its alignment lines.
  public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
    call.dimensions(of: index, for: proposal)
  }

  /// The priority of the view, as set with ``View/layoutPriority(_:)``. The default is 0.
  public var priority: Double {
    call.priority(of: index)
  }

  /// The value of the view for a key, as set with ``View/layoutValue(key:value:)``, or the default value of the key.
  public subscript<Key: LayoutValueKey>(key: Key.Type) -> Key.Value {
    call.value(of: index, for: ObjectIdentifier(key))?.base as? Key.Value ?? Key.defaultValue
  }

  /// Places the view. If it is placed more than once, the last position counts.
  ///
  /// - Parameters:
  ///   - position: The position of the anchor, in the coordinates of the container's bounds.
  ///   - anchor: The point of the view at that position.
  ///   - proposal: The size proposed to the view.
  public func place(at position: Point, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
    call.place(index, at: position, anchor: anchor, proposal: proposal)
  }
}
