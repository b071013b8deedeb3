// Names of SwiftUI that have no meaning for a picture that depends only on time. Each message names what to use
// instead. The compiler rejects every use, so nothing reaches a `fatalError` below.

/// Not available.
@available(
  *, unavailable, message: "a view has stored values only: pass values in, and use LiveView for values that change"
)
@_documentation(visibility: internal)
@propertyWrapper
public struct State<Value: Sendable>: Sendable {
  /// The value.
  public var wrappedValue: Value

  /// Creates the wrapper.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// Not available.
@available(
  *, unavailable, message: "a view has stored values only: pass values in, and use LiveView for values that change"
)
@_documentation(visibility: internal)
@propertyWrapper
public struct StateObject<Value: Sendable>: Sendable {
  /// The value.
  public var wrappedValue: Value

  /// Creates the wrapper.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// Not available.
@available(
  *, unavailable, message: "a view has stored values only: pass values in, and use LiveView for values that change"
)
@_documentation(visibility: internal)
@propertyWrapper
public struct ObservedObject<Value: Sendable>: Sendable {
  /// The value.
  public var wrappedValue: Value

  /// Creates the wrapper.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// Not available.
@available(
  *, unavailable, message: "a view has stored values only: pass values in, and use LiveView for values that change"
)
@_documentation(visibility: internal)
@propertyWrapper
public struct Binding<Value: Sendable>: Sendable {
  /// The value.
  public var wrappedValue: Value

  /// Creates the wrapper.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// Not available.
@available(*, unavailable, message: "a picture takes no input")
@_documentation(visibility: internal)
@propertyWrapper
public struct FocusState<Value: Sendable>: Sendable {
  /// The value.
  public var wrappedValue: Value

  /// Creates the wrapper.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// Not available.
@available(
  *, unavailable, message: "a view has stored values only: pass values in, and use LiveView for values that change"
)
@_documentation(visibility: internal)
@propertyWrapper
public struct EnvironmentObject<Value: Sendable>: Sendable {
  /// The value.
  public var wrappedValue: Value { fatalError() }

  /// Creates the wrapper.
  public init() {}
}

/// Not available.
@available(*, unavailable, message: "move a view with Keyframes of its position")
@_documentation(visibility: internal)
@propertyWrapper
public struct Namespace: Sendable {
  /// The value.
  public var wrappedValue: Int { fatalError() }

  /// Creates the wrapper.
  public init() {}
}

/// Not available.
@available(*, unavailable, message: "read the environment with EnvironmentReader { environment in … }")
@_documentation(visibility: internal)
@propertyWrapper
public struct Environment<Value>: Sendable {
  /// The value.
  public var wrappedValue: Value { fatalError() }

  /// Creates the wrapper for a value of the environment.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
}

/// Not available.
@available(*, unavailable, message: "use a VStack with ForEach")
@_documentation(visibility: internal)
public struct List<Content: View>: View {
  private let content: Content

  /// Creates the container.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  /// Creates the container.
  public init<Data, Row: View>(_ data: Data, @ViewBuilder row: (Data.Element) -> Row)
  where Content == EmptyView, Data: RandomAccessCollection { content = EmptyView() }

  /// Creates the container.
  public init<Data, ID, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder row: (Data.Element) -> Row
  ) where Content == EmptyView, Data: RandomAccessCollection { content = EmptyView() }

  /// The content.
  public var body: some View { content }
}

/// Not available.
@available(*, unavailable, message: "use a Ticker for text that moves, or offset in a clipped frame")
@_documentation(visibility: internal)
public struct ScrollView<Content: View>: View {
  private let content: Content

  /// Creates the container.
  public init(_ axes: AxisSet = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// The content.
  public var body: some View { content }
}

/// Not available.
@available(*, unavailable, message: "use VStack")
@_documentation(visibility: internal)
public struct LazyVStack<Content: View>: View {
  private let content: Content

  /// Creates the container.
  public init(
    alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
  ) { self.content = content() }

