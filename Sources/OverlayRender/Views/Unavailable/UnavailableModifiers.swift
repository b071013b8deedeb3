// Modifiers of SwiftUI that have no meaning for a picture that depends only on time. Each message names what to use
// instead.

extension View {
  /// Not available.
  @available(
    *, unavailable, message: "a view has no lifetime: run tasks beside the stream, and pass their values with LiveData"
  )
  @_documentation(visibility: internal)
  public func task(priority: TaskPriority = .medium, _ action: @escaping @Sendable () async -> Void) -> Self { self }

  /// Not available.
  @available(
    *, unavailable, message: "a view has no lifetime: run tasks beside the stream, and pass their values with LiveData"
  )
  @_documentation(visibility: internal)
  public func task<ID: Equatable>(
    id: ID, priority: TaskPriority = .medium, _ action: @escaping @Sendable () async -> Void
  ) -> Self { self }

  /// Not available.
  @available(
    *, unavailable, message: "a view has no lifetime: run tasks beside the stream, and pass their values with LiveData"
  )
  @_documentation(visibility: internal)
  public func onAppear(perform action: (() -> Void)? = nil) -> Self { self }

  /// Not available.
  @available(
    *, unavailable, message: "a view has no lifetime: run tasks beside the stream, and pass their values with LiveData"
  )
  @_documentation(visibility: internal)
  public func onDisappear(perform action: (() -> Void)? = nil) -> Self { self }

  /// Not available.
  @available(
    *, unavailable, message: "a view has no lifetime: LiveView receives the value before, and the time of the change"
  )
  @_documentation(visibility: internal)
  public func onChange<Value: Equatable>(of value: Value, _ action: @escaping () -> Void) -> Self { self }

  /// Not available.
  @available(
    *, unavailable, message: "a view has no lifetime: LiveView receives the value before, and the time of the change"
  )
  @_documentation(visibility: internal)
  public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (Value) -> Void) -> Self { self }

  /// Not available.
  @available(
    *, unavailable, message: "a view has no lifetime: LiveView receives the value before, and the time of the change"
  )
  @_documentation(visibility: internal)
  public func onChange<Value: Equatable>(of value: Value, _ action: @escaping (Value, Value) -> Void) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "update a LiveData instead, and show it with LiveView")
  @_documentation(visibility: internal)
  public func onReceive<Source>(_ source: Source, perform action: @escaping (Any) -> Void) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "a picture takes no input")
  @_documentation(visibility: internal)
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "a picture takes no input")
  @_documentation(visibility: internal)
  public func gesture<Gesture>(_ gesture: Gesture) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "declare motion with Keyframes or a Transition")
  @_documentation(visibility: internal)
  public func animation(_ animation: Animation?) -> Self { self }

  /// Not available.
  @available(
    *, unavailable, message: "declare motion with Keyframes or a Transition; LiveView knows the time of a change"
  )
  @_documentation(visibility: internal)
  public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "use ReplacingView with a Transition")
  @_documentation(visibility: internal)
  public func contentTransition(_ transition: ContentTransition) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "move a view with Keyframes of its position")
  @_documentation(visibility: internal)
  public func matchedGeometryEffect<ID: Hashable>(id: ID, in namespace: Any) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "use scaling(.fit), scaling(.fill) or scaling(.stretch)")
  @_documentation(visibility: internal)
  public func resizable() -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "set a frame")
  @_documentation(visibility: internal)
  public func imageScale(_ scale: ImageScale) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "there is a safe area only inside of SafeArea: put the view outside")
  @_documentation(visibility: internal)
  public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: EdgeSet = .all) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "set the colors")
  @_documentation(visibility: internal)
  public func preferredColorScheme(_ scheme: ColorScheme?) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "use foregroundStyle, or fill for ProgressBar")
  @_documentation(visibility: internal)
  public func tint(_ color: Color?) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "show the view with visible(during:) or if, in a ZStack")
  @_documentation(visibility: internal)
  public func sheet<Content: View>(isPresented: Any, @ViewBuilder content: () -> Content) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "use a Text in a VStack")
  @_documentation(visibility: internal)
  public func navigationTitle(_ title: String) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "a picture has no accessibility tree")
  @_documentation(visibility: internal)
  public func accessibilityLabel(_ label: String) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "a picture has no accessibility tree")
  @_documentation(visibility: internal)
  public func accessibilityLabel(_ label: Text) -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "remove it: an effect draws its view as one picture")
  @_documentation(visibility: internal)
  public func drawingGroup() -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "use opacity(1): an effect draws its view as one picture")
  @_documentation(visibility: internal)
  public func compositingGroup() -> Self { self }

  /// Not available.
  @available(*, unavailable, message: "remove it: a view has no state; ForEach takes the identity of elements")
  @_documentation(visibility: internal)
  public func id<ID: Hashable>(_ id: ID) -> Self { self }
}

extension ShapeStyle where Self == Color {
  /// Not available.
  @available(*, unavailable, message: "use foregroundStyle(.primary), or foregroundColor of the environment")
  @_documentation(visibility: internal)
  public static var primary: Color { .white }

  /// Not available.
  @available(*, unavailable, message: "use foregroundStyle(.secondary), or a color with opacity(0.6)")
  @_documentation(visibility: internal)
  public static var secondary: Color { .white }

  /// Not available.
  @available(*, unavailable, message: "use a color, such as .orange or Color(hex: 0x0A84FF)")
  @_documentation(visibility: internal)
  public static var accentColor: Color { .white }
}
