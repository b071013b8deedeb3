/// Makes one view of the statements in a `body`: `if`, `switch` and `for` included.
///
/// A block may have any number of children. Each is an ``AnyView``, so a function whose body is built has to return
/// `some View`.
@resultBuilder
public enum ViewBuilder {
  /// A child of a block.
  ///
  /// The view is made in a closure so that none of its size remains in the frame of the function that has the block: a
  /// block of thousands of children then fits into a small stack even where the compiler does not optimize.
  public static func buildExpression<Content: View>(_ content: @autoclosure () -> Content) -> AnyView {
    AnyView(content())
  }

  /// The children of a block, one after the other.
  public static func buildBlock(_ children: AnyView...) -> AnyView {
    children.count == 1 ? children[0] : AnyView(Block(children: children))
  }

  /// An `if` without `else`. What follows keeps its identity either way.
  public static func buildOptional(_ content: AnyView?) -> AnyView {
    AnyView(Branch(content: content))
  }

  /// The first branch of an `if` or `switch`. The branches have identities of their own.
  public static func buildEither(first content: AnyView) -> AnyView {
    AnyView(Branch(number: 1, content: content))
  }

  /// The other branch of an `if` or `switch`.
  public static func buildEither(second content: AnyView) -> AnyView {
    AnyView(Branch(number: 2, content: content))
  }

  /// A `for` loop.
  public static func buildArray(_ rounds: [AnyView]) -> AnyView {
    AnyView(Loop(rounds: rounds))
  }

  /// An `if #available`.
  public static func buildLimitedAvailability(_ content: AnyView) -> AnyView {
    content
  }
}

/// Nothing at all.
public struct EmptyView: PrimitiveView {
  /// Makes nothing.
  public init() {}

  func addNodes(to builder: inout SceneBuilder) {}
}

/// A view that may be absent. What follows keeps its identity either way.
extension Optional: View where Wrapped: View {
  /// The view if it is there.
  @ViewBuilder public var body: some View {
    if let self { self }
  }
}

/// Views that are children of the same parent.
private struct Block: PrimitiveView {
  let children: [AnyView]

  func addNodes(to builder: inout SceneBuilder) {
    for child in children { child.resolve(into: &builder) }
  }
}

/// A branch of an `if` or `switch`: a place of its own in the tree, whether or not something is in it.
private struct Branch: PrimitiveView {
  var number: UInt64 = 0
  let content: AnyView?

  func addNodes(to builder: inout SceneBuilder) {
    builder.branch(number) { builder in content?.resolve(into: &builder) }
  }
}

/// What the rounds of a `for` loop made.
private struct Loop: PrimitiveView {
  let rounds: [AnyView]

  func addNodes(to builder: inout SceneBuilder) {
    builder.branch { builder in
      for round in rounds {
        builder.branch { round.resolve(into: &$0) }
      }
    }
  }
}
