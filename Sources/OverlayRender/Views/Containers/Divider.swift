/// A sharp line of one pixel between the views of a stack: across a row it is upright, everywhere else it lies flat.
///
/// It is drawn in the foreground colour at 30 % of its opacity.
public struct Divider: View {
  /// Makes a divider.
  public init() {}

  /// A frame of one pixel with a fill in it.
  public var body: some View {
    EnvironmentReader { environment in
      let isUpright = environment.stackAxis == .horizontal
      environment.foregroundColor.opacity(0.3)
        .frame(width: isUpright ? 1 : nil, height: isUpright ? nil : 1)
    }
  }
}
