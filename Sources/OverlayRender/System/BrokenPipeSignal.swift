import Glibc

/// SIGPIPE, by which the kernel ends a process that writes into a pipe whose reader has left.
///
/// Such a write also fails with EPIPE, which is all that a caller needs. For pipes no flag of the call keeps the signal
/// away, and the process's disposition belongs to the program. So the signal is blocked on the calling thread for the
/// time of the write, and taken before it could be delivered.
package enum BrokenPipeSignal {
  /// Calls `body` with SIGPIPE blocked on this thread; none that it causes is delivered.
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
    // One that was pending before is somebody else's.
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
