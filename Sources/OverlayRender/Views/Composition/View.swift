/// A part of a picture, declared as a pure function of the presentation time.
///
/// Compose the `body` of other views, as in SwiftUI:
///
///     struct Badge: View {
///       var body: some View {
///         HStack {
///           Text("LIVE").font(size: 28, weight: .bold)
///           ClockText(format: "HH:mm:ss")
///         }
///         .padding(12)
///         .background(.black.opacity(0.6), cornerRadius: 8)
///       }
///     }
///
/// A view is a nonisolated `Sendable` value. What it shows depends on its stored values and on the frame's time, never
/// on the time at which it is drawn.
public protocol View: Sendable {
  /// The type of the body.
  associatedtype Body: View

  /// The content of the view.
  @ViewBuilder var body: Body { get }
}

extension View {
  /// Adds the view to the tree: the nodes of a primitive view, or the body of any other.
  func resolve(into builder: inout SceneBuilder) {
    // The comparison avoids the dynamic cast for views with a body. Casting the type, not the value, avoids the
    // allocation of a box.
    if Body.self == Never.self, let primitive = Self.self as? any PrimitiveView.Type {
      primitive.addNodes(of: self, to: &builder)
    } else {
      builder.body { body.resolve(into: &$0) }
    }
  }
}

/// A view without a body that adds nodes to the tree.
protocol PrimitiveView: View where Body == Never {
  /// Adds the nodes of the view. To add another view, call its ``View/resolve(into:)``.
  func addNodes(to builder: inout SceneBuilder)
}

extension PrimitiveView {
  /// Adds the nodes of a view of this type.
  fileprivate static func addNodes(of view: some View, to builder: inout SceneBuilder) {
    (view as? Self)?.addNodes(to: &builder)
  }

  /// Primitive views have no body, and it is never accessed.
  public var body: Never {
    return preconditionFailure("\(Self.self) is a primitive view: it has no body")
  }
}

extension Never: View {
  /// `Never` has no values and no body.
  public var body: Never {
    return preconditionFailure("there is no value of Never, and so nobody to ask for its body")
  }
}
