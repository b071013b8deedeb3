import Glibc

/// The error number (`errno`) of a system call, including unknown ones.
public struct SystemError: RawRepresentable, Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  public let rawValue: Int32

  /// Creates the error for an `errno`.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The description from the C library, such as "Input/output error".
  public var description: String {
    // strerror is thread-safe since glibc 2.32.
    String(cString: strerror(rawValue))
  }

  package static var last: SystemError { SystemError(rawValue: errno) }
  /// The file does not exist.
  package static let missing = SystemError(rawValue: ENOENT)
  package static let interrupted = SystemError(rawValue: EINTR)
}
