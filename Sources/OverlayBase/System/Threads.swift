import CLinux

/// A thread that nothing waits for. Its resources are released when it ends.
package enum DetachedThread {
  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: The name of the thread for debuggers and ps(1), at most 15 bytes.
  ///   - body: The work of the thread.
  /// - Throws: `SystemError` if the system has no thread left (pthread_create(3)).
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        pthread_setname_np(pthread_self(), start.name)
        start.body()
        return nil
      }, start.toOpaque())
    guard status == 0 else {
      start.release()
      throw SystemError(rawValue: status)
    }
    pthread_detach(thread)
  }

  /// The argument of the thread's function.
  private final class Start {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
}

/// A lock for code that a `Mutex` cannot protect, because it is not in one function or its values are not `Sendable`.
/// The thread that has locked it can lock it again.
///
/// ThreadSanitizer sees it, unlike a `Mutex`.
// `@unchecked`: the pointer never changes, and pthread_mutex_lock(3) makes what it leads to safe for all threads.
@usableFromInline package final class ThreadLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init() {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @usableFromInline package func lock() {
    pthread_mutex_lock(mutex)
  }

  @usableFromInline package func unlock() {
    pthread_mutex_unlock(mutex)
  }

  /// Calls `body` while the lock is locked.
  @inlinable package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    lock()
    defer { unlock() }
    return try body()
  }
}
