// Values of SwiftUI's modifiers that are not available, so that their usual spelling gets the message of the modifier.

/// Not available.
@available(*, unavailable, message: "declare motion with Keyframes or a Transition")
@_documentation(visibility: internal)
public struct Animation: Sendable {
  /// Not available.
  public static var `default`: Animation { Animation() }

  /// Not available.
  public static var linear: Animation { Animation() }

  /// Not available.
  public static var easeIn: Animation { Animation() }

  /// Not available.
  public static var easeOut: Animation { Animation() }

  /// Not available.
  public static var easeInOut: Animation { Animation() }

  /// Not available.
  public static var spring: Animation { Animation() }

  /// Not available.
  public static var bouncy: Animation { Animation() }

  /// Not available.
  public static var smooth: Animation { Animation() }

  /// Not available.
  public static var snappy: Animation { Animation() }

  /// Not available.
  public static var interactiveSpring: Animation { Animation() }

  /// Not available.
  public static func linear(duration: Double) -> Animation { Animation() }

  /// Not available.
  public static func easeIn(duration: Double) -> Animation { Animation() }

  /// Not available.
  public static func easeOut(duration: Double) -> Animation { Animation() }

  /// Not available.
  public static func easeInOut(duration: Double) -> Animation { Animation() }

  /// Not available.
  public static func spring(duration: Double = 0, bounce: Double = 0, blendDuration: Double = 0) -> Animation {
    Animation()
  }

  /// Not available.
  public static func spring(response: Double, dampingFraction: Double = 0, blendDuration: Double = 0) -> Animation {
    Animation()
  }

  /// Not available.
  public func delay(_ delay: Double) -> Animation { self }

  /// Not available.
  public func speed(_ speed: Double) -> Animation { self }

  /// Not available.
  public func repeatForever(autoreverses: Bool = true) -> Animation { self }

  /// Not available.
  public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Animation { self }
}

/// Not available.
@available(*, unavailable, message: "use ReplacingView with a Transition")
@_documentation(visibility: internal)
public struct ContentTransition: Sendable {
  /// Not available.
  public static var identity: ContentTransition { ContentTransition() }

  /// Not available.
  public static var opacity: ContentTransition { ContentTransition() }

  /// Not available.
  public static var interpolate: ContentTransition { ContentTransition() }

  /// Not available.
  public static func numericText(countsDown: Bool = false) -> ContentTransition { ContentTransition() }
}

/// Not available.
@available(*, unavailable, message: "set a frame")
@_documentation(visibility: internal)
public enum ImageScale: Sendable {
  case small, medium, large
}

/// Not available.
@available(*, unavailable, message: "set the colors")
@_documentation(visibility: internal)
public enum ColorScheme: Sendable {
  case light, dark
}

/// Not available.
@available(*, unavailable, message: "there is a safe area only inside of SafeArea: put the view outside")
@_documentation(visibility: internal)
public enum SafeAreaRegions: Sendable {
  case all, container, keyboard
}

extension EnvironmentValues {
  /// Not available.
  @available(*, unavailable, message: "a picture has no color scheme: pass colors in")
  @_documentation(visibility: internal)
  public var colorScheme: ColorScheme { .light }

  /// Not available.
  @available(*, unavailable, message: "a view has no lifetime: the program ends its stream by canceling its task")
  @_documentation(visibility: internal)
  public var scenePhase: Int { 0 }

  /// Not available.
  @available(*, unavailable, message: "a view has no lifetime: show it with visible(during:) or if")
  @_documentation(visibility: internal)
  public var dismiss: Int { 0 }
}
