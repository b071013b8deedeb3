/// A result builder that combines the statements of a `body` into one view, including `if`, `switch` and `for`.
///
/// A block may have any number of children. Each becomes an ``AnyView``, so a function with a built body must return
/// `some View`.
@resultBuilder
public enum ViewBuilder {
  /// Builds a child of a block.
  ///
  /// The closure keeps the view out of the stack frame of the surrounding function. So a block of thousands of children
  /// fits into a small stack, even without optimization.
  public static func buildExpression<Content: View>(_ content: @autoclosure () -> Content) -> AnyView {
    AnyView(content())
  }

  /// Builds a block with one child.
  public static func buildBlock(_ child: AnyView) -> AnyView {
    child
  }

  /// Builds a block with several children.
  public static func buildBlock(_ children: AnyView...) -> AnyView {
    AnyView { builder in
      for child in children { child.addNodes(to: &builder) }
    }
  }

  /// Builds an `if` without `else`. The views after it keep their identity in either case.
  public static func buildOptional(_ content: AnyView?) -> AnyView {
    AnyView { $0.branch { content?.addNodes(to: &$0) } }
  }

  /// Builds the first branch of an `if` or `switch`. Each branch has its own identity.
  public static func buildEither(first content: AnyView) -> AnyView {
    AnyView { $0.branch(1, content.addNodes) }
  }

  /// Builds the second branch of an `if` or `switch`. Each branch has its own identity.
  public static func buildEither(second content: AnyView) -> AnyView {
    AnyView { $0.branch(2, content.addNodes) }
  }

  /// Builds a `for` loop.
  public static func buildArray(_ rounds: [AnyView]) -> AnyView {
    AnyView { builder in
      builder.branch { builder in
        for round in rounds { builder.branch { round.addNodes(to: &$0) } }
      }
    }
  }

  /// Builds an `if #available`.
  public static func buildLimitedAvailability(_ content: AnyView) -> AnyView {
    content
  }
}

/// An optional view. The views after it keep their identity in either case.
extension Optional: View where Wrapped: View {
  /// The view, if there is one.
  @ViewBuilder public var body: some View {
    if let self { self }
  }
}
