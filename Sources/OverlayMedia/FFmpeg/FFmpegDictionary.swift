import CFFmpeg

/// Options or metadata of FFmpeg, by name (`AVDictionary`).
final class FFmpegDictionary {
  /// The dictionary; `nil` if it is empty.
  var pointer: OpaquePointer?

  init(_ entries: [(name: String, value: String)]) {
    Self.set(entries, in: &pointer)
  }

  deinit {
    overlay_av_dict_free(&pointer)
  }

  /// Returns a text of a dictionary. Bytes that are not UTF-8 are replaced.
  static func text(_ key: String, in dictionary: OpaquePointer?) -> String? {
    guard let entry = overlay_av_dict_get(dictionary, key, nil, 0), let value = entry.pointee.value else { return nil }
    return String(cString: value)
  }

  /// The maximum numbers of entries that are kept, and of bytes in a value.
  private static let (maximumCount, maximumLength) = (1000, 1 << 16)

  /// Returns the entries of a dictionary, without those that are absurdly long. Bytes that are not UTF-8 are replaced.
  static func entries(of dictionary: OpaquePointer?) -> [(name: String, value: String)] {
    var entries: [(name: String, value: String)] = []
    var latest: UnsafeMutablePointer<AVDictionaryEntry>?
    while entries.count < maximumCount,
      let entry = overlay_av_dict_get(dictionary, "", latest, AV_DICT_IGNORE_SUFFIX)
    {
      latest = entry
      let (name, value) = (String(cString: entry.pointee.key), String(cString: entry.pointee.value))
      if name.utf8.count <= maximumLength, value.utf8.count <= maximumLength { entries.append((name, value)) }
    }
    return entries
  }

  /// Adds entries to a dictionary of FFmpeg.
  static func set(_ entries: [(name: String, value: String)], in dictionary: inout OpaquePointer?) {
    for entry in entries { overlay_av_dict_set(&dictionary, entry.name, entry.value, 0) }
  }
}
