/// A filled rectangle that takes all the space it is offered. Its edges stand on whole pixels.
///
/// It is filled with the foreground colour, or with the one given to ``fill(_:)``.
public struct Rectangle: PrimitiveView {
  private var color: Color?

  /// Makes a rectangle.
  public init() {}

  /// The same rectangle in a colour of its own.
  public func fill(_ color: Color) -> Rectangle {
    var filled = self
    filled.color = color
    return filled
  }

  /// Adds one leaf.
  public func _resolve(into builder: inout SceneBuilder) {
    builder.leaf(.fill(Fill(color: color ?? builder.environment.foregroundColor)))
  }
}

/// A colour is a view that fills the space it is offered.
extension Color: PrimitiveView {
  /// Adds one leaf.
  public func _resolve(into builder: inout SceneBuilder) {
    builder.leaf(.fill(Fill(color: self)))
  }
}
