import CLinux
import Glibc
import OverlayRender

/// The system resources that a command needs besides its input and output.
///
/// Without threads libdispatch waits forever, and without descriptors it traps. fontconfig writes an empty font cache
/// if it cannot open the fonts. So a command fails at the start if the system does not have enough resources.
struct SystemResources {
  /// The maximum number of open descriptors, with a reserve.
  let descriptorCount: Int
  /// The maximum number of threads, with a reserve.
  let threadCount: Int
  /// The address space besides the stacks of the threads, in bytes.
  let addressSpace: Int

  /// The resources of a run with small pictures and up to three files to write.
  static let rendering = SystemResources(descriptorCount: 16, threadCount: 12, addressSpace: 256 << 20)
  /// The resources of a command that reads and writes files, for the threads of Pango and libdispatch.
  static let files = SystemResources(descriptorCount: 8, threadCount: 6, addressSpace: 32 << 20)

  /// Acquires and releases all of the resources. Call this before there are other threads.
  ///
  /// - Throws: `Failure` if the system does not have enough.
  func check() throws(Failure) {
    // Without this limit, each thread reserves 64 MiB or more of address space for an arena of its own (mallopt(3)).
    mallopt(M_ARENA_MAX, 2)
    try checkDescriptors(descriptorCount)
    guard let room = mmap(nil, addressSpace, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      room != MAP_FAILED
    else {
      throw Failure(
        .system,
        "\(addressSpace >> 20) MiB of address space are not available (\(SystemError(rawValue: errno))): "
          + "raise ulimit -v"
      )
    }
    defer { munmap(room, addressSpace) }
    try checkThreads()
  }

  /// The least size of a stack in bytes: four times that with which everything works. Threads have the same limit.
  private static let stackSize: rlim_t = 512 << 10

  /// Ends the process with a message if the stack is too small, which would end it with SIGSEGV later.
  ///
  /// Call this first: other messages need more stack.
  static func checkStack() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0, limit.rlim_cur < stackSize else { return }
    let message: StaticString =
      "overlay-render: the stack is limited to less than the 512 KiB that this program needs: raise ulimit -s\n"
    message.withUTF8Buffer { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    _exit(ExitStatus.system.rawValue)
  }

  /// Checks that files can be written at the same time, each of which keeps its folder open.
  static func check(fileCount: Int) throws(Failure) {
    guard fileCount > 3 else { return }
    try rendering.checkDescriptors(rendering.descriptorCount + 2 * (fileCount - 3))
  }

  private func checkDescriptors(_ descriptorCount: Int) throws(Failure) {
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    while copies.count < descriptorCount {
      let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else {
        throw Failure(
          .system,
          "only \(copies.count) more files can be opened, but this command needs \(descriptorCount): "
            + "raise ulimit -n")
      }
      copies.append(copy)
    }
  }

  private func checkThreads() throws(Failure) {
    // The threads wait for the lock, so that all of them exist at the same time.
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
      "only \(threads.count) threads can be created (\(SystemError(rawValue: status))), "
        + "but this command needs \(threadCount): raise ulimit -u, or -v")
  }
}
