/// A sharp line of one pixel between the views of a stack: vertical in an ``HStack``, and horizontal elsewhere.
///
/// Its color is the foreground color at 30 % of its opacity.
public struct Divider: View {
  /// Creates a divider.
  public init() {}

  /// The line.
  public var body: some View {
    EnvironmentReader { environment in
      let isUpright = environment.stackAxis == .horizontal
      environment.foregroundColor.opacity(0.3)
        .frame(width: isUpright ? 1 : nil, height: isUpright ? nil : 1)
    }
  }
}
