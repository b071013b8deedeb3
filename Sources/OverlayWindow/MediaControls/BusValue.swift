import CGIO

/// A value on a message bus, of the types that media controls use.
enum BusValue: Sendable, Hashable {
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case strings([String])
  /// Values by their names.
  case dictionary([String: BusValue])
}

extension BusValue {
  /// Creates the value of a variant; `nil` for one of another type.
  init?(_ variant: OpaquePointer) {
    let value: BusValue? =
      switch g_variant_classify(variant) {
      case G_VARIANT_CLASS_BOOLEAN: .boolean(g_variant_get_boolean(variant) != 0)
      case G_VARIANT_CLASS_INT64: .integer(Int64(g_variant_get_int64(variant)))
      case G_VARIANT_CLASS_DOUBLE: .double(g_variant_get_double(variant))
      case G_VARIANT_CLASS_STRING: .string(String(cString: g_variant_get_string(variant, nil)))
      case G_VARIANT_CLASS_OBJECT_PATH: .objectPath(String(cString: g_variant_get_string(variant, nil)))
      default: nil
      }
    guard let value else { return nil }
    self = value
  }

  /// Returns the values of a tuple, such as the arguments of a call. Values of other types are left out.
  static func values(of tuple: OpaquePointer) -> [BusValue] {
    (0..<g_variant_n_children(tuple)).compactMap { index in
      guard let child = g_variant_get_child_value(tuple, index) else { return nil }
      defer { g_variant_unref(child) }
      return BusValue(child)
    }
  }

  /// Creates a variant. Its reference is floating: what receives the variant takes it over.
  func makeVariant() -> OpaquePointer? {
    switch self {
    case .boolean(let value): g_variant_new_boolean(value ? 1 : 0)
    case .integer(let value): g_variant_new_int64(gint64(value))
    case .double(let value): g_variant_new_double(value)
    case .string(let value): g_variant_new_string(value)
    case .objectPath(let value): g_variant_new_object_path(value)
    case .strings(let values): Self.makeArray(of: "s", values.map { g_variant_new_string($0) })
    case .dictionary(let values):
      Self.makeArray(
        of: "{sv}",
        values.map { g_variant_new_dict_entry(g_variant_new_string($0), g_variant_new_variant($1.makeVariant())) })
    }
  }

  /// Creates a tuple of variants.
  static func makeTuple(_ children: [OpaquePointer?]) -> OpaquePointer? {
    g_variant_new_tuple(children, gsize(children.count))
  }

  private static func makeArray(of type: String, _ children: [OpaquePointer?]) -> OpaquePointer? {
    guard let type = g_variant_type_new(type) else { return nil }
    defer { g_variant_type_free(type) }
    return g_variant_new_array(type, children, gsize(children.count))
  }
}
