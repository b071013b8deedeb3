import CUchardet

/// Guesses the character encoding of a text with uchardet.
struct EncodingDetector: ~Copyable {
  private let handle: uchardet_t

  /// Returns nil if memory cannot be allocated.
  private init?() {
    guard let handle = uchardet_new() else { return nil }
    self.handle = handle
  }

  deinit {
    uchardet_delete(handle)
  }

  /// Returns the name of the encoding that the bytes look like; `nil` for no answer.
  static func encoding(of bytes: [UInt8]) -> String? {
    guard let detector = EncodingDetector() else { return nil }
    let isRead = bytes.withUnsafeBytes { bytes in
      uchardet_handle_data(detector.handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count) == 0
    }
    uchardet_data_end(detector.handle)
    guard isRead, let name = uchardet_get_charset(detector.handle) else { return nil }
    let encoding = String(cString: name)
    return encoding.isEmpty ? nil : encoding
  }
}
