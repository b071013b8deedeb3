import Glibc

/// SIGPIPE, with which the kernel ends a process that writes into a pipe without a reader.
///
/// Such a write also fails with EPIPE, which is all that a caller needs. For pipes there is no flag that prevents the
/// signal, and the disposition of the process belongs to the program. So the signal is blocked on the calling thread
/// during the write, and consumed before it can be delivered.
package enum BrokenPipeSignal {
  /// Calls `body` with SIGPIPE blocked on this thread. A signal that it causes is not delivered.
  package static func blocked<Result, Failure: Error>(
    while body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var signal = sigset_t()
    sigemptyset(&signal)
    sigaddset(&signal, SIGPIPE)
    var previous = sigset_t()
    pthread_sigmask(SIG_BLOCK, &signal, &previous)
    var pending = sigset_t()
    sigpending(&pending)
    // A signal that was pending before is not from this write.
    let isPending = sigismember(&pending, SIGPIPE) == 1
    defer {
      if !isPending {
        var noTime = timespec()
        while sigtimedwait(&signal, nil, &noTime) < 0, errno == EINTR {}
      }
      pthread_sigmask(SIG_SETMASK, &previous, nil)
    }
    return try body()
  }
}
