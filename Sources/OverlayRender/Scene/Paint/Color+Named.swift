/// The CSS colors by name. As members of `ShapeStyle` they can be written without the type wherever a style is
/// expected: `.fill(.red)`.
extension ShapeStyle where Self == Color {
  /// `transparent`: black with an opacity of 0.
  public static var clear: Color { Color(white: 0, alpha: 0) }
  /// `#000000`
  public static var black: Color { Color(rgb: 0x000000) }
  /// `#FFFFFF`
  public static var white: Color { Color(rgb: 0xFFFFFF) }
  /// `#808080`
  public static var gray: Color { Color(rgb: 0x808080) }
  /// `#FF0000`
  public static var red: Color { Color(rgb: 0xFF0000) }
  /// `#FFA500`
  public static var orange: Color { Color(rgb: 0xFFA500) }
  /// `#FFFF00`
  public static var yellow: Color { Color(rgb: 0xFFFF00) }
  /// `#008000`. The full green is `lime`.
  public static var green: Color { Color(rgb: 0x008000) }
  /// `#00FF00`
  public static var lime: Color { Color(rgb: 0x00FF00) }
  /// `#00FFFF`
  public static var cyan: Color { Color(rgb: 0x00FFFF) }
  /// `#0000FF`
  public static var blue: Color { Color(rgb: 0x0000FF) }
  /// `#800080`
  public static var purple: Color { Color(rgb: 0x800080) }
  /// `#FF00FF`
  public static var magenta: Color { Color(rgb: 0xFF00FF) }
  /// `#FFC0CB`
  public static var pink: Color { Color(rgb: 0xFFC0CB) }
  /// `#A52A2A`
  public static var brown: Color { Color(rgb: 0xA52A2A) }
}
