/// A declared part of a picture: a pure function of the presentation time.
///
/// Write a `body` of other views, as in SwiftUI:
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
/// A view is a nonisolated `Sendable` value: what it shows depends on its own stored values and on the moment of the
/// frame, never on the moment of drawing.
public protocol View: Sendable {
  /// What the body is made of.
  associatedtype Body: View

  /// The views that this one stands for.
  @ViewBuilder var body: Body { get }
}

extension View {
  /// Writes the view into the tree: a primitive view as it says, any other as its ``body``.
  func resolve(into builder: inout SceneBuilder) {
    // The comparison spares all views with a body the dynamic cast. The type is cast, not the value: a box for a value
    // would be allocated.
    if Body.self == Never.self, let primitive = Self.self as? any PrimitiveView.Type {
      primitive.addNodes(of: self, to: &builder)
    } else {
      builder.body { body.resolve(into: &$0) }
    }
  }
}

/// A view that writes itself into the tree and so has no body.
protocol PrimitiveView: View where Body == Never {
  /// Adds what the view consists of. To add another view, call its ``View/resolve(into:)``.
  func addNodes(to builder: inout SceneBuilder)
}

extension PrimitiveView {
  /// Adds what a view of this type consists of.
  fileprivate static func addNodes(of view: some View, to builder: inout SceneBuilder) {
    (view as? Self)?.addNodes(to: &builder)
  }

  /// A primitive has no body; nothing asks for it.
  public var body: Never {
    return preconditionFailure("\(Self.self) is a primitive view: it has no body")
  }
}

extension Never: View {
  /// There is no value of this type, and so no body.
  public var body: Never {
    return preconditionFailure("there is no value of Never, and so nobody to ask for its body")
  }
}
