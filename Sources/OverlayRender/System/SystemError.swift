import Glibc

/// A system call's error number (`errno`), unknown ones included.
public struct SystemError: RawRepresentable, Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  public let rawValue: Int32

  /// Makes the error of this `errno`.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The C library's text, such as "Input/output error".
  public var description: String {
    // strerror is safe on every thread since glibc 2.32.
    String(cString: strerror(rawValue))
  }

  static var last: SystemError { SystemError(rawValue: errno) }
  /// There is no such file.
  static let missing = SystemError(rawValue: ENOENT)
  static let interrupted = SystemError(rawValue: EINTR)
}
