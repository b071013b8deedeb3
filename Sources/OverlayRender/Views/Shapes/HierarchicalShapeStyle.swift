/// A weaker form of the foreground color, as SwiftUI's `.secondary`.
///
///     VStack {
///       Text("Ada Lovelace")
///       Text("Mathematician").foregroundStyle(.secondary)
///     }
///
/// The opacities are the same as for label colors of iOS. A style inside of another one is weaker than both.
public struct HierarchicalShapeStyle: Sendable, Hashable {
  /// The opacity by which the foreground color is multiplied.
  let opacity: Double

  /// The foreground color.
  public static let primary = HierarchicalShapeStyle(opacity: 1)
  /// The foreground color with an opacity of 60 %.
  public static let secondary = HierarchicalShapeStyle(opacity: 0.6)
  /// The foreground color with an opacity of 30 %.
  public static let tertiary = HierarchicalShapeStyle(opacity: 0.3)
  /// The foreground color with an opacity of 18 %.
  public static let quaternary = HierarchicalShapeStyle(opacity: 0.18)
}

extension View {
  /// Makes the inherited color of text and shapes weaker.
  @_documentation(visibility: internal)
  public func foregroundStyle(_ style: HierarchicalShapeStyle) -> EnvironmentView<Self> {
    environment { $0.foregroundColor = $0.foregroundColor.opacity(style.opacity) }
  }

  /// Makes the inherited color of text and shapes weaker, as ``foregroundStyle(_:)`` does.
  @_documentation(visibility: internal)
  public func foregroundColor(_ style: HierarchicalShapeStyle) -> EnvironmentView<Self> {
    foregroundStyle(style)
  }
}

extension Shape {
  /// Returns the shape filled with a weaker form of the foreground color.
  @_documentation(visibility: internal)
  public func fill(_ style: HierarchicalShapeStyle) -> some View {
    EnvironmentReader { fill($0.foregroundColor.opacity(style.opacity)) }
  }

  /// Returns a line along the outline in a weaker form of the foreground color, with a width in pixels.
  @_documentation(visibility: internal)
  public func stroke(_ style: HierarchicalShapeStyle, lineWidth: Double = 1) -> some View {
    EnvironmentReader { stroke($0.foregroundColor.opacity(style.opacity), lineWidth: lineWidth) }
  }
}