  /// The content.
  public var body: some View { content }
}

/// Not available.
@available(*, unavailable, message: "use HStack")
@_documentation(visibility: internal)
public struct LazyHStack<Content: View>: View {
  private let content: Content

  /// Creates the container.
  public init(
    alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
  ) { self.content = content() }

  /// The content.
  public var body: some View { content }
}

/// Not available.
@available(*, unavailable, message: "use VStack")
@_documentation(visibility: internal)
public struct Form<Content: View>: View {
  private let content: Content

  /// Creates the container.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  /// The content.
  public var body: some View { content }
}

/// Not available.
@available(*, unavailable, message: "show one view after another with visible(during:)")
@_documentation(visibility: internal)
public struct NavigationStack<Content: View>: View {
  private let content: Content

  /// Creates the container.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  /// The content.
  public var body: some View { content }
}

/// Not available.
@available(*, unavailable, message: "use VStack")
@_documentation(visibility: internal)
public struct Section<Content: View>: View {
  private let content: Content

  /// Creates the container.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  /// Creates the container.
  public init(_ title: String, @ViewBuilder content: () -> Content) { self.content = content() }

  /// The content.
  public var body: some View { content }
}

/// Not available.
@available(*, unavailable, message: "declare a Shape or a Path, or draw into a PixelSource")
@_documentation(visibility: internal)
public struct Canvas<Content: View>: View {
  private let content: Content

  /// Creates the container.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  /// Creates the view.
  public init(_ renderer: (inout GraphicsContext, Size) -> Void) where Content == EmptyView { content = EmptyView() }

  /// The content.
  public var body: some View { content }
}

/// Not available.
@available(*, unavailable, message: "declare a Shape or a Path, or draw into a PixelSource")
@_documentation(visibility: internal)
public struct GraphicsContext {}

/// Not available.
@available(
  *, unavailable,
  message:
    "a stream does not wait for the network: load the picture first and use Image, or ImageFile for a file that changes"
)
@_documentation(visibility: internal)
public struct AsyncImage: View {
  /// Creates the view.
  public init(url: Any?) {}

  /// Creates the view.
  public init<Content: View, Placeholder: View>(
    url: Any?, @ViewBuilder content: (Image) -> Content, @ViewBuilder placeholder: () -> Placeholder
  ) {}

  /// Nothing.
  public var body: some View { EmptyView() }
}

/// Not available.
@available(
  *, unavailable,
  message: "a picture takes no input: show the content, or use the controls of a picture-in-picture window"
)
@_documentation(visibility: internal)
public struct Button<Label: View>: View {
  private let label: Label

  /// Creates the button.
  public init(action: @escaping () -> Void, @ViewBuilder label: () -> Label) { self.label = label() }

  /// Creates the button with a text.
  public init(_ title: String, action: @escaping () -> Void) where Label == Text { label = Text(title) }

  /// The label.
  public var body: some View { label }
}

/// Not available.
@available(*, unavailable, message: "use ProgressBar or ProgressRing")
@_documentation(visibility: internal)
public struct ProgressView: View {
  /// Creates the view.
  public init(value: Double? = nil, total: Double = 1) {}

  /// Creates the view.
  public init(_ title: String, value: Double? = nil, total: Double = 1) {}

  /// Nothing.
  public var body: some View { EmptyView() }
}

/// Not available.
@available(
  *, unavailable,
  message: "declare motion with Keyframes, a Transition or a Ticker: nothing changes but with time and live values"
)
@_documentation(visibility: internal)
public func withAnimation<Result>(_ animation: Animation? = nil, _ body: () throws -> Result) rethrows -> Result {
  try body()
}

extension Image {
  /// Not available.
  @available(*, unavailable, message: "there are no asset catalogs: use try Image(file: path)")
  @_documentation(visibility: internal)
  public init(_ name: String) { fatalError() }

  /// Not available.
  @available(*, unavailable, message: "there are no system symbols: use a shape, or a PathView of an SVG path")
  @_documentation(visibility: internal)
  public init(systemName: String) { fatalError() }
}
