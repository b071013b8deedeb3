/// A container of your own: a value that chooses its size and the places of its subviews.
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
/// Call the value with its views, as any other container:
///
///     Diagonal(step: 40) {
///       Text("One")
///       Text("Two")
///     }
///
/// Both functions must be pure: what they do may depend on the layout's stored values, on what they are given, and on what
/// the subviews answer. Answers are kept, so a function is not called for each frame. Two layouts that are equal must
/// arrange alike.
public protocol Layout: Sendable, Equatable {
  /// The views that a layout arranges.
  typealias Subviews = LayoutSubviews

  /// Returns the size that the container takes when it is offered `proposal`.
  ///
  /// Ask subviews for their sizes with ``LayoutSubview/sizeThatFits(_:)``. An extent that is negative or NaN becomes 0.
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews) -> Size

  /// Places the subviews with ``LayoutSubview/place(at:anchor:proposal:)``.
  ///
  /// A subview that is not placed stands in the middle and is offered `proposal`.
  ///
  /// - Parameters:
  ///   - bounds: The container's frame. Its size is the one that ``sizeThatFits(proposal:subviews:)`` returned.
  ///   - proposal: What the container was offered.
  ///   - subviews: What is in the container.
  func placeSubviews(in bounds: Rect, proposal: ProposedViewSize, subviews: Subviews)
}

/// The views that a ``Layout`` arranges, in the order in which they were declared.
///
/// They are valid only during the call that they were given to.
public struct LayoutSubviews: RandomAccessCollection {
  private let call: LayoutCall

  init(of call: LayoutCall) {
    self.call = call
  }

  /// The position of the first subview: 0.
  public var startIndex: Int { 0 }

  /// The position after the last subview: the number of subviews.
  public var endIndex: Int { call.children.count }

  /// The subview at a position.
  public subscript(position: Int) -> LayoutSubview {
    precondition(indices.contains(position), "a layout has \(count) subviews, and none at \(position)")
    return LayoutSubview(index: position, call: call)
  }
}

/// A view that a ``Layout`` arranges.
///
/// It is valid only during the call that it was given to. Afterwards its sizes are zero and it is not placed.
public struct LayoutSubview {
  fileprivate let index: Int
  fileprivate let call: LayoutCall

  /// Returns the size that the view takes when it is offered `proposal`.
  public func sizeThatFits(_ proposal: ProposedViewSize) -> Size {
    call.size(of: index, for: proposal)
  }

  /// Returns the size that the view takes when it is offered `proposal`, and the lines that it is aligned by.
  public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
    call.dimensions(of: index, for: proposal)
  }

  /// The priority that was given to the view with ``View/layoutPriority(_:)``; 0 where none was.
  public var priority: Double {
    call.priority(of: index)
  }

  /// The value that the view has for a key, or the default value of the key.
  public subscript<Key: LayoutValueKey>(key: Key.Type) -> Key.Value {
    call.value(of: index, for: ObjectIdentifier(key))?.base as? Key.Value ?? Key.defaultValue
  }

  /// Places the view. When it is placed more than once, the last place counts.
  ///
  /// - Parameters:
  ///   - position: Where the anchor goes, in the same coordinates as the container's bounds.
  ///   - anchor: The point of the view that goes there.
  ///   - proposal: What the view is offered.
  public func place(at position: Point, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
    call.place(index, at: position, anchor: anchor, proposal: proposal)
  }
}
