import CFFmpeg

/// Options or metadata of FFmpeg, by name (`AVDictionary`).
final class FFmpegDictionary {
  /// The dictionary; `nil` if it is empty.
  var pointer: OpaquePointer?

  init(_ entries: [(name: String, value: String)]) {
    for entry in entries { overlay_av_dict_set(&pointer, entry.name, entry.value, 0) }
  }

  deinit {
    overlay_av_dict_free(&pointer)
  }

  /// Returns a text of a dictionary. Bytes that are not UTF-8 are replaced.
  static func text(_ key: String, in dictionary: OpaquePointer?) -> String? {
    guard let entry = overlay_av_dict_get(dictionary, key, nil, 0), let value = entry.pointee.value else { return nil }
    return String(cString: value)
  }
}
