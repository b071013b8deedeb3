/// Makes one view of the statements in a `body`: `if`, `switch` and `for` included.
@resultBuilder
public enum ViewBuilder {
  /// Nothing.
  public static func buildBlock() -> EmptyView {
    EmptyView()
  }

  /// The first of several views.
  public static func buildPartialBlock<Content: View>(first content: Content) -> Content {
    content
  }

  /// What was before, and the next view.
  public static func buildPartialBlock<First: View, Second: View>(
    accumulated first: First, next second: Second
  ) -> PairView<First, Second> {
    PairView(first: first, second: second)
  }

  /// An `if` without `else`.
  public static func buildOptional<Content: View>(_ content: Content?) -> Content? {
    content
  }

  /// The first branch of an `if` or `switch`.
  public static func buildEither<First: View, Second: View>(first content: First) -> EitherView<First, Second> {
    .first(content)
  }

  /// The other branch of an `if` or `switch`.
  public static func buildEither<First: View, Second: View>(second content: Second) -> EitherView<First, Second> {
    .second(content)
  }

  /// A `for` loop.
  ///
  /// Swift 6.3 cannot name the result of a function that returns `some View` in here; give such a view a type of its own.
  public static func buildArray<Content: View>(_ content: [Content]) -> ArrayView<Content> {
    ArrayView(content: content)
  }

  /// An `if #available`.
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> Content {
    content
  }
}

/// Nothing at all.
public struct EmptyView: PrimitiveView {
  /// Makes nothing.
  public init() {}

  /// Adds no node.
  public func _resolve(into builder: inout SceneBuilder) {}
}

/// Two views, one after the other.
public struct PairView<First: View, Second: View>: PrimitiveView {
  let first: First
  let second: Second

  /// Adds both to the same parent.
  public func _resolve(into builder: inout SceneBuilder) {
    first._resolve(into: &builder)
    second._resolve(into: &builder)
  }
}

/// A view that may be absent. What follows keeps its identity either way.
extension Optional: View, PrimitiveView where Wrapped: View {
  /// Adds the view if it is there.
  public func _resolve(into builder: inout SceneBuilder) {
    builder.branch { builder in self?._resolve(into: &builder) }
  }
}

/// One of two views.
public enum EitherView<First: View, Second: View>: PrimitiveView {
  /// The branch taken when the condition holds.
  case first(First)
  /// The other branch.
  case second(Second)

  /// Adds the branch that was taken; the branches have identities of their own.
  public func _resolve(into builder: inout SceneBuilder) {
    switch self {
    case .first(let content): builder.branch(1) { content._resolve(into: &$0) }
    case .second(let content): builder.branch(2) { content._resolve(into: &$0) }
    }
  }
}

/// The views that a `for` loop made.
public struct ArrayView<Content: View>: PrimitiveView {
  let content: [Content]

  /// Adds them in order.
  public func _resolve(into builder: inout SceneBuilder) {
    builder.branch { builder in
      for view in content {
        builder.branch { view._resolve(into: &$0) }
      }
    }
  }
}
