/// A few bytes on pages of their own that never change, so that they can be lent to the kernel again and again.
final class FrozenBytes {
  private let bytes: UnsafeRawBufferPointer

  /// Copies `bytes` (at least one) onto fresh pages.
  init(_ bytes: [UInt8]) throws(SystemError) {
    self.bytes = try SystemCalls.mapReadOnlyCopy(of: bytes)
  }

  deinit {
    SystemCalls.unmap(bytes)
  }

  func withUnsafeBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(bytes)
  }
}
