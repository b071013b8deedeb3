import CLinux
import Glibc
import OverlayRender

/// What a run needs of the system beside its input and output.
///
/// Without threads libdispatch waits for ever, and without descriptors it traps. fontconfig even writes an empty cache
/// of fonts where it cannot open them. So a process that is given too little ends before it begins.
enum SystemResources {
  /// The descriptors that a run may open at a time, and some to spare.
  static let descriptorCount = 16
  /// The threads that a run may have at a time, and some to spare.
  static let threadCount = 12
  /// The address space that a run of small pictures needs beside the stacks of its threads, in bytes.
  static let addressSpace = 256 << 20

  /// Takes all of it for a moment. To be called before there are other threads.
  ///
  /// - Throws: `Failure` when the system does not give it.
  static func check() throws(Failure) {
    // Each thread would reserve 64 MiB or more of address space for its own arena (mallopt(3)).
    mallopt(M_ARENA_MAX, 2)
    try checkDescriptors()
    guard let room = mmap(nil, addressSpace, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      room != MAP_FAILED
    else {
      throw Failure(
        .system,
        "the system gives no \(addressSpace >> 20) MiB of address space (\(SystemError(rawValue: errno))): raise ulimit -v"
      )
    }
    defer { munmap(room, addressSpace) }
    try checkThreads()
  }

  private static func checkDescriptors() throws(Failure) {
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    while copies.count < descriptorCount {
      let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else {
        throw Failure(
          .system, "only \(copies.count) more files can be opened, and a run needs \(descriptorCount): raise ulimit -n")
      }
      copies.append(copy)
    }
  }

  private static func checkThreads() throws(Failure) {
    // The threads wait for the lock, so that they are there at the same time.
    let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    defer { gate.deallocate() }
    pthread_mutex_init(gate, nil)
    defer { pthread_mutex_destroy(gate) }
    var threads: [pthread_t] = []
    var status: Int32 = 0
    pthread_mutex_lock(gate)
    while threads.count < threadCount, status == 0 {
      var thread = pthread_t()
      status = pthread_create(
        &thread, nil,
        { gate in
          if let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) {
            pthread_mutex_lock(gate)
            pthread_mutex_unlock(gate)
          }
          return nil
        }, gate)
      if status == 0 { threads.append(thread) }
    }
    pthread_mutex_unlock(gate)
    for thread in threads { pthread_join(thread, nil) }
    guard status != 0 else { return }
    throw Failure(
      .system,
      "the system gives only \(threads.count) threads (\(SystemError(rawValue: status))), and a run needs \(threadCount): "
        + "raise ulimit -u, or -v")
  }
}
