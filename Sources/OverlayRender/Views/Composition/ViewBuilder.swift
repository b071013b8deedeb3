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

  /// The only child of a block.
  public static func buildBlock(_ child: AnyView) -> AnyView {
    child
  }

  /// The children of a block, one after the other.
  public static func buildBlock(_ children: AnyView...) -> AnyView {
    AnyView { builder in
      for child in children { child.addNodes(to: &builder) }
    }
  }

  /// An `if` without `else`. What follows keeps its identity either way.
  public static func buildOptional(_ content: AnyView?) -> AnyView {
    AnyView { $0.branch { content?.addNodes(to: &$0) } }
  }

  /// The first branch of an `if` or `switch`. The branches have identities of their own.
  public static func buildEither(first content: AnyView) -> AnyView {
    AnyView { $0.branch(1, content.addNodes) }
  }

  /// The other branch of an `if` or `switch`.
  public static func buildEither(second content: AnyView) -> AnyView {
    AnyView { $0.branch(2, content.addNodes) }
  }

  /// A `for` loop.
  public static func buildArray(_ rounds: [AnyView]) -> AnyView {
    AnyView { builder in
      builder.branch { builder in
        for round in rounds { builder.branch { round.addNodes(to: &$0) } }
      }
    }
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
